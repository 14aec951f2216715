// Random numbers as a function of (seed, body, id, channel): the twin of kernels/hash.py, equal to the bit.
// source: Jarzynski and Olano 2020, "Hash functions for GPU rendering" (PCG4D)
const uint SIZE = 13u, TEXTURE = 14u, TURN = 15u, ROTATION = 24u, SPIN = 25u, FILM = 26u;

uint hash_bits(uint seed, uint body, uint id, uint channel) {
    uvec4 v = uvec4(seed, body, id, channel) * 1664525u + 1013904223u;
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    v ^= v >> 16u;
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    return v.x;
}

float hash_uniform(uint seed, uint body, uint id, uint channel) { return float(hash_bits(seed, body, id, channel) >> 8u) * (1.0 / 16777216.0); }
