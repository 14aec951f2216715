"""Islands: bodies that may meet each other, solved side by side in one compiled call."""

import esper
import numpy as np

from engine.components import Affects, Ball, Hold, Island, Mass, Name, Population, Position, Spring, Surroundings, Touch, Velocity
from engine.kernels.ballistic import STABLE
from engine.kernels.body import PUSHED, SPARE, Air, Masses, Solid
from engine.kernels.compile import F
from engine.kernels.solids import FIRST, solids_in
from engine.systems import layout
from engine.systems.accumulate import acts
from engine.systems.bodies import in_order, name_of
from engine.systems.integrate import solver_of


def islands(step):
    """The islands of the current world, in an order that no query decides; made anew where the scene or a solver changed."""
    bodies = [entity for _, entity in sorted((name.key, entity) for entity, (_, name) in esper.get_components(Hold, Name))]
    known = tuple((entity, esper.component_for_entity(entity, Surroundings).surveys, solver_of(entity, step)) for entity in bodies)
    found = dict(esper.get_component(Island))
    if any(island.known != known for island in found.values()) or (bodies and not found):
        for entity in found:
            esper.remove_component(entity, Island)
        found = {group[0]: _island(group, known) for group in _groups(bodies, step)}
        for entity, island in found.items():
            esper.add_component(entity, island)
        for entity in bodies:
            _tell_who_passes(entity, step)
    return [found[entity] for entity in bodies if entity in found]


def _groups(bodies, step):
    """Bodies that may meet, directly or through others: stable ones of which some are solid. Groups and members come in the bodies' order."""
    stable = [entity for entity in bodies if solver_of(entity, step) == STABLE]
    group = {entity: [entity] for entity in bodies}
    for solid in stable:
        if esper.component_for_entity(solid, Touch).solid:
            affects = esper.try_component(solid, Affects)
            for other in stable:
                mine, theirs = group[solid], group[other]
                if theirs is not mine and (affects is None or affects.admits(name_of(other))):
                    mine += theirs
                    group.update(dict.fromkeys(theirs, mine))
    order = {entity: place for place, entity in enumerate(bodies)}
    return [sorted(one, key=order.get) for one in {id(one): one for one in group.values()}.values()]


def _tell_who_passes(solid, step):
    """Tell the author, once, whom a solid body on springs does not stop although it may act on them."""
    touch = esper.component_for_entity(solid, Touch)
    if not touch.solid or esper.has_component(solid, Ball):
        return
    others = [entity for entity in in_order() if entity != solid and acts(solid, entity)]
    free = [name_of(entity) for entity in others if not esper.has_component(entity, Hold)]
    explicit = [name_of(e) for e in others if esper.has_component(e, Hold) and not solver_of(e, step) == solver_of(solid, step) == STABLE]
    why = [f"{_listed(free)} through it: particles do not meet masses on springs yet"] if free else []
    why += [f"{_listed(explicit)} through it: only bodies of solver: stable meet each other"] if explicit else []
    text = "; ".join(why)
    if text and text != touch.told:
        step.tell(name_of(solid), f"{text}; write affects: [...] to name those that it is there for")
    touch.told = text


def _listed(names):
    """`a passes`, `a, b and 3 more pass`."""
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"{', '.join(names[:3])}{more} pass{'' if len(names) > 1 else 'es'}"


def _island(group, known):
    alone = len(group) == 1
    first = layout.firsts(esper.component_for_entity(entity, Population).used for entity in group)
    slots = len(esper.component_for_entity(group[0], Mass).inverse) if alone else Population.slots(int(first[-1]))
    zeros = lambda *shape: np.zeros((*shape, slots), np.float32)  # noqa: E731
    reach, restitution = zeros(), zeros()
    for entity, lo, hi in zip(group, first, first[1:], strict=False):
        reach[lo:hi] = esper.component_for_entity(entity, Touch).reach[: hi - lo]
        ball = esper.try_component(entity, Ball)
        restitution[lo:hi] = ball.restitution if ball else 0.0
    contacts = layout.near(group, first, slots)
    return Island(
        tuple(group), known, first, () if alone else (zeros(3), zeros(3), zeros(), zeros(3)), (zeros(3), zeros(3), zeros(SPARE)),
        layout.springs(group, first), layout.tethers(group, first, slots), layout.cells(group, first), layout.faces(group, first),
        reach, restitution, contacts, contacts.last, contacts.seen,
    )  # fmt: skip


