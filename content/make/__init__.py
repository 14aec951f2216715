"""Scripts that make the assets: `python -m content.make.textures`."""
