#include "view.glsl"
#include "inward.glsl"
// Far cells come first, so that near waves cover far ones without depth being written.
uniform sampler2D wave_map;
uniform int which;           // number of the water
uniform vec2 cells;          // of the drawn grid, along x and z
uniform vec2 eye_cell;       // the cell under the eye, or the nearest
out vec3 world;

void main() {
    int quad = gl_VertexID / 6, k = gl_VertexID % 6;
    ivec2 corner = inward(quad, ivec2(eye_cell), ivec2(cells)) + ivec2(k == 1 || k == 2 || k == 4, k == 2 || k == 4 || k == 5);
    vec2 s = vec2(corner) / cells, p = (s * 2.0 - 1.0) * water_shape[which].xy;
    world = water_place[which].xyz + vec3(p.x, textureLod(wave_map, s, 0.0).r, p.y);
    gl_Position = view_projection * vec4(world, 1.0);
}
