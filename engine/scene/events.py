"""YAML events of a text, by ruamel's scanner and parser."""

from ruamel.yaml import YAML


def events(text):
    """Events of the text, in order; raises MarkedYAMLError."""
    return YAML(typ="safe", pure=True).parse(text)
