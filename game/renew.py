"""What a renderer draws with is another: images and shaders whose files have changed. What cannot be used leaves the last good ones in place."""


def renew(renderer, live, tell):
    """Take over new images and shaders of a Live, on the drawing thread; tell: called with a text for the author, and whether for the picture."""
    if live.textures:
        live.textures.clear()
        try:
            renderer.forget_images()
        except (OSError, ValueError) as error:
            tell(f"{error}; the picture keeps its images", True)
    if live.shaders:
        from engine.render.programs import ProgramError  # a stage is tested without OpenGL

        names, live.shaders[:] = list(live.shaders), []
        try:
            renderer.renew(names)
            tell(f"reloaded {', '.join(names)}", True)
        except ProgramError as error:
            tell(f"{error}; the picture keeps its programs", True)
