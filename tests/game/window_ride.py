"""A chapter of the window's story: the camera's path under real keys, and its key file."""


def ride(story):
    """Look through the camera on its path, hold it, go along it, show it; put a key in, take one out, save."""
    from pyglet.window import key, mouse

    stage, path, width = story.stage, story.stage.path, story.window.get_size()[0]
    story.type("_3", key.MOD_SHIFT)
    yield
    told = {"plays": path.strip.words}
    story.type("RETURN")
    for _ in range(3):
        story.type("BRACKETRIGHT")
    story.type("BRACKETLEFT")
    yield
    told["held"] = path.plays
    story.type("COMMA", key.MOD_SHIFT)
    told["before"] = path.strip.frame
    story.type("GREATER", key.MOD_SHIFT)
    told["after"] = path.strip.frame
    story.type("P", key.MOD_SHIFT)
    yield
    story.window.draw_picture()
    told["lines"] = len(path.lines(stage.view(), story.window.get_size()))
    story.window.dispatch_event("on_mouse_press", width // 2, 30, mouse.LEFT, 0)
    story.window.dispatch_event("on_mouse_release", width // 2, 30, mouse.LEFT, 0)
    told["middle"] = path.strip.frame
    story.type("COMMA", key.MOD_SHIFT)
    stage.eye.dolly(5)
    for _ in range(3):
        yield
    story.type("K")
    told["keys"] = len(path.way.path.keys)
    story.type("GREATER")
    story.type("DELETE")
    story.type("S", key.MOD_CTRL)
    told["file"] = story.scene.with_name("way.keys").read_text().splitlines()
    story.type("P", key.MOD_SHIFT)
    story.type("_1", key.MOD_SHIFT)
    yield
    return told
