"""A chapter of the window's story: the time line under a real pointer, and the key for A."""


def past(story):
    """Hold time, drag the line to its middle, go on from there; then hold B."""
    from pyglet.window import key, mouse

    def until(condition):
        while not condition():
            yield

    window, stage = story.window, story.stage
    edited = stage.timeline.record.edits[-1].tick
    yield from until(lambda: stage.simulation.tick > 2.5 * edited + 10)  # the middle is of the rate of now, however late that came
    story.type("SPACE")
    present, width, line = stage.simulation.tick, window.get_size()[0], stage.timeline
    window.dispatch_event("on_mouse_press", width // 4, 15, mouse.LEFT, 0)
    window.dispatch_event("on_mouse_drag", width // 2, 15, width // 4, 0, mouse.LEFT, 0)
    window.dispatch_event("on_mouse_release", width // 2, 15, mouse.LEFT, 0)
    asked = line.goal
    yield from until(lambda: line.arrived)
    told = {"share": asked / present, "shown": stage.shown.tick - asked, "present": stage.simulation.tick - present}
    story.type("SPACE")
    told["on"] = stage.simulation.tick - asked
    yield from until(lambda: stage.simulation.tick > asked + 3)
    story.save("rate: 800", "rate: 300")
    yield from until(lambda: stage.simulation.scene.spec.entities["jet"].emitter.rate == 300)
    window.dispatch_event("on_key_press", key.B, 0)
    yield from until(lambda: stage.versions.shown)
    told["a"], told["text"] = stage.shown.scene.spec.entities["jet"].emitter.rate, stage.versions.text
    window.dispatch_event("on_key_release", key.B, 0)
    told["b"] = stage.shown.scene.spec.entities["jet"].emitter.rate
    story.save("rate: 300", "rate: 800")
    yield from until(lambda: stage.simulation.scene.spec.entities["jet"].emitter.rate == 800)
    return told
