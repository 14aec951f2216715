#include "view.glsl"
#include "inward.glsl"
// Far cells come first, so that near waves cover far ones without depth being written.
uniform sampler2D wave_map;
uniform int which;           // number of the water
uniform vec2 cells;          // of the drawn grid, along x and z
uniform vec2 eye_cell;       // the cell under the eye, or the nearest
out vec3 world;
flat out vec3 wall;          // outward normal of a side of the water; 0 on its surface

void main() {
    ivec2 n = ivec2(cells);
    int quad = gl_VertexID / 6, k = gl_VertexID % 6, edge = quad - n.x * n.y;
    bool right = k == 1 || k == 2 || k == 4, far = k == 2 || k == 4 || k == 5, low = false;
    vec2 s = (vec2(inward(max(quad, 0), ivec2(eye_cell), n)) + vec2(right, far)) / cells;
    wall = vec3(0);
    if (edge >= 0) {         // its sides, cell by cell down to its depth: first the two along x
        bool along_x = edge < 2 * n.x;
        int at = along_x ? edge : edge - 2 * n.x, count = along_x ? n.x : n.y;
        float share = (float(at % count) + float(right)) / float(count), end = float(at / count);
        s = along_x ? vec2(share, end) : vec2(end, share);
        wall[along_x ? 2 : 0] = 2.0 * end - 1.0;
        low = far;
    }
    vec2 p = (s * 2.0 - 1.0) * water_shape[which].xy;
    world = water_place[which].xyz + vec3(p.x, low ? -water_place[which].w : textureLod(wave_map, s, 0.0).r, p.y);
    gl_Position = view_projection * vec4(world, 1.0);
}
