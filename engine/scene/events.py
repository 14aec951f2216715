"""YAML events of a text: of plain texts at a stroke, of all others as ruamel reads them."""

from ruamel.yaml import YAML

from engine.scene.plain import Unusual, plain_events


def events(text):
    """Events of the text's documents, in order; raises MarkedYAMLError."""
    try:
        return plain_events(text)
    except Unusual:
        return YAML(typ="safe", pure=True).parse(text)
