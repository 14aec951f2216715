#include "view.glsl"
#include "shadow.glsl"
#include "waters.glsl"
#include "shine.glsl"
uniform sampler2D wave_map, scene_map, depth_map, mirror_map, ripple_map;
uniform int which;             // number of the water
uniform float mirrored_in_map; // 1 for the water that mirror_map was drawn for
uniform vec3 clear_color;      // share of light left after a metre
uniform float cover;           // 0 clear, 1 a coloured surface
in vec3 world;
out vec4 color;

vec3 seen_at(vec2 uv) { return place_of(uv, texture(depth_map, uv).r); }

// Not in this water: the copy of the scene shows something before or beside it.
bool dry(vec3 p) {
    return p.y > water_place[which].y + 0.01 || !over_water(which, p.xz, 0.03);
}

vec2 on_screen(vec3 p) {
    vec4 q = view_projection * vec4(p, 1.0);
    return q.w > 0.0 ? q.xy / q.w * 0.5 + 0.5 : vec2(-1.0);
}

// The scene upside down, read where the tilted normal would look: a tilt away from the eye moves the image twice as far as the
// tilt, a sideways one less, by the glancing angle.
vec2 mirror_shift(vec3 n, vec3 v) {
    vec2 ahead_xz = normalize(-v.xz + vec2(1e-6, 0.0));
    vec2 lean = vec2(dot(n.xz, right.xz) * 2.0 * v.y, dot(n.xz, ahead_xz) * 2.0);
    return lean * 0.75 * vec2(viewport.y * viewport.z, 1.0);
}

// The bent ray is followed to a flat floor, and that place looked up on the screen; where it is hidden, less and less bent.
vec3 floor_below(vec3 n, vec3 v, vec2 uv, vec2 shift, out vec2 from) {
    vec3 ray = refract(-v, n, ETA);
    from = on_screen(world + ray * ((world.y - water_place[which].y + water_place[which].w) / max(-ray.y, 0.05)));
    vec3 p = seen_at(from);
    if (from == clamp(from, 0.0, 1.0) && !dry(p)) return p;
    from = uv + shift * 0.15;
    p = seen_at(from);
    if (from == clamp(from, 0.0, 1.0) && !dry(p)) return p;
    from = uv;
    return seen_at(uv);
}

// Froth: torn patches of bubbles; returns its cover.
float froth(float amount, vec2 slope) {
    vec4 a = texture(ripple_map, world.xz / 0.45 + slope * 0.1), b = texture(ripple_map, world.xz / 0.21 + slope * 0.1 + 0.37);
    amount = clamp(amount, 0.0, 1.2);
    float torn = amount + 1.1 * (a.b - 0.5) + 0.5 * (b.b - 0.5);
    float foam = smoothstep(0.30, 0.95, torn) * (0.15 + 0.55 * b.a + 0.30 * a.a) + 0.5 * smoothstep(0.10, 0.35, torn) * a.a * amount;
    return clamp(foam, 0.0, 0.85);
}

// Sun on ripples too small to see singly. source: Walter et al. 2007 (GGX)
vec3 glitter(vec3 n, vec3 v, float nv, float lit) {
    vec3 h = normalize(v + sun.xyz);
    float alpha = 0.035, nh = max(dot(n, h), 0.0), d = nh * nh * (alpha * alpha - 1.0) + 1.0;
    float fresnel = schlick(0.02, dot(v, h));
    return beam.rgb * lit * fresnel * alpha * alpha / (PI * d * d) * 0.25 / max(nv, 0.15);
}

// From below: out through the window overhead, or mirrored where no light comes through.
vec3 from_below(vec3 n, vec3 v, vec2 uv) {
    vec3 ray = refract(-v, -n, 1.0 / ETA);
    vec3 deep = vec3(0.04, 0.16, 0.17) * (beam.rgb * sun.y * 0.22 + 0.08) + 0.25 * ambient(vec3(0, 1, 0)) * clear_color;
    if (dot(ray, ray) < 0.1) return deep;
    vec2 out_there = on_screen(world + ray * 1.5);
    vec3 sky = texture(scene_map, out_there == clamp(out_there, 0.0, 1.0) ? out_there : uv).rgb;
    float fresnel = schlick(0.02, dot(ray, n));
    return mix(sky, deep, fresnel);
}

void main() {
    vec4 place = water_place[which], shape = water_shape[which];
    vec2 flat_at = world.xz - place.xz;
    vec4 w = texture(wave_map, flat_at / (2.0 * shape.xy) + 0.5);
    vec2 fine = texture(ripple_map, world.xz / 0.7 + vec2(0.021, 0.013) * eye.w).rg
              + texture(ripple_map, world.zx / 0.53 - vec2(0.017, 0.024) * eye.w).gr - 1.0;
    float stirred = smoothstep(0.0, 0.05, length(w.yz)) + smoothstep(0.0, 0.3, w.w);
    vec2 slope = w.yz + fine * shape.z * (0.4 + 0.5 * stirred);
    vec3 n = normalize(vec3(-slope.x, 1.0, -slope.y)), v = normalize(eye.xyz - world);
    vec2 uv = gl_FragCoord.xy * viewport.zw;
    float lit = sunlight(world, vec3(0, 1, 0), gl_FragCoord.xy) * through_spray(world);
    vec3 white = (beam.rgb * lit * max(0.25, sun.y) * 0.32 + 0.55 * ambient(vec3(0, 1, 0))) * 0.9;
    if (eye.y < place.y) {
        color = vec4(mix(from_below(n, v, uv), white * clear_color * 0.6, max(cover, froth(w.w, slope))), 1.0);
        return;
    }
    float nv = max(dot(n, v), 0.02), fresnel = schlick(0.02, nv);
    vec2 shift = mirror_shift(n, v), from;
    vec3 mirrored = mirrored_in_map > 0.5 ? texture(mirror_map, clamp(uv + shift, 0.002, 0.998)).rgb : room(world, reflect(-v, n), 0.15);
    vec3 bottom = floor_below(n, v, uv, shift, from);
    vec3 through = pow(clear_color, vec3(min(length(bottom - world), 2.5)));
    vec3 milk = vec3(0.04, 0.16, 0.17) * (beam.rgb * lit * sun.y * 0.22 + 0.08);   // what the water itself scatters back
    vec3 below = texture(scene_map, from).rgb * through + milk * (1.0 - through);
    below = mix(below, clear_color * (beam.rgb / PI * lit * sun.y + ambient(vec3(0, 1, 0))), cover);
    vec3 c = mix(below, mirrored, fresnel) + glitter(n, v, nv, lit);
    color = vec4(mix(c, white, froth(w.w, slope)), 1.0);
}
