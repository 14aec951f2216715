"""MuJoCo: a flex, its `discrete` integrator, one step a frame.

A flex has no springs but an elastic membrane. Of springs of stiffness k along rows, columns and diagonals, pulled along a row, the sheet
resists as one of Young's modulus times thickness 3 k / 2 and Poisson's ratio 1/2 does; MuJoCo takes less than 1/2.
"""

import math

from game.commands.peers import GRAVITY

NEEDS, PIP = "mujoco", "mujoco"
VARIANTS = {"discrete, conjugate gradient": "CG"}
THICKNESS, POISSON = 1e-3, 0.45
MODEL = """
<mujoco>
  <option timestep="{dt}" integrator="discrete" solver="{solver}" gravity="0 {gravity} 0"/>
  <size memory="500M"/>
  <worldbody>
    <flexcomp name="cloth" type="direct" dim="2" mass="{mass}" radius="0.001" point="{points}" element="{elements}">
      <contact contype="0" conaffinity="0" selfcollide="none"/>
      <elasticity young="{young}" poisson="{poisson}" thickness="{thickness}" elastic2d="stretch"/>
      <pin id="{held}"/>
    </flexcomp>
  </worldbody>
</mujoco>"""


class Cloth:
    """A flex of the sheet's masses and triangles."""

    def __init__(self, settings, sheet, dt, drag):
        import mujoco

        mujoco.set_mju_user_warning(lambda text: None)  # else a file in the current folder: that a flex with elasticity has no forces
        self.step, self.keep = mujoco.mj_step, math.exp(-drag * dt)
        text = MODEL.format(
            dt=dt, solver=settings, gravity=-GRAVITY, mass=sheet.mass, points=_words(sheet.places), elements=_words(_triangles(sheet.n)),
            young=1.5 * sheet.stiffness / THICKNESS, poisson=POISSON, thickness=THICKNESS, held=_words(sheet.held),
        )  # fmt: skip
        self.model = mujoco.MjModel.from_xml_string(text)
        self.data = mujoco.MjData(self.model)

    def frame(self):
        """Move through dt."""
        self.step(self.model, self.data)
        self.data.qvel *= self.keep

    def places(self):
        """(n * n, 3) [m]."""
        return self.data.flexvert_xpos.copy()


def _words(array):
    return " ".join(f"{number:g}" for number in array.ravel())


def _triangles(n):
    import numpy as np

    at = np.arange(n * n).reshape(n, n)
    a, b, c, d = at[:-1, :-1], at[:-1, 1:], at[1:, :-1], at[1:, 1:]
    return np.concatenate([np.stack(t, -1).reshape(-1, 3) for t in ((a, b, d), (a, d, c))])
