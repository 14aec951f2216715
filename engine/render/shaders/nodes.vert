#include "view.glsl"
uniform sampler2D node_map;   // height, froth; s along z and t along x
uniform int which;
out vec2 corner;
flat out vec3 center;
flat out float radius;

void main() {
    ivec2 n = textureSize(node_map, 0).yx, k = ivec2(gl_InstanceID / n.y, gl_InstanceID % n.y);
    vec2 spacing = 2.0 * water_shape[which].xy / vec2(n), p = (vec2(k) + 0.5) * spacing - water_shape[which].xy;
    center = water_place[which].xyz + vec3(p.x, texelFetch(node_map, k.yx, 0).r, p.y);
    radius = 0.45 * min(spacing.x, spacing.y);
    corner = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * 1.15;   // a ball seen aslant is wider than its disc
    gl_Position = view_projection * vec4(center + (right.xyz * corner.x + up.xyz * corner.y) * radius, 1.0);
}
