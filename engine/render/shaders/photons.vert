#include "view.glsl"
#include "inside.glsl"
// One photon a texel of the sun's view of the jellies: in through the front, out through the back, on to what the sun sees behind.
// sources: Wyman 2005, "An approximate image-space approach for interactive refraction" (two surfaces); Shah, Konttinen and Pattanaik
// 2007, "Caustics mapping: an image-space technique for real-time caustics" (landing in the sun's depth map, splatted points)
uniform sampler2D front_map, back_map; // normal; distance toward the sun from the glow map's middle
uniform sampler2D still_depth, all_depth; // what stands in the sun, without the jellies and with them
flat out vec4 power;

const float NONE = -99.0;

vec2 across(vec3 p) {
    vec3 q = p - glow_middle.xyz;
    return vec2(dot(q, glow_x.xyz) / glow_x.w, dot(q, glow_y.xyz) / glow_y.w);
}

vec3 seen_place(vec2 at, float toward) {
    vec2 q = at * vec2(glow_x.w, glow_y.w);
    return glow_middle.xyz + q.x * glow_x.xyz + q.y * glow_y.xyz + toward * sun.xyz;
}

// How far behind p along the sun's ray the still scene begins [m]; below 0: p lies in or behind it.
float gap(sampler2D depths, vec3 p) {
    vec3 q = (shadow_matrix * vec4(p, 1.0)).xyz * 0.5 + 0.5;
    if (q.xy != clamp(q.xy, 0.0, 1.0)) return 1e4;         // nothing is known there
    return (textureLod(depths, q.xy, 0.0).r - q.z) * shadow_shape.z;
}

void main() {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    gl_PointSize = 1.0;
    power = vec4(0);
    ivec2 size = textureSize(front_map, 0), texel = ivec2(gl_VertexID % size.x, gl_VertexID / size.x);
    vec4 front = texelFetch(front_map, texel, 0), back = texelFetch(back_map, texel, 0);
    if (front.w <= NONE || back.w <= NONE) return;
    vec3 p = seen_place((vec2(texel) + 0.5) / vec2(size) * 2.0 - 1.0, front.w);
    if (gap(all_depth, p + (0.02 + 0.03 * glow_middle.w) * sun.xyz) < 0.0) return; // something stands before it
    vec3 n = front.xyz, d = refract(-sun.xyz, n, 1.0 / IOR), m = back.xyz;
    float way = front.w - back.w;
    for (int i = 0; i < 3; i++) {
        vec2 at = across(p + d * way);
        vec4 b = texelFetch(back_map, clamp(ivec2((at * 0.5 + 0.5) * vec2(size)), ivec2(0), size - 1), 0);
        if (b.w <= NONE) break;
        m = b.xyz;
        way = clamp(dot(seen_place(at, b.w) - p, d), 0.0, 3.0 * glow_middle.w);
    }
    vec3 q = p + d * way, o = refract(d, -m, IOR);
    float left = 1.0 - (0.03 + 0.97 * pow(1.0 - max(dot(n, sun.xyz), 0.0), 5.0));
    if (o == vec3(0)) { o = reflect(d, -m); left *= 0.5; }
    float before = gap(still_depth, q), now = before, t = 0.0, step_on = max(before, 0.0);
    if (before > 8.0 * glow_middle.w) return;              // lands too far away to be seen
    for (int i = 0; i < 3; i++) {                          // secants: one is enough for a plane
        t += step_on;
        now = gap(still_depth, q + o * t);
        float fall = before - now;
        if (abs(fall) < 1e-5) break;
        step_on = clamp(now / fall * step_on, -t, 4.0 * glow_middle.w);
        before = now;
    }
    vec3 landed = q + o * t;
    if (abs(now) > 0.1 * glow_middle.w) return;
    vec2 at = across(landed);
    float wide = 2.0 + min(6.0, 6.0 * haze * way * float(size.x) / 320.0);
    power.rgb = left * exp(-(absorb + 0.2 * haze) * way) / (wide * wide);
    power.a = luma(power.rgb) * dot(landed - glow_middle.xyz, sun.xyz);
    gl_PointSize = wide;
    gl_Position = vec4(at, 0.0, 1.0);
}
