"""Pictures of the sky: the six fit together, and the scene's sun stands where they show it."""

NEAR = 1.0  # [deg] between the sun of a scene and that of its pictures


def check(spec, images, report):
    """Report what does not fit. images: as `files.images` found them, the json file put beside the first; what is not found is reported already.

    The first sky is the one that is seen, with the first sun; where files are included, those of the scene's own file come first.
    """
    seen = next((name for name, entity in spec.entities.items() if entity.skybox), None)
    for name, entity in spec.entities.items():
        pictures = entity.skybox.pictures if entity.skybox else ()
        if pictures and all(picture in images for picture in pictures):
            path = "entities", name, "skybox", "faces" if entity.skybox.faces else "equirect"
            told = _told(path, [images[picture][0] for picture in pictures], report)
            if told:
                images[pictures[0]] = tuple(dict.fromkeys((*images[pictures[0]], told.file)))
                if name == seen:
                    _sun(path, told.sun, spec, report)


def _told(path, files, report):
    """What the pictures say of their light, where they fit together; else None."""
    from engine.assets.equirect import check_equirect  # Pillow: only scenes with images wait for it
    from engine.assets.faces import check_faces

    try:
        return check_faces(files) if len(files) > 1 else check_equirect(files[0])
    except ValueError as error:
        report.at(path, str(error))
    except OSError as error:
        report.at(path, f"cannot be read: {error.strerror or error}")
    return None


def _sun(path, shown, spec, report):
    """The disc is drawn where the scene says, the light in the pictures falls from where they say."""
    azimuth, elevation = shown
    wanted = f"sun: {{azimuth: {azimuth:g}, elevation: {elevation:g}}}"
    suns = [(name, entity.sun) for name, entity in spec.entities.items() if entity.sun]
    if not suns:
        report.at(path, f"the pictures show a sun, the scene has none; write an entity with {wanted}")
        return
    name, sun = suns[0]
    if abs((sun.azimuth - azimuth + 180) % 360 - 180) > NEAR or abs(sun.elevation - elevation) > NEAR:
        report.at(("entities", name, "sun"), f"the pictures show the sun elsewhere; write {wanted}, or another skybox")
