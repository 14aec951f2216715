#include "view.glsl"
uniform sampler2D wave_map;
uniform int which;           // number of the water
uniform vec2 cells;          // of the drawn grid, along x and z
uniform vec2 eye_cell;       // the cell under the eye, or the nearest
out vec3 world;

// Far cells come first, so that near waves cover far ones without depth being written: from both ends toward the eye's cell.
int inward(int k, int eye_at, int n) { return k <= eye_at ? k : n - (k - eye_at); }

void main() {
    int quad = gl_VertexID / 6, k = gl_VertexID % 6;
    ivec2 n = ivec2(cells), under = ivec2(eye_cell);
    ivec2 cell = ivec2(inward(quad % n.x, under.x, n.x), inward(quad / n.x, under.y, n.y));
    ivec2 corner = cell + ivec2(k == 1 || k == 2 || k == 4, k == 2 || k == 4 || k == 5);
    vec2 s = vec2(corner) / cells, p = (s * 2.0 - 1.0) * water_shape[which].xy;
    world = water_place[which].xyz + vec3(p.x, textureLod(wave_map, s, 0.0).r, p.y);
    gl_Position = view_projection * vec4(world, 1.0);
}
