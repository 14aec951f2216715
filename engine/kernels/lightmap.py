"""Indirect light on still boxes: skylight and bounced sunlight, gathered along rays into one small map.

Each face has a chart, a grid of texels. A texel gathers cosine-weighted rays: one that leaves takes the sky's radiance, one that
hits takes the albedo there times the light found by the round before, sunlight included. Round after round adds one bounce.
source: Goral et al. 1984 (radiosity), gathered as in Cohen and Wallace 1993, Radiosity and Realistic Image Synthesis
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from engine.kernels.charts import layout, spread, texels
from engine.kernels.compile import kernel
from engine.kernels.hash import uniform
from engine.kernels.rays import HALF, INWARD, buried, nearest, packed

GAP = 1e-3  # [m] from the face to where its rays start
INSET = 0.02  # [m] from the face's edge to its outermost texels, at most a fifth of the side
EARLY_RAYS = 48  # for all rounds but the last
SUN_RAYS = 4  # toward the sun, for each texel
SLICE = 2048  # texels that a thread takes at a time
FAR = 1e9  # [m]


def bake(center, rotation, half, albedo, inward, sun, beam, sky, rays=192, rounds=3, progress=None, threads=2):
    """Map of the light on every face that does not come straight from the sun. 32 rays and 2 rounds make a draft.

    center, half      [m] (n, 3); rotation (n, 3, 3) box frame to world
    albedo            (n, 6, 3) linear; faces -x +x -y +y -z +z
    inward            (n,) bool: rooms, seen from within; they stop rays but not the sun
    sun               toward the sun (3,)
    beam              irradiance of the sun on a facing plane (3,), PI for white light of radiance 1
    sky               (h, 2 h, 3) radiance by latitude (row 0 straight down) and longitude atan2(z, x)
    progress          called with the share done, 0 to 1, now and then; what it raises ends the bake
    returns light (height, 512, 3) float32: radiance that a white face would have; chart (n, 6, 4) int32, see charts.layout
    The result does not depend on the number of threads.
    """
    chart, height = layout(half)
    boxes, tree = packed(center, rotation, half, inward)
    sun, sky = np.asarray(sun, np.float64) / np.linalg.norm(sun), np.ascontiguousarray(sky, np.float64)
    albedo, share = np.ascontiguousarray(albedo, np.float64), np.asarray(beam, np.float64) / np.pi
    texel = texels(chart)
    valid, facing = np.zeros(len(texel), bool), np.zeros(len(texel))
    plan = [min(rays, EARLY_RAYS)] * (rounds - 1) + [rays]
    done, total = 0, len(texel) * (SUN_RAYS + sum(plan))
    pool = ThreadPoolExecutor(threads)

    def sliced(task, rays, *arguments):
        nonlocal done
        starts = range(0, len(texel), SLICE)
        jobs = [pool.submit(task, *arguments, lo, min(lo + SLICE, len(texel))) for lo in starts]
        for job, lo in zip(jobs, starts, strict=True):
            job.result()
            done += rays * min(SLICE, len(texel) - lo)
            if progress:
                progress(done / total)

    try:
        sliced(sunlit, SUN_RAYS, boxes, tree, chart, texel, sun, valid, facing)
        direct = spread(facing[:, None] * share, texel, valid, chart, height)
        light = np.zeros_like(direct)
        for k, count in enumerate(plan):
            found = np.zeros((len(texel), 3))
            sliced(gather, count, boxes, tree, chart, texel, valid, albedo, direct + light, sky, count, k, found)
            light = spread(found, texel, valid, chart, height)
    finally:
        pool.shutdown(cancel_futures=True)
    return light.astype(np.float32), chart


@kernel
def stand(boxes, chart, texel, i, shift_u, shift_v, p, normal, tangent, bitangent):
    """The place (3,) of texel i, GAP off its face and moved by shares of a texel, and the face's frame, into the last four."""
    b, face = texel[i, 0], texel[i, 1]
    a = face // 2
    u, v = (a + 1) % 3, (a + 2) % 3
    sign = 1.0 if face % 2 else -1.0
    half_u, half_v = boxes[b, HALF + u], boxes[b, HALF + v]
    inset_u, inset_v = min(INSET, 0.4 * half_u), min(INSET, 0.4 * half_v)
    w, h = chart[b, face, 2], chart[b, face, 3]
    at_u = (2.0 * min(max(texel[i, 2] + shift_u, 0.0), w - 1.0) / (w - 1.0) - 1.0) * (half_u - inset_u)
    at_v = (2.0 * min(max(texel[i, 3] + shift_v, 0.0), h - 1.0) / (h - 1.0) - 1.0) * (half_v - inset_v)
    out = -sign if boxes[b, INWARD] != 0.0 else sign
    for k in range(3):
        row = 3 + 3 * k
        normal[k], tangent[k], bitangent[k] = out * boxes[b, row + a], boxes[b, row + u], boxes[b, row + v]
        p[k] = boxes[b, k] + sign * boxes[b, HALF + a] * boxes[b, row + a] + GAP * normal[k]
        p[k] += at_u * tangent[k] + at_v * bitangent[k]


