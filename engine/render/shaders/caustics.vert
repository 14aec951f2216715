#include "view.glsl"
uniform sampler2D wave_map;
uniform int rays;             // along a side
flat out int mirrored;        // 0: refracted onto the floor, 1: mirrored onto the walls
out vec2 before, after;       // place on the surface [m]: of the ray, and of the flat water's ray that lands where this one does

const float ETA = 1.0 / 1.333, WALL = 1.6;   // [m] way to the walls

void main() {
    mirrored = gl_InstanceID;
    int quad = gl_VertexID / 6, k = gl_VertexID % 6;
    ivec2 corner = ivec2(quad % rays, quad / rays) + ivec2(k == 1 || k == 2 || k == 4, k == 2 || k == 4 || k == 5);
    vec2 uv = vec2(corner) / float(rays);
    vec4 w = textureLod(wave_map, uv, 0.0);
    vec3 n = normalize(vec3(-w.y, 1.0, -w.z)), up = vec3(0, 1, 0);
    before = (uv * 2.0 - 1.0) * water_shape[0].xy;
    float way = mirrored == 1 ? WALL : water_place[0].w;
    vec3 flat_ray = mirrored == 1 ? reflect(-sun.xyz, up) : refract(-sun.xyz, up, ETA);
    vec3 ray = mirrored == 1 ? reflect(-sun.xyz, n) : refract(-sun.xyz, n, ETA);
    after = before + way * (ray.xz / max(abs(ray.y), 0.05) - flat_ray.xz / max(abs(flat_ray.y), 0.05));
    gl_Position = vec4(after / water_shape[0].xy, 0.0, 1.0);
}
