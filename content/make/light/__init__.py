"""The script that bakes the light of the shipped scenes: `python -m content.make.light`."""
