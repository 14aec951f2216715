"""Every way to spoil a body of masses; see scene_cases.py."""

LAST = "  eye: {camera: {fov: 50, target: jet}}\n"


def body(words, said):
    """A case: an entity more with these components; ^ stands before its mistake."""
    line = f"  body: {{mass: 1, {words}}}\n"
    return LAST, LAST + line.replace("^", ""), 18, line.index("^") + 1, said


BODIES = {
    "one mass": body("lattice: {counts: [^1, 5], size: 1}", "must be 2 or more, found 1"),
    "large sheet": body("^lattice: {counts: [2, 2000], size: 1}", "a sheet has at most 1,024 masses along an axis, found 2000"),
    "long size": body("^lattice: {counts: [3, 3], size: [1, 1, 1]}", "size of a sheet needs 1 or 2 numbers, found 3"),
    "rope with plane": body("^lattice: {counts: [3], size: 1, plane: xz}", "plane is for sheets; take it out of a rope"),
    "rope in pleats": body("^lattice: {counts: [9], size: 1, pleats: {}}", "pleats are for sheets; take them out of a rope"),
    "too many pleats": body(
        "^lattice: {counts: [9, 9], size: 1, pleats: {count: 3}}", "3 pleats need 13 masses or more along the first axis, found 9"
    ),
    "sheet along": body("^lattice: {counts: [3, 3], along: {from: [0, 0, 0], to: [1, 0, 0]}}", "along is for ropes; write size for a sheet"),
    "rope nowhere": body("^lattice: {counts: [3], along: {from: [0, 1, 0], to: [0, 1, 0]}}", "from and to are the same place; a rope needs two"),
    "slack pair": body("^lattice: {counts: [2], along: {from: [0, 1, 0], to: [0, 2, 0], slack: 1}}", "a slack rope needs 3 masses or more, found 2"),
    "no size": body("^lattice: {counts: [3, 3]}", "needs size, as in [2, 1.5]"),
    "no rope": body("^lattice: {counts: [3]}", "needs either size, or along: {from: [x, y, z], to: [x, y, z]}"),
    "links and pairs": body("lattice: {counts: [3, 3], size: 1}, ^spring: {links: [bend], pairs: [[0, 1]]}", "takes links of a lattice or mesh, or pairs of single masses, not both"),
    "link twice": body("lattice: {counts: [3, 3], size: 1}, ^spring: {links: [bend, bend]}", "names a link twice; write each once"),
    "rests": body("lattice: {counts: [3, 3], size: 1}, ^spring: {pairs: [[0, 1]], rest: [1, 2]}", "needs one rest length for each pair: 1, found 2"),
    "weights": body("^points: {positions: [[0, 0, 0], [1, 0, 0]], masses: [1]}", "needs one mass for each position: 2, found 1"),
    "sheet of jelly": body(
        "lattice: {counts: [3, 3], size: 1}, surface: {^material: jelly}", "a jelly is a block or a closed mesh, for light goes through its inside; write"
    ),
    "no pin": body("lattice: {counts: [3, 3], size: 1}, ^pin: {}", "holds nothing; write corners, indices or where in it, or take it out"),
    "rest of links": body("lattice: {counts: [3, 3], size: 1}, ^spring: {rest: [1]}", "rest is for pairs of single masses; take it out"),
    "jet and sheet": body("^lattice: {counts: [3, 3], size: 1}, emitter: {rate: 1}", "'body' cannot be both emitter and lattice; write two entities"),
    "many masses": (LAST, LAST + "  jets: {mass: 1, emitter: {capacity: 19990000}}\n  net: {mass: 1, lattice: {counts: [2, 2], size: 1}}\n", 19, 36,
                    "20,000,004 particles in all; a scene may have 20,000,000"),
    "pin of nothing": body("lattice: {counts: [3, 3], size: 1}, pin: {^where: {box: {min: [5, 5, 5], max: [6, 6, 6]}}}",
                           "no mass starts in this box; it is in the entity's frame, before rotation and position"),
    "pin of a rope's corner": body("lattice: {counts: [3], size: 1}, pin: {corners: [^middle]}", "no corner 'middle'; corners here: "),
    "pin of no mass": body("lattice: {counts: [3], size: 1}, pin: {indices: [^3]}", "there is no mass 3; the masses are 0 to 2"),
    "pin of a point's corner": body("points: {positions: [[0, 0, 0]]}, pin: {corners: [^left]}",
                                    "no corner 'left'; this body has no corners; write indices, or where: {box: {min, max}}"),
    "cloth that bounces": body("lattice: {counts: [3, 3], size: 1}, spring: {}, collider: {^restitution: 0.5}",
                               "masses on springs do not bounce; of their collider write friction and thickness only"),
    "points that meet": body("points: {positions: [[0, 0, 0]]}, ^self_collision: {}",
                             "single masses have no spacing to take the thickness from; write self_collision: {thickness: 0.01}"),
    "pairs of a rope": body("lattice: {counts: [3], size: 1}, spring: {^pairs: [[0, 1]]}", "pairs join single masses; of a rope write links: [structural, bend], or take it out"),
    "volume of a sheet": body("lattice: {counts: [3, 3], size: 1}, spring: {links: [^volume]}",
                              "a sheet has no volume (volumes of cells); it can have structural, shear, bend"),
    "points without pairs": body("points: {positions: [[0, 0, 0], [1, 0, 0]]}, ^spring: {}", "single masses have no neighbours; write pairs: [[0, 1]]"),
    "pair of nobody": body("points: {positions: [[0, 0, 0], [1, 0, 0]]}, spring: {pairs: [^[0, 2]]}", "there is no mass 2; the masses are 0 to 1"),
    "pair of one": body("points: {positions: [[0, 0, 0], [1, 0, 0]]}, spring: {pairs: [^[1, 1]]}", "joins mass 1 to itself; write two masses"),
    "pair of no length": body("points: {positions: [[0, 0, 0], [0, 0, 0]]}, spring: {pairs: [^[0, 1]]}", "masses 0 and 1 start at the same place; move one, or write rest"),
    "amounts": body("lattice: {counts: [3, 3], size: 1}, spring: {links: [bend], ^stiffness: [1, 2]}", "needs 1 number, or 1: one for each of bend; found 2"),
    "pin box": body("lattice: {counts: [3, 3], size: 1}, pin: {where: {^box: {min: [1, 0, 0], max: [0, 1, 1]}}}", "min must not exceed max along any axis"),
}  # fmt: skip
