"""The script that takes the pictures of the README: `python -m content.make.pictures`."""
