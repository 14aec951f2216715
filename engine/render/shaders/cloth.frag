#include "view.glsl"
#include "shadow.glsl"
#include "shine.glsl"
#include "around.glsl"
#include "rounds.glsl"
// A sheet seen from both sides, lit from both: what falls on the far side comes through, dyed once more.
uniform sampler2D color_map, normal_map;      // height (thickness) in the colour's alpha; roughness and cavity in the normal's z and w
uniform vec3 paint;
uniform float rough;                          // below 0: the texture's own
uniform float translucency;                   // share of light that comes through; 0.4 as in thin wool
uniform bool fabric;
uniform float thread;                         // repeats of the texture in one thread's width; 0: the texture has threads of its own
uniform float frozen;
centroid in vec3 world, normal;
centroid in vec2 uv;
centroid in float hollow;
out vec4 color;

// The texture's axes in the world, from screen derivatives. source: Schueler 2006, "Normal mapping without precomputed tangents", ShaderX5
mat3 texture_frame(vec3 n) {
    vec3 a = cross(dFdy(world), n), b = cross(n, dFdx(world));
    vec2 c = dFdx(uv), d = dFdy(uv);
    vec3 t = a * c.x + b * d.x, s = a * c.y + b * d.y;
    float size = inversesqrt(max(dot(t, t), dot(s, s)) + 1e-20);
    return mat3(t * size, s * size, n);
}

// Plain weave: warp over weft over warp. xy: slope of the thread on top, z: 1 in its middle, less in the gaps; calm where finer than pixels.
vec3 weave(vec2 p) {
    vec2 f = fract(p) - 0.5, wide = fwidth(p);
    float seen = clamp(1.3 - 1.6 * max(wide.x, wide.y), 0.0, 1.0);
    bool warp = mod(floor(p.x) + floor(p.y), 2.0) < 0.5;
    vec2 slope = warp ? vec2(1.5 * f.x, 0.5 * f.y) : vec2(0.5 * f.x, 1.5 * f.y);
    float gap = 2.0 * max(abs(f.x), abs(f.y));
    return vec3(slope * seen, 1.0 - 0.4 * seen * gap * gap * gap);
}

// Fibres that stand off and catch light from the side. source: Estevez and Kulla 2017, "Production friendly microfacet sheen BRDF"
float fuzz(float nl, float nv, float nh) {
    const float r = 0.35;
    float d = (2.0 + 1.0 / r) * pow(sqrt(max(1.0 - nh * nh, 0.0)), 1.0 / r) / (2.0 * PI);
    return d / (4.0 * (nl + nv - nl * nv) + 0.05) * nl;
}

void main() {
    vec3 v = normalize(eye.xyz - world), l = sun.xyz, flat_n = normalize(normal);
    float side = dot(flat_n, v) >= 0.0 ? 1.0 : -1.0; // not gl_FrontFacing: slivers along a fold flip it and draw dashes
    flat_n *= side;
    vec4 dye = texture(color_map, uv), shape = texture(normal_map, uv);
    vec3 woven = thread > 0.0 ? weave(uv / thread) : vec3(0, 0, 1);
    vec2 bump = (shape.xy * 2.0 - 1.0) * side + woven.xy;
    vec3 n = normalize(texture_frame(flat_n) * vec3(bump, 1.0));
    n = normalize(n + flat_n * max(0.0, 0.05 - dot(n, v)));
    float nl = dot(n, l), nv = clamp(dot(n, v), 0.02, 1.0), toward_sun = dot(flat_n, l);
    float r = rough < 0.0 ? shape.z : rough;
    vec3 albedo = dye.rgb * paint * woven.z, h = normalize(v + l);

    // thick where the pattern lies doubled, and light crosses the dye once more on its way through
    vec3 dyed = pow(albedo, vec3(1.35)) * mix(1.3, 0.35, dye.a) * (translucency / 0.3);
    float lit = sunny(world, flat_n * (toward_sun < 0.0 ? -1.0 : 1.0));
    vec3 here = beam.rgb * lit;

    float wrapped = fabric ? pow(max((nl + 0.15) / 1.15, 0.0), 1.2) : max(nl, 0.0);
    vec3 front = albedo / PI * wrapped * smoothstep(0.0, 0.15, abs(dot(flat_n, v)));       // a fold's rim is of neither side
    float from_behind = max(-nl, 0.0), into_sun = max(-dot(v, l), 0.0);                    // threads scatter forward
    vec3 behind = dyed / PI * (from_behind * (0.45 + 2.4 * pow(into_sun, 14.0)) + 0.5 * pow(into_sun, 60.0) * smoothstep(-0.35, 0.05, -nl));
    float faces = smoothstep(0.0, 0.25, toward_sun);                                       // what only the bumps turn to the sun does not glint
    float lobe = ggx(max(nl, 0.0), nv, clamp(dot(n, h), 0.0, 1.0), max(0.06, r * r)) * max(nl, 0.0) * schlick(0.04, max(dot(v, h), 0.22));
    vec3 gloss = fabric ? mix(vec3(0.5), sqrt(albedo), 0.6) * 0.12 * fuzz(max(nl, 0.0), nv, clamp(dot(n, h), 0.0, 1.0)) + 0.35 * lobe : vec3(lobe);

    float open = clamp(1.0 - 1.1 * max(side * hollow, 0.0), 0.35, 1.0) * shape.w;
    vec3 ambience = (albedo * around(n) * past_rounds(world, flat_n, -1) + 0.5 * dyed * around(-n) * past_rounds(world, -flat_n, -1)) * open;
    ambience += fabric ? 0.08 * pow(1.0 - nv, 4.0) * around(reflect(-v, n)) * open : mirrored(world, n, v, nv, r, 0.04) * open;
    ambience += (albedo * lamplight_past_rounds(world, n, -1) + dyed * lamplight_past_rounds(world, -n, -1)) * open;
    vec3 c = here * (front + behind + faces * gloss) + ambience;
    color = vec4(mix(c, MAGENTA * (0.35 + 0.65 * (luma(around(n)) + luma(here) * max(nl, 0.0) / PI)), frozen), 1.0);
}
