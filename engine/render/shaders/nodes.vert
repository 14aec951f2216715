#include "view.glsl"
#include "inward.glsl"
uniform sampler2D node_map;   // height, froth; s along z and t along x
uniform int which;
uniform vec2 eye_cell;        // the node under the eye, or the nearest
out vec2 corner;
flat out vec3 center;
flat out vec2 size;           // radius [m]; how many pixels that is

void main() {
    ivec2 n = textureSize(node_map, 0).yx, k = inward(gl_InstanceID, ivec2(eye_cell), n);
    vec2 spacing = 2.0 * water_shape[which].xy / vec2(n), p = (vec2(k) + 0.5) * spacing - water_shape[which].xy;
    center = water_place[which].xyz + vec3(p.x, texelFetch(node_map, k.yx, 0).r, p.y);
    float radius = 0.47 * min(spacing.x, spacing.y), pixel = 2.0 * ahead.w * max(dot(center - eye.xyz, ahead.xyz), right.w) * viewport.w;
    size = vec2(radius, radius / pixel);
    corner = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * (1.15 + pixel / radius);   // a ball seen aslant is wider than its disc
    gl_Position = view_projection * vec4(center + (right.xyz * corner.x + up.xyz * corner.y) * radius, 1.0);
}
