#include "view.glsl"
// A spring: six corners of a ribbon that faces the eye (or the sun), never thinner than a pixel: thinner ones fade instead.
uniform samplerBuffer masses;                 // place [m] of each mass
uniform isamplerBuffer ends;                  // the two masses of each spring
uniform samplerBuffer heats, thickness;       // energy 0..1; share of `width`
uniform float width;                          // [m]
#ifndef SHADOW
out vec3 world, along;
out float across;
flat out float heat, cover;
#endif
const ivec2 CORNER[6] = ivec2[](ivec2(0, 0), ivec2(1, 0), ivec2(1, 1), ivec2(0, 0), ivec2(1, 1), ivec2(0, 1));

void main() {
    int spring = gl_VertexID / 6;
    ivec2 c = CORNER[gl_VertexID % 6], pair = texelFetch(ends, spring).xy;
    vec3 a = texelFetch(masses, pair.x).xyz, b = texelFetch(masses, pair.y).xyz, way = b - a;
    vec3 axis = way / max(length(way), 1e-12), p = c.y == 0 ? a : b;
    float wide = width * texelFetch(thickness, spring).r, side = float(c.x) * 2.0 - 1.0;
#ifdef SHADOW
    vec3 s = cross(axis, sun.xyz);
    gl_Position = shadow_matrix * vec4(p + s / max(length(s), 1e-6) * side * max(0.5 * wide, 0.5 * shadow_shape.w), 1.0);
#else
    vec3 s = normalize(cross(axis, eye.xyz - p));
    float pixel = 2.0 * ahead.w * viewport.w * dot(p - eye.xyz, ahead.xyz), seen = max(wide, 1.2 * pixel);
    world = p + s * side * 0.5 * seen;
    along = axis;
    across = side;
    heat = texelFetch(heats, spring).r;
    cover = wide / seen;
    gl_Position = view_projection * vec4(world, 1.0);
    gl_ClipDistance[0] = dot(clip, vec4(world, 1.0));
#endif
}
