"""The light of a scene: sky and sun from one atmosphere or from six pictures, and the baked light of still boxes.

Both are kept in files named by a hash of all that they depend on: those of the shipped scenes in content/baked/, others in the user's
cache. Without a file the sky is computed at once (half a second); light maps take their time on a thread of their own.
"""

import queue
import threading

import numpy as np

from engine.render import skylight
from engine.render.cache import named, recall, store
from engine.render.skins import albedo_of, skins

RECIPE = 1  # counts changes of the computation itself: old files are not found any more
DRAFT, FULL = {"rays": 32, "rounds": 2}, {"rays": 192, "rounds": 3}
PATIENCE = 2.0  # [s] for which the end of a thread is waited for


class Light:
    """Follows a frame's sun and boxes.

    direction (3,)        toward the sun, unit
    beam (3,)             irradiance on a plane that faces the sun; PI above the air
    sky (h, 2h, 3)        radiance by latitude (row 0 straight down) and longitude
    above, below (3,)     irradiance / PI of sky and ground on planes that face up and down
    harmonics (9, 3)      light from all around by direction, see skylight.harmonics
    faces                 the Faces that are seen, or None
    map (h, 512, 3)       radiance that white shows by indirect light, or None before it is baked
    chart (n, 6, 4) int32 where the faces of the still boxes lie on the map: x y w h; still (n,): which boxes of the frame those are
    version               grows whenever any of these changes
    """

    def __init__(self, bake="background", progress=None):
        if bake not in ("background", "wait", "off"):
            raise ValueError(f"bake: {bake!r}; must be 'background', 'wait' or 'off'")
        self.bake, self.progress, self.version = bake, progress or (lambda text, share: None), 0
        self.map = self.chart = self.still = None
        self.faces = self._paths = None
        self._sky = self._beam = self._sun_key = self._sun_wanted = None
        self._boxes_key = self._boxes = self._seen = None
        self._ready, self._stop, self._threads = queue.SimpleQueue(), threading.Event(), []

    def follow(self, frame):
        """Take a frame's sun and boxes; looks closely only when their versions changed."""
        sun = frame.sun
        seen = (
            tuple(np.round(sun.direction, 6)),
            sun.color,
            sun.intensity,
            sun.turbidity,
            sun.ground,
            sun.sky,
            sun.faces,
            frame.boxes.version,
        )
        if self._boxes is frame.boxes and self._seen == seen:
            return
        self._follow_sun(sun)
        self._follow_boxes(frame.boxes)
        self._boxes, self._seen = frame.boxes, seen  # not before: what could not be read is said again of the next frame

    def forget(self):
        """Look closely again at the next frame, for images have changed. Raises ValueError, OSError where the sky's cannot be read."""
        if self.faces:
            skylight.read(self._paths)
        self._seen = None

    def poll(self):
        """Take over what the threads have finished; True when the picture changes by it."""
        changed = False
        while not self._ready.empty():
            take, *made = self._ready.get()
            changed |= take(*made)
        return changed

    @property
    def keys(self):
        """Names under which the sky and the map are kept; None for what is not computed."""
        return (self._sun_key if self._sun_key != "plain" and not self.faces else None), (self._boxes_key if self.map is not None else None)

    def close(self):
        """End a bake under way, which notices at its next report: a thread that is still in compiled code when Python ends takes the process
        down with it. One that compiles is not waited for."""
        self._stop.set()
        for thread in self._threads:
            thread.join(PATIENCE)

    def _follow_sun(self, sun):
        """Turn the sun at once; its sky too, or as soon as it is computed: until then the old one is better than a halt."""
        faces, self._paths = skylight.read(sun.faces) if sun.faces else None, sun.faces
        key = named("sky", RECIPE, np.round(sun.direction, 5), round(sun.turbidity, 4)) if sun.sky else "plain"
        if faces:
            beam_key, key = key, named("faces", RECIPE, faces.digest, None if faces.told else key)
        if key != self._sun_key:
            found = _from_faces(faces, beam_key, sun) if faces else _plain_sky() if key == "plain" else recall(key, ("sky", "beam"))
            later = found is None and self._sky is not None and self.bake == "background"
            if later and self._sun_wanted is None:
                self._in_a_thread(lambda: self._ready.put((self._take_sky, key, *_sky(key, sun))))
            self._sun_wanted = key if later else None
            if not later:
                self._sun_key, (self._sky, self._beam), self.faces = key, found or _sky(key, sun), faces
        self.direction = np.asarray(sun.direction, float) / np.linalg.norm(sun.direction)
        self.beam = self._beam * np.asarray(sun.color) * sun.intensity
        self.sky = self._sky.astype(np.float32) * np.float32(sun.intensity)
        self.above = upward(self.sky)
        sunlit = self.beam / np.pi * max(0.0, self.direction[1])
        if self.faces:
            self.below, self.harmonics = upward(self.sky[::-1]), skylight.harmonics(self.sky)
        else:
            self.below = np.asarray(sun.ground) * (sunlit + self.above)
            self.harmonics = skylight.hemispheres(self.above, self.below)
        self.version += 1

    def _take_sky(self, key, sky, beam):
        """A sky is computed: show it; where the sun has gone on meanwhile, the next is computed when a frame is followed."""
        if self._sun_wanted is None:
            return False
        self._sun_key, self._sky, self._beam, self.faces = key, sky, beam, None
        self._sun_wanted = self._seen = None
        return True

    def _follow_boxes(self, boxes):
        still = np.flatnonzero(~boxes.moving)
        skins({material.texture or "" for material in boxes.materials})  # all at once: each alone would wait for its file
        albedo = np.array([albedo_of(material) for material in boxes.materials]).reshape(-1, 3)
        albedo = np.repeat(albedo[boxes.material[still]][:, None], 6, axis=1).astype(np.float32)
        where = boxes.center[still], boxes.rotation[still], boxes.half[still]
        numbers = [np.round(a.astype(np.float64), 4) + 0.0 for a in (*where, self.direction, self.beam)]
        key = named("light", RECIPE, *numbers, np.round(albedo, 2), boxes.inward[still], self._sun_key)
        self.still = still
        if key == self._boxes_key:
            return
        self._stop.set()
        self._stop, self._boxes_key = threading.Event(), key
        if self.bake == "off" or self.map is None or len(self.chart) != len(still):
            self.map = self.chart = None  # else the old light stays until the new is there: better a little wrong than a flash
        self.version += 1
        if self._sun_wanted or not len(still):
            return  # not before its sky is there
        found = recall(key, ("light", "chart"))
        if found:
            self._take_map(key, *found)
        elif self.bake == "wait":
            self._take_map(key, *_bake(key, (*where, albedo, boxes.inward[still], self.direction, self.beam, self.sky), FULL, self._tell))
        elif self.bake == "background":
            self._start(key, (*where, albedo, boxes.inward[still], self.direction, self.beam, self.sky))

    def _tell(self, share):
        self.progress("baking light", share)

    def _start(self, key, scene):
        stop = self._stop

        def report(share):
            if stop.is_set():
                raise _Stopped

        def work():
            try:
                for effort in (DRAFT, FULL):
                    self._ready.put((self._take_map, key, *_bake(key, scene, effort, report)))
            except _Stopped:
                return

        self._in_a_thread(work)

    def _in_a_thread(self, work):
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        self._threads.append(threading.Thread(target=work, name="light", daemon=True))
        self._threads[-1].start()

    def _take_map(self, key, light, chart):
        """Show a baked map, unless the boxes or the sun have changed meanwhile."""
        if key != self._boxes_key:
            return False
        self.map, self.chart = light.astype(np.float32), chart
        self.version += 1
        return True


