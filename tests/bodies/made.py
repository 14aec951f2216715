"""Entities made of the author's words, and their components by class."""

from engine.scene.vocabulary import Entity


def entity(**words):
    """An entity as in a scene file; its masses weigh 0.3 kg together unless told."""
    return Entity.model_validate({"mass": {"total": 0.3}, **words})


def components(made):
    """What the specs of an entity build, by class."""
    built = (
        c
        for name in ("lattice", "points", "spring")
        if (spec := getattr(made, name)) is not None and hasattr(spec, "build")
        for c in spec.build(made)
    )
    return {type(component): component for component in built}


def lattice(counts, size=1.0, links=None, **words):
    """Entity and components of a lattice."""
    spring = {} if links is None else {"links": list(links)}
    made = entity(lattice={"counts": list(counts), "size": size}, spring=spring, **words)
    return made, components(made)
