"""The files that a scene names: which fields name one, whether it can be used, and what lies beside it."""

from engine.scene.address import alternatives, block
from engine.scene.paths import PathError, resolve
from engine.scene.vocabulary import Entity
from engine.schema import Asset

SIBLINGS = ("normal", "rough")  # NAME_normal.png and NAME_rough.png beside a texture


def _assets(spec, path=()):
    """(path within an entity where the name of a file stands, kind of file); an Ellipsis is any index of a list."""
    for name, field in spec.model_fields.items():
        yield from _assets_in(field.annotation, field.metadata, (*path, name))


def _assets_in(annotation, metadata, path):
    yield from ((path, m.kind) for m in metadata if isinstance(m, Asset))
    for part in getattr(annotation, "__args__", ()):
        inside = getattr(part, "__metadata__", ())
        repeated = (*path, ...) if getattr(annotation, "__origin__", None) is tuple else path
        yield from ((repeated, m.kind) for m in inside if isinstance(m, Asset))
    for each in alternatives(annotation):
        if isinstance(each, type) and hasattr(each, "model_fields"):
            yield from _assets(each, path)


ASSETS = tuple(_assets(Entity))


def files(kind, data, path, allow_outside, report, known):
    """Every file of a kind that the scene names, as written -> what READ makes of it; in order, each looked at once.

    known  what an earlier version of the scene found: not looked at again
    """
    found = {}
    for name, entity in block(data, "entities").items():
        for pattern, own in ASSETS:
            for place, relative in _matches(entity, pattern, ("entities", name)) if own == kind else ():
                try:
                    if relative not in found:
                        found[relative] = known.get(relative) or READ[kind](resolve(relative, path, allow_outside))
                except (PathError, ValueError) as error:
                    report.at(place, str(error))
                except OSError as error:
                    report.at(place, f"'{relative}' cannot be read: {error.strerror or error}")
    return found


def _matches(node, pattern, path):
    """Place and text of each file name in an entity that stands where the pattern says."""
    if not pattern:
        if isinstance(node, str):
            yield path, node
    elif pattern[0] is ...:
        for i, item in enumerate(node if isinstance(node, list) else []):
            yield from _matches(item, pattern[1:], (*path, i))
    elif isinstance(node, dict) and pattern[0] in node:
        yield from _matches(node[pattern[0]], pattern[1:], (*path, pattern[0]))


def give(spec, meshes):
    """Put what was read from each mesh's file into the specs that name it."""
    for entity in spec.entities.values():
        mesh = getattr(entity.shape, "mesh", None)
        if mesh is not None and mesh.file in meshes:
            mesh.give(meshes[mesh.file][1])


def _checked(image):
    """Check the header of an image and of the maps beside it; their paths."""
    from engine.assets.images import check_image, sibling  # Pillow: only scenes with images wait for it

    check_image(image)
    maps = [found for kind in SIBLINGS if (found := sibling(image, kind))]
    for each in maps:
        check_image(each)
    return (image, *maps)


def _mesh(path):
    """A mesh's path, and the mesh."""
    from engine.assets.meshes import mesh

    return path, mesh(path)


READ = {"image": _checked, "mesh": _mesh}
