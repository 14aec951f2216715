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

bool shown(vec2 uv) { return uv == clamp(uv, 0.0, 1.0); }

bool wet(vec2 at) { return shown(at) && !dry(seen_at(at)); }

// What the screen shows at a place, and how far the light has come through water.
vec4 through(vec2 at) { return vec4(texture(scene_map, at).rgb, min(length(seen_at(at) - world), 2.5)); }

// The bent ray is followed to a flat floor, then to what the screen shows on the way there. Where that is hidden or dry the view is
// hardly bent; four tests beyond the place melt the seam between the two.
vec4 floor_below(vec3 n, vec3 v, vec2 uv, vec2 shift) {
    vec3 ray = refract(-v, n, ETA);
    float way = (world.y - water_place[which].y + water_place[which].w) / max(-ray.y, 0.05), share = 0.0;
    vec2 bent = on_screen(world + ray * way), plain = uv + shift * 0.15;
    if (shown(bent)) {
        float sooner = dot(seen_at(bent) - world, ray);
        if (sooner > 0.0 && sooner < way) bent = on_screen(world + ray * mix(way, sooner, 0.7));
    }
    vec4 seen = through(wet(plain) ? plain : uv);
    if (!wet(bent)) return seen;
    for (int i = 0; i < 4; i++) share += wet(uv + (bent - uv) * (1.0 + 0.15 * (float(i) + dither(gl_FragCoord.xy)))) ? 0.25 : 0.0;
    return mix(seen, through(bent), share);
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

// The floor that the surface mirrors down to an eye under it, as far as the screen shows it.
vec3 mirrored_floor(vec3 n, vec3 v) {
    vec3 ray = reflect(-v, -n), p = world + ray * (water_place[which].w / max(-ray.y, 0.05));
    vec3 deep = clear_color * (0.12 * beam.rgb / PI * max(sun.y, 0.0) + 0.2 * ambient(vec3(0, 1, 0)));
    vec2 at = on_screen(p);
    vec2 edge = smoothstep(0.0, 0.15, at) * smoothstep(1.0, 0.85, at);
    if (!shown(at) || dry(seen_at(at))) return deep;
    return mix(deep, texture(scene_map, at).rgb * pow(clear_color, vec3(min(length(p - world), 4.0))), edge.x * edge.y);
}

// From below: out through the window overhead, mirrored all round it.
vec3 from_below(vec3 n, vec3 v, vec2 uv) {
    vec3 ray = refract(-v, -n, 1.0 / ETA), inside = mirrored_floor(n, v);
    if (dot(ray, ray) < 0.1) return inside;
    vec2 outside = on_screen(world + ray * 1.5);
    vec3 seen = shown(outside) ? texture(scene_map, outside).rgb : room(world, ray, 0.1);
    return mix(seen * clear_color, inside, schlick(0.02, dot(ray, n)));
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
    vec2 shift = mirror_shift(n, v);
    vec3 mirrored = mirrored_in_map > 0.5 ? texture(mirror_map, clamp(uv + shift, 0.002, 0.998)).rgb : room(world, reflect(-v, n), 0.15);
    vec4 bottom = floor_below(n, v, uv, shift);
    vec3 left = pow(clear_color, vec3(bottom.a));
    vec3 milk = vec3(0.04, 0.16, 0.17) * (beam.rgb * lit * sun.y * 0.22 + 0.08);   // what the water itself scatters back
    vec3 below = bottom.rgb * left + milk * (1.0 - left);
    below = mix(below, clear_color * (beam.rgb / PI * lit * sun.y + ambient(vec3(0, 1, 0))), cover);
    vec3 c = mix(below, mirrored, fresnel) + glitter(n, v, nv, lit);
    color = vec4(mix(c, white, froth(w.w, slope)), 1.0);
}