def gather(island):
    """Masses of all as they are now, for the solver: a body alone in its own rows, several copied side by side."""
    used = int(island.first[-1])
    if not island.rows:
        return Masses(*_own(island.members[0]), *island.scratch, used, island.first, _in_hand(island))
    for entity, lo, hi in parts(island):
        for joint, own in zip(island.rows, _own(entity), strict=True):
            joint[..., lo:hi] = own[..., : hi - lo]
    firm = _firm(island)
    if firm:
        np.concatenate(firm, out=island.springs.firm)
    return Masses(*island.rows, *island.scratch, used, island.first, _in_hand(island))


def _in_hand(island):
    """Row of the mass that the user holds, -1 for none: there is one hand."""
    grabbed = [
        lo + esper.component_for_entity(entity, Hold).grabbed
        for entity, lo, _ in parts(island)
        if esper.component_for_entity(entity, Hold).grabbed >= 0
    ]
    return grabbed[0] if grabbed else -1


def scatter(island):
    """Give several bodies their places and velocities back, and what their springs resist."""
    for entity, lo, hi in parts(island) if island.rows else ():
        for joint, own in zip(island.rows[:2], _own(entity)[:2], strict=True):
            own[..., : hi - lo] = joint[..., lo:hi]
    firm = _firm(island) if island.rows else []
    for own, start in zip(firm, np.cumsum([0, *map(len, firm)]), strict=False):
        own[:] = island.springs.firm[start : start + len(own)]


def _firm(island):
    return [esper.component_for_entity(entity, Spring).firm for entity in island.members if esper.has_component(entity, Spring)]


def press(island, h, dt):
    """Tell each member what contact did to it in a tick of dt seconds, in substeps of h."""
    for entity, lo, hi in parts(island):
        pushed = island.scratch[2][PUSHED:SPARE, lo:hi]
        np.multiply(pushed, F(1 / (h * dt)), out=esper.component_for_entity(entity, Touch).contact[:, : hi - lo])


def parts(island):
    """(entity, first row, end) of each member."""
    return [(entity, int(lo), int(hi)) for entity, lo, hi in zip(island.members, island.first, island.first[1:], strict=False)]


def _own(entity):
    x, v, mass, hold = esper.try_components(entity, Position, Velocity, Mass, Hold)
    return x.rows, v.rows, mass.inverse, hold.target


def air(island):
    """What pushes each of them in this tick."""
    around = [esper.component_for_entity(entity, Surroundings) for entity in island.members]
    tables = [[getattr(a, name) for a in around] for name in ("winds", "fields", "eddies")]
    joint = [part for table in tables for part in (np.concatenate(table), layout.firsts(map(len, table)))]
    return Air(np.stack([a.force for a in around]), *joint)


def solid(island):
    """What stands in the way of each of them."""
    around = [esper.component_for_entity(entity, Surroundings) for entity in island.members]
    if len(around) == 1:
        own = around[0]
        return Solid(own.solids, own.bounces, island.reach, island.restitution, layout.firsts([len(own.solids)]))
    rows = np.concatenate([a.solids for a in around])
    first = layout.firsts(len(a.solids) for a in around)
    bounces = layout.firsts(len(a.bounces) for a in around)
    for each, start, own in zip(around, first, bounces, strict=False):
        rows[start : start + solids_in(each.solids), FIRST] += own
    return Solid(rows, np.concatenate([a.bounces for a in around]), island.reach, island.restitution, first)