class _Stopped(Exception):
    """The boxes or the sun have changed: the bake is of no use any more."""


def _bake(key, scene, effort, report):
    from engine.kernels import lightmap

    light, chart = lightmap.bake(*scene, **effort, progress=report)
    if effort is FULL:
        store(key, light=light.astype(np.float16), chart=chart)
    return light, chart


def _sky(key, sun):
    """(sky, beam) from the atmosphere, kept in a file."""
    from engine.kernels import atmosphere

    sky, beam = atmosphere.sky(sun.direction, sun.turbidity)
    store(key, sky=sky.astype(np.float16), beam=beam)
    return sky.astype(np.float16), beam


def _from_faces(faces, key, sun):
    """(sky, beam) of six pictures; sunlight from the atmosphere where they do not tell theirs, kept under a key."""
    beam = faces.told.beam if faces.told else (recall(key, ("sky", "beam")) or _sky(key, sun))[1]
    return skylight.panorama(faces), np.array(beam)


def _plain_sky():
    """A grey studio: brightest at the horizon; the sun nearly white."""
    up = (np.arange(64) + 0.5) / 32 - 1
    grey = np.where(up > 0, 0.62 - 0.34 * up, 0.30 + 0.14 * np.exp(8 * np.minimum(up, 0)))
    return np.broadcast_to(grey[:, None, None] * [1.0, 1.0, 1.02], (64, 128, 3)).astype(np.float32), np.array([2.4, 2.4, 2.4])


def upward(sky):
    """Irradiance / PI of the upper half of a panorama (h, 2h, 3) on a plane that faces up (3,): its mean, weighted by cosines."""
    latitude = (np.arange(len(sky)) + 0.5) / len(sky) * np.pi - np.pi / 2
    weight = np.cos(latitude) * np.maximum(0.0, np.sin(latitude))
    return (sky.mean(1) * weight[:, None]).sum(0) / weight.sum()