@kernel
def sunlit(boxes, tree, chart, texel, sun, valid, facing, lo, hi):
    """For texels lo to hi: whether they lie in the open, and the sun's cosine times the share of its rays that arrive."""
    p, n, s, t = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)
    for i in range(lo, hi):
        stand(boxes, chart, texel, i, 0.0, 0.0, p, n, s, t)
        valid[i] = not buried(boxes, tree, p)
        facing[i] = 0.0
        cosine = n[0] * sun[0] + n[1] * sun[1] + n[2] * sun[2]
        if not valid[i] or cosine <= 0.0:
            continue
        for k in range(SUN_RAYS):
            stand(boxes, chart, texel, i, 0.5 * (k % 2) - 0.25, 0.5 * (k // 2 % 2) - 0.25, p, n, s, t)
            if nearest(boxes, tree, p, sun, FAR, True)[1] < 0:
                facing[i] += cosine / SUN_RAYS


@kernel
def gather(boxes, tree, chart, texel, valid, albedo, before, sky, rays, turn, found, lo, hi):
    """One round of light for texels lo to hi, into found (t, 3): mean radiance over cosine-weighted directions.

    before  (height, 512, 3): radiance of white, sunlight included, after the round before
    turn    number of the round; with the texel's number it sets where the ray sequence starts
    The directions are a Kronecker sequence by the golden ratio, shifted for each texel.
    """
    p, n, s, t = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)
    d, total = np.zeros(3), np.zeros(3)
    for i in range(lo, hi):
        if not valid[i]:
            continue
        stand(boxes, chart, texel, i, 0.0, 0.0, p, n, s, t)
        first, second = np.float64(uniform(turn, 0, i, 0)), np.float64(uniform(turn, 0, i, 1))
        total[0] = total[1] = total[2] = 0.0
        for k in range(rays):
            sine2, angle = (k + 0.5) / rays + first, k * 0.6180339887498949 + second
            sine2, angle = sine2 - np.floor(sine2), 2.0 * np.pi * (angle - np.floor(angle))
            along, up = np.sqrt(sine2), np.sqrt(1.0 - sine2)
            for c in range(3):
                d[c] = up * n[c] + along * (np.cos(angle) * s[c] + np.sin(angle) * t[c])
            far, hit, side = nearest(boxes, tree, p, d, FAR, False)
            if hit < 0:
                row, column = toward(sky, d)
                for c in range(3):
                    total[c] += sky[row, column, c]
            else:
                x, y = landed(boxes, chart, hit, side, p, d, far)
                for c in range(3):
                    total[c] += albedo[hit, side, c] * before[y, x, c]
        for c in range(3):
            found[i, c] = total[c] / rays


@kernel
def toward(sky, d):
    """Row and column of the panorama in direction d."""
    row = int((np.arcsin(min(1.0, max(-1.0, d[1]))) / np.pi + 0.5) * sky.shape[0])
    column = int((np.arctan2(d[2], d[0]) / (2.0 * np.pi) + 0.5) * sky.shape[1])
    return min(row, sky.shape[0] - 1), min(column, sky.shape[1] - 1)


@kernel
def landed(boxes, chart, b, face, p, d, far):
    """Column and row of the map where the ray p + far d meets a face."""
    a = face // 2
    u, v = (a + 1) % 3, (a + 2) % 3
    at_u = at_v = 0.0
    for k in range(3):
        q = p[k] + far * d[k] - boxes[b, k]
        at_u += boxes[b, 3 + 3 * k + u] * q
        at_v += boxes[b, 3 + 3 * k + v] * q
    x, y, w, h = chart[b, face, 0], chart[b, face, 1], chart[b, face, 2], chart[b, face, 3]
    column = int((0.5 * at_u / boxes[b, HALF + u] + 0.5) * (w - 1) + 0.5)
    row = int((0.5 * at_v / boxes[b, HALF + v] + 0.5) * (h - 1) + 0.5)
    return x + min(max(column, 0), w - 1), y + min(max(row, 0), h - 1)
