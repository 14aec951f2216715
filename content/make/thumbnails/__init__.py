"""Thumbnails of the shipped scenes for the gallery, and the sheet of all of them for the README: see __main__.py."""
