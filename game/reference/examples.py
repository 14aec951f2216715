"""A short example of each component, as it stands under `entities:`. A test loads and runs them all."""

EXAMPLES = {
    "emitter": """
sparks:
  position: [0, 1, 0]
  mass: 1 g
  emitter:
    rate: 500                      # births per second
    lifetime: [1, 2]               # each draws its own
    start_velocity: {cone: {spread: 20 deg, speed: [2, 4]}}
""",
    "billboard": """
sparks:
  mass: 1 g
  emitter: {rate: 500, start_velocity: {radial: {speed: 2}}}
  billboard: {textures: [textures/drop_round.png], size: [5 mm, 14 mm], stretch: 1/60 s, orientation: velocity}
smoke:
  mass: 1 g
  emitter: {rate: 20, lifetime: [2, 3], fade: 1, start_velocity: {box: {min: [-0.1, 0.5, -0.1], max: [0.1, 0.8, 0.1]}}}
  billboard:
    textures: [textures/mist.png]
    size: 0.3
    rotation: [0, 360]                                       # each its own
    spin: [-20, 20]
    size_over_life: [[0, 0.3], [1, 1.5]]                     # 0: birth, 1: the end
    color_over_life: [[0, "#ffffff00"], [0.2, "#808080"], [1, "#80808000"]]
    soft_fade: 0.2                                           # no edge where it meets the ground
""",
    "lattice": """
cloth:
  mass: {total: 0.2}
  lattice: {counts: [32, 32], size: [1, 1], plane: xz}     # [32]: a rope; [8, 8, 8]: a jelly
  spring: {stiffness: 500}
""",
    "points": """
triangle:
  mass: 0.1
  points: {positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}
  spring: {pairs: [[0, 1], [1, 2], [2, 0]], stiffness: 200}
""",
    "spring": """
jelly:
  mass: {total: 2}
  lattice: {counts: [6, 6, 6], size: 0.5}
  spring: {links: [structural, shear, volume], stiffness: 300, damping: 0.05}
""",
    "pin": """
flag:
  mass: {total: 0.1}
  lattice: {counts: [24, 16], size: [0.9, 0.6]}
  spring: {stiffness: 400}
  pin: {corners: [top_left, bottom_left]}
""",
    "self_collision": """
cloth:
  mass: {total: 0.2}
  lattice: {counts: [24, 24], size: [1, 1], plane: xz}
  spring: {stiffness: 500}
  self_collision: {friction: 0.3}
""",
    "masses": """
chain:
  mass: 20 g
  lattice: {counts: [12], along: {from: [-0.5, 1, 0], to: [0.5, 1, 0], slack: 0.3}}
  spring: {stiffness: 2000}
  pin: {corners: [start, end]}
  masses: {radius: 15 mm}
""",
    "gravity": """
weight: {gravity: {acceleration: [0, -1.62, 0]}}             # the moon's
""",
    "wind": """
breeze: {wind: {velocity: [3, 0, 0], gust: {strength: 0.5, period: 2}}}
""",
    "attractor": """
sun: {position: [0, 2, 0], attractor: {strength: 10, radius: 0.5}}        # with falloff 2, the default, it is gravity's law
""",
    "vortex": """
whirl: {vortex: {strength: 4, radius: 0.6}}                  # round the y axis of its entity
air: {drag: {rate: 1}}                                       # so that it carries along, and does not speed up for ever
""",
    "turbulence": """
stir: {turbulence: {strength: 2, scale: 0.8, speed: 0.3, octaves: 2}}
""",
    "drag": """
air: {drag: {rate: 0.5}}                                     # everything loses half of its speed in 1.4 s
""",
    "shape": """
step:
  shape: {box: {size: [1, 0.2, 1], bevel: 10 mm}, repeat: {count: 5, step: [0, 0.2, -0.5]}}
  surface: {color: "#c8b89a"}
""",
    "collider": """
floor:
  shape: {plane: {normal: [0, 1, 0]}}
  collider: {bounce: [{restitution: 0.6}, {restitution: 0.2}]}   # a droplet's first hit, and all later ones
""",
    "surface": """
block:
  shape: {box: {size: [1, 1, 1]}}
  surface: {texture: textures/limestone.png, tile: 1.2, material: stone, wet: 0.5}
""",
    "leaves": """
bush:
  shape: {sphere: {radius: 0.5}}
  leaves: {count: 3000, size: 50 mm, spread: 0.05}
""",
    "wave_surface": """
pond:
  wave_surface: {size: [4, 4], nodes: [128, 128], speed: 0.8, splash: {impulse: 700, radius: 50 mm}}
  water: {depth: 0.5}
""",
    "water": """
pond:
  wave_surface: {size: [4, 4]}
  water: {color: [0.35, 0.62, 0.5], depth: 0.9}
""",
    "sun": """
sun: {sun: {azimuth: -25, elevation: 8, size: 1}}            # low, over the left shoulder of who looks along -z
""",
    "light": """
lantern:
  position: [0, 1, 0]
  light: {color: "#ffb060", intensity: 0.5, range: 6, flicker: 0.3}
spot:
  position: [0, 4, 0]
  rotation: [-90, 0, 0]                                      # straight down
  light: {kind: spot, spread: 25, edge: 0.4, intensity: 20}
""",
    "skybox": """
sun: {sun: {elevation: 12}}
sky: {skybox: {computed: {turbidity: 2}}}
""",
    "lens_flare": """
sun:
  sun: {azimuth: 0, elevation: 6}
  lens_flare: {glare: {inside: 25 deg, strength: 0.3}}       # elements: [] leaves out the ghosts
sky: {skybox: {computed: {}}}
""",
    "camera": """
eye:
  position: [1, 1, 3]
  camera: {fov: 45, target: [0, 0.5, 0]}
""",
    "camera_path": """
eye:
  camera: {fov: 45}
  camera_path:
    keys:                                                    # or file: paths/tour.keys, a key a line: p X Y Z r X Y Z
      - {position: [3, 1, 0], rotation: [0, 90, 0]}
      - {position: [0, 2, 3], rotation: [-20, 0, 0], fov: 60, ease: in_out}
      - {position: [-3, 1, 0], rotation: [0, -90, 0]}
    segment_duration: 2
    rotation_mode: quaternion
""",
    "draw": """
helper:
  shape: {box: {size: [1, 1, 1]}}
  collider: {}
  draw: {visible: false}                                     # solid, and not seen
sparks:
  mass: 1 mg
  emitter: {rate: 50}
  billboard: {blend: additive, glow: 20}
  draw: {sort_bias: 0.5}                                     # drawn before smoke that is up to 0.5 m nearer
""",
}


def example(name):
    """Lines of a component's example; empty where there is none."""
    return EXAMPLES.get(name, "").strip("\n")


def bodies():
    """Component -> what its example says of it, as data: what an editor may begin with."""
    from engine.scene.errors import Report
    from engine.scene.text import read
    from engine.scene.vocabulary import COMPONENTS

    found = {}
    for name in COMPONENTS:
        entities = read(scene(name).encode(), Report(name))["entities"] if name in EXAMPLES else {}
        found.update((name, entity[name]) for entity in entities.values() if name in entity)
    return found


def scene(name):
    """A whole scene that shows a component's example."""
    inside = "\n".join(f"  {line}".rstrip() for line in example(name).splitlines())
    return f"format: 1\nentities:\n{inside}\n"
