#include "view.glsl"
#include "shadow.glsl"
#include "glow.glsl"
#include "shine.glsl"
#include "rainbow.glsl"
#include "inside.glsl"
// A cloudy clear body: what is seen through its two surfaces, absorbed and blurred on the way; sunlight scattered once and again
// inside; a wet skin. MIRRORED: as ground that mirrors it shows it, without what is behind. source: Wyman 2005 (two surfaces), Wrenninge 2013, "Oz: the great and volumetric" (scattering in octaves)
uniform sampler2D back_map, back_depth;     // of this body's far side: normal, depth
uniform sampler2D behind_map, behind_depth; // the picture without it, with coarser levels
uniform sampler2D front_map;                // as the sun sees the jellies, see jelly_side.frag
uniform float frozen;
in vec3 world, normal;
out vec4 color;

const float SOFT = 0.8;                       // how much of the far side's shape is smoothed away
const vec3 MAGENTA = vec3(0.9, 0.02, 0.7);

#ifndef MIRRORED
vec2 on_screen(vec3 p) {
    vec4 q = view_projection * vec4(p, 1.0);
    return q.w > 0.0 ? q.xy / q.w * 0.5 + 0.5 : vec2(-1.0);
}

bool shown(vec2 uv) { return uv == clamp(uv, 0.0, 1.0); }

// Distance along the eye's axis of what the picture shows behind.
float deep(vec2 uv) { return right.w * up.w / (up.w - textureLod(behind_depth, uv, 0.0).r * (up.w - right.w)); }

// The picture behind, blurred: four taps between the texels of a coarser level.
vec3 blurred(vec2 uv, float level) {
    vec2 s = 0.6 * exp2(level) * viewport.zw;
    vec3 sum = vec3(0);
    for (int i = 0; i < 4; i++) {
        sum += textureLod(behind_map, uv + s * vec2((i & 1) * 2 - 1, (i >> 1) * 2 - 1), level).rgb;
    }
    return 0.25 * sum;
}

// What is seen from p along d: the picture behind, as far as it shows what the ray meets; else the room's cube map.
vec3 seen(vec3 p, vec3 d, float level) {
    float t = 0.02 * body, last = 0.0, came = dot(p - eye.xyz, ahead.xyz), under = max(0.0, deep(on_screen(p)) - came) + 1e-6;
    vec2 at = vec2(-1.0);
    for (int i = 0; i < MARCH; i++) {
        vec3 q = p + d * t;
        vec2 uv = on_screen(q);
        if (!shown(uv)) break;
        float far_out = dot(q - eye.xyz, ahead.xyz), over = far_out - deep(uv);
        if (over > 0.0) {
            if (far_out - over + 0.3 * body < came) break;   // passes behind something near
            for (int k = 0; k < 3; k++) {                    // false position: a plane is met at once
                float mid = mix(last, t, clamp(under / (under + over), 0.02, 0.98));
                vec3 r = p + d * mid;
                float off = dot(r - eye.xyz, ahead.xyz) - deep(on_screen(r));
                if (off > 0.0) { t = mid; over = off; } else { last = mid; under = -off; }
            }
            at = on_screen(p + d * mix(last, t, under / (under + over)));
            break;
        }
        last = t;
        came = far_out;
        under = -over;
        t *= MARCH > 6 ? 2.1 : 3.0;
        if (i == MARCH - 1) at = on_screen(p + d * 1e3);
    }
    vec3 around = room_lo.w > 0.5 ? room(p, d, 0.25 + 0.1 * level) : ambient(d);
    if (!shown(at)) return around;
    vec2 rim = smoothstep(0.0, 0.06, at) * smoothstep(1.0, 0.94, at);
    return mix(around, blurred(at, level), rim.x * rim.y);
}

#endif

// How far light from the sun has come through the body to reach p [m].
float sunk(vec3 p) {
    float front = textureLod(front_map, in_glow_map(p), 0.0).a;
    return front < -90.0 ? 0.0 : max(0.0, front - dot(p - glow_middle.xyz, sun.xyz));
}

