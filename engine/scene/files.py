"""The files that a scene names: which fields name one, whether it can be used, and what lies beside it."""

import os
from pathlib import Path

from engine.assets import gltf, key_file
from engine.assets.key_file import KeyFileError
from engine.scene.address import alternatives, block
from engine.scene.marked import standing
from engine.scene.paths import CONTENT, PathError, candidates, resolve
from engine.scene.vocabulary import Entity
from engine.schema import Asset
from engine.schema.limits import ASSET_BYTES

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


def files(kind, data, report, known, instead=None):
    """Every file of a kind that the scene names, as written -> what READ makes of it; in order, each looked at once.

    known    what an earlier version of the scene found: not looked at again
    instead  path of a key file -> bytes that stand for what is on the disk
    """
    found = {}
    for name, entity in block(data, "entities").items():
        for pattern, own in ASSETS:
            for place, relative in standing(entity, pattern, ("entities", name)) if own == kind else ():
                try:
                    if isinstance(relative, str) and relative not in found:
                        found[relative] = known.get(relative) or _read(kind, relative, report, instead or {})
                except KeyFileError as error:
                    report.elsewhere(place, error.name, error.faults)
                except (PathError, ValueError) as error:
                    report.at(place, str(error))
                except OSError as error:
                    report.at(place, f"'{relative}' cannot be read: {error.strerror or error}")
    return found


def _read(kind, relative, report, instead):
    """What READ makes of a file, or of the bytes that stand for it."""
    path = report.aliases.get(relative) or resolve(relative, report.path, report.allow_outside)
    if kind == "keys" and path in instead and path.suffix.lower() not in gltf.ENDINGS:
        return path, key_file.parsed(instead[path], str(path))
    return READ[kind](path)


def rehome(entities, home, report):
    """Have the entities of an included file (own name -> data) name files in a way that holds in the scene; in place.

    home    path of the file; a variable that the scene lays over it is told in the scene's own file
    report  of the file's own paths
    """
    known = {}  # each is looked for once
    for name, entity in entities.items():
        for pattern, _ in ASSETS:
            for path, relative in list(standing(entity, pattern)):
                if isinstance(relative, str):
                    told = relative, report.home(("entities", name, *path), home)
                    try:
                        known[told] = known.get(told) or _renamed(*told, report)
                        _put(entity, path, known[told])
                    except PathError as error:
                        report.scene.sought += candidates(*told)
                        report.at(("entities", name, *path), str(error))
                    except OSError as error:
                        report.at(("entities", name, *path), f"'{relative}' cannot be read: {error.strerror or error}")


def _renamed(relative, home, report):
    """How the scene's own file would name a file; its path, where it has another by that name."""
    scene, allow = report.scene.path, report.scene.allow_outside
    if home == scene:
        return relative
    found = resolve(relative, home, allow)
    name = str(found)
    for root in (Path(os.path.abspath(scene.parent)), CONTENT):
        if found.is_relative_to(root):
            shorter = found.relative_to(root).as_posix()
            try:
                name = shorter if resolve(shorter, scene, allow) == found else name
                break
            except PathError:
                continue
    report.scene.aliases[name] = found
    return name


def _put(data, path, value):
    for part in path[:-1]:
        data = data[part]
    data[path[-1]] = value


def give(spec, meshes, keys, sampled):
    """Put what was read from each mesh's and each key file into the specs that name it. sampled: whether meshes that are solid are sampled, too."""
    for entity in spec.entities.values():
        path = entity.camera_path
        if path is not None and path.file in keys:
            path.give(keys[path.file][1])
        for holder in (entity, entity.emitter):
            mesh = getattr(getattr(holder, "shape", None), "mesh", None)
            if mesh is not None and mesh.file in meshes:
                read = meshes[mesh.file][1]
                mesh.give(read)
                if sampled and holder is entity and entity.collider is not None and entity.spring is None:
                    read.grid(mesh.cells)  # kept by the mesh: made here, where a scene is read, and not in a tick


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

    _sized(path)
    return path, mesh(path)


def _keys(path):
    """A key file's path, and the KeyFile; of a glTF file, the one that its camera makes."""
    _sized(path)
    return path, gltf.camera(path) if path.suffix.lower() in gltf.ENDINGS else key_file.read(path)


def _sized(path):
    if path.stat().st_size > ASSET_BYTES:
        raise ValueError(f"{path.name} is larger than {ASSET_BYTES >> 20} MiB; make it smaller")


READ = {"image": _checked, "mesh": _mesh, "keys": _keys}
