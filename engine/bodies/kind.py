"""What all specs that say where masses are can do."""

from engine.bodies.body import build, inverse_masses
from engine.bodies.edit import adapted
from engine.bodies.links import springs_of
from engine.components import LINKS
from engine.schema import Spec


class Masses(Spec):
    """Masses somewhere. A subclass says what they are made of: `form`, `start`, `known` links, and what makes it `another` body."""

    def build(self, entity):
        """Components: masses where they start, springs without energy."""
        return build(self.form(entity), entity)

    def adapted(self, old, entity, state):
        """What a change of the entity asks of its state, as (component, field, value); state: components by class."""
        return adapted(old, entity, state)

    def another(self, new):
        """Whether `new`, of the same class, is a body of its own, with nothing to take over from this one."""
        return self != new

    def reshaped(self, new):
        """Whether `new` has other masses or lengths than this one, which it takes over."""
        return False

    def inverse(self, entity, n):
        """(n,) [1/kg] inverse masses."""
        return inverse_masses(entity, n)

    def groups(self, entity, link):
        """Which number of `spring.stiffness` each spring has, see links.per_spring. link (m,) row of LINKS of each."""
        return link, [LINKS.index(name) for name in springs_of(entity.spring, self.known())]