// Light scattered toward the eye on the way from the surface to `far` along d: the sun's in two octaves, the sky's from all around.
vec3 scattered(vec3 d, vec3 n, float far) {
    vec3 sum = vec3(0), around = 0.5 * (ambient(n) + ambient(vec3(0, 1, 0)));
    vec3 mid = world + d * 0.25 * far;
    float lit = sunlight_at(mid + (sunk(mid) + 0.03 * body + 0.02) * sun.xyz);
    float cosine = dot(d, sun.xyz), jitter = dither(gl_FragCoord.xy);
    float once = mix(phase(cosine, 0.65), 0.25 / PI, 0.3), again = mix(phase(cosine, 0.25), 0.25 / PI, 0.4);
    for (int i = 0; i < STEPS; i++) {
        float s = (float(i) + 0.3 + 0.4 * jitter) / float(STEPS), t = far * s * s, way = sunk(world + d * t);
        vec3 here = beam.rgb * lit * (once * exp(-(absorb + haze) * way) + 0.7 * again * exp(-(absorb + 0.3 * haze) * 0.8 * way));
        here += around * exp(-absorb * 0.35 * body) * 0.5;
        sum += here * exp(-(absorb + 0.5 * haze) * t) * s; // steps grow: what is near counts most
    }
    return sum * exp(-absorb * 0.06 * body) * haze * far * 2.0 / float(STEPS);   // never quite white: light has been about
}

void main() {
    vec3 v = normalize(eye.xyz - world), n = normalize(normal);
    if (dot(n, v) < 0.0) n = normalize(n - 1.02 * dot(n, v) * v); // a smooth normal at the rim may look away
    float nv = dot(n, v), nl = dot(n, sun.xyz);
    float lit = nl > 0.0 ? sunlight_at(world + 0.03 * body * (sun.xyz + n)) * through_spray(world) : 0.0;
    if (frozen > 0.5) {
        color = vec4(MAGENTA * (beam.rgb / PI * max(nl, 0.0) * lit + ambient(n)), 1.0);
        return;
    }
    vec3 d = refract(-v, n, 1.0 / IOR), mirrored = room_lo.w > 0.5 ? room(world, reflect(-v, n), 0.12) : ambient(reflect(-v, n));
#ifdef MIRRORED
    vec3 rest = ambient(n) * exp(-(absorb + 0.8 * haze) * 0.7 * body);
    color = vec4(mix(rest + scattered(d, n, 0.7 * body), mirrored, schlick(0.035, nv)), 1.0);
    return;
#else
    vec2 here = gl_FragCoord.xy * viewport.zw;
    float soft = SOFT * log2(viewport.y / 90.0);
    float first = textureLod(back_depth, here, 0.0).r, far = first > 0.0 ? distance(place_of(here, first), world) : 0.0;
    vec3 m = first > 0.0 ? textureLod(back_map, here, soft).xyz : -n; // stays so where the bent ray leaves the outline
    for (int i = 0; i < 3; i++) {                             // where the bent ray meets the far side
        vec2 uv = on_screen(world + d * far);
        float depth = textureLod(back_depth, uv, 0.0).r;
        if (depth <= 0.0) { far *= 0.6; continue; }          // leaves by a side that the eye sees from outside: somewhere on the way
        m = textureLod(back_map, uv, soft).xyz; // its coarser levels: cloudy bodies show no fine lines
        far = clamp(dot(place_of(uv, depth) - world, d), 0.0, 3.0 * body);
    }
    m = normalize(m);
    vec3 q = world + d * far, o = refract(d, -m, IOR);
    float share = far / body, level = clamp(1.0 + 3.0 * share, 0.0, 5.0);
    float kept = o == vec3(0) ? 1.0 : pow(1.0 - dot(o, m), 2.5); // softer than Fresnel, for the light is scattered: mirrored back inside; all of it beyond the critical angle
    vec3 through = vec3(0);
    if (kept < 0.98) through = seen(q, o, level) * (1.0 - kept);
    if (kept > 0.05) {
        vec3 back = reflect(d, -m);
        through += kept * (room_lo.w > 0.5 ? room(q, back, 0.5) : ambient(back)) * exp(-(0.6 * absorb + 0.3 * haze) * body);
    }
    through *= exp(-(absorb + 0.8 * haze) * far);
    float fresnel = schlick(0.035, nv), alpha = 0.05;
    vec3 h = normalize(v + sun.xyz);
    vec3 gloss = beam.rgb * lit * max(nl, 0.0) * schlick(0.035, dot(v, h)) * ggx(max(nl, 0.0), nv, max(dot(n, h), 0.0), alpha);
    color = vec4((1.0 - fresnel) * (through + scattered(d, n, far)) + fresnel * mirrored + gloss, 1.0);
#endif
}
