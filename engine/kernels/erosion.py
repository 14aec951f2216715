"""Rivers carve a landscape: the stream power law on a grid that repeats.

source: Braun and Willett 2013, "A very efficient O(n), implicit and parallel method to solve the stream power equation governing
        fluvial incision and landscape evolution", with exponents m = 1/2, n = 1; the steepest descent of O'Callaghan and Mark 1984
"""

import numpy as np

from engine.kernels.compile import F, lean

I = np.int32
DIAGONAL = F(np.sqrt(2.0))


@lean
def drain(height, rough, receiver, away):
    """Where the water of each cell goes: the steepest way down to one of its eight neighbours; to itself in a pit.

    height    [cells] (n, n); the map repeats
    rough     (n, n) 0..1: how much steeper a way out of this cell seems; what keeps rivers off the eight directions of the grid
    receiver  (n n,) int32, out: number of a cell, row by row
    away      [cells] (n n,) out: distance to it
    """
    n = height.shape[0]
    for j in range(n):
        for i in range(n):
            best, cell = F(0.0), j * n + i
            receiver[cell], away[cell] = cell, F(1.0)
            for dj in range(-1, 2):
                for di in range(-1, 2):
                    if di == 0 and dj == 0:
                        continue
                    distance = DIAGONAL if di != 0 and dj != 0 else F(1.0)
                    row, column = (j + dj) % n, (i + di) % n
                    slope = (height[j, i] - height[row, column]) / distance * (F(0.6) + rough[row, column])
                    if slope > best:
                        best, receiver[cell], away[cell] = slope, row * n + column, distance


@lean
def carve(height, order, receiver, away, area, hardness, talus):
    """One implicit step of the rivers, from the mouths up: no cell falls below the one that it drains to.

    height    [cells] (n n,) changed in place
    order     (n n,) int32: cells from the lowest to the highest
    receiver, away  as of `drain`
    area      [cells] (n n,) out: what drains through each cell
    hardness  (n n,) step times erodibility
    talus     (n n,) steepest slope that holds
    """
    for k in range(order.shape[0]):
        area[k] = F(1.0)
    for k in range(order.shape[0] - 1, -1, -1):
        cell = order[k]
        if receiver[cell] != cell:
            area[receiver[cell]] += area[cell]
    for k in range(order.shape[0]):
        cell = order[k]
        to = receiver[cell]
        if to != cell:
            power = hardness[cell] * np.sqrt(area[cell]) / away[cell]
            carved = (height[cell] + power * height[to]) / (F(1.0) + power)
            height[cell] = min(carved, height[to] + talus[cell] * away[cell])
