#include "view.glsl"
#include "shadow.glsl"
#include "waters.glsl"
#include "shine.glsl"
#include "in_water.glsl"
#include "beams.glsl"
uniform sampler2D wave_map, scene_map, depth_map, mirror_map, mirror_depth, ripple_map;
uniform int which;             // number of the water
uniform float mirrored_in_map; // 1 for the water that mirror_map was drawn for
uniform float cover;           // 0 clear, 1 a coloured surface
in vec3 world;
flat in vec3 wall;             // outward normal of a side of the water; 0 on its surface
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
// tilt, a sideways one less, by the glancing angle; what touches the surface is mirrored where it stands.
vec2 mirror_shift(vec3 n, vec3 v) {
    vec2 ahead_xz = normalize(-v.xz + vec2(1e-6, 0.0));
    vec2 lean = vec2(dot(n.xz, right.xz) * 2.0 * v.y, dot(n.xz, ahead_xz) * 2.0);
    return lean * 0.75 * vec2(viewport.y * viewport.z, 1.0);
}

// Way from the surface to what the mirror shows at a place [m]: its image stands as far beyond the surface.
float to_mirrored(vec2 uv) { return length(place_of(uv, texture(mirror_depth, uv).r) - world); }

vec2 mirror_place(vec2 uv, vec2 shift) {
    float way = to_mirrored(uv);
    return clamp(uv + shift * way / (way + length(eye.xyz - world)), 0.002, 0.998);
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

// Slopes of fine waves: two trains that cross. As much of them as a pixel still resolves; far away longer waves take their place, so that a
// lake is no mirror to its far shore.
vec2 ripples() {
    float octave = max(log2(20.0 * length(fwidth(world.xz))), 0.0), whole = floor(octave);
    vec2 fine = vec2(0);
    for (int k = 0; k < 2; k++) {
        float longer = exp2(whole + float(k)), share = k == 0 ? 1.0 - (octave - whole) : octave - whole;
        if (share > 0.0) fine += share * (texture(ripple_map, world.xz / (0.7 * longer) + vec2(0.021, 0.013) * eye.w * inversesqrt(longer)).rg
            + texture(ripple_map, world.zx / (0.53 * longer) - vec2(0.017, 0.024) * eye.w * inversesqrt(longer)).gr - 1.0);
    }
    return fine;
}

// Froth: torn patches of bubbles; returns its cover.
float froth(float amount, vec2 slope) {
    vec4 a = texture(ripple_map, world.xz / 0.45 + slope * 0.1), b = texture(ripple_map, world.xz / 0.21 + slope * 0.1 + 0.37);
    amount = clamp(amount, 0.0, 1.2);
    float torn = amount + 1.1 * (a.b - 0.5) + 0.5 * (b.b - 0.5);
    float foam = smoothstep(0.30, 0.95, torn) * (0.15 + 0.55 * b.a + 0.30 * a.a) + 0.5 * smoothstep(0.10, 0.35, torn) * a.a * amount;
    return clamp(foam, 0.0, 0.85) * smoothstep(0.0, 0.05, amount);   // none where there is none
}

// Share of light from l that ripples too small to see singly mirror to the eye. source: Walter et al. 2007 (GGX)
float glitter(vec3 n, vec3 v, float nv, vec3 l, float alpha) {
    vec3 h = normalize(v + l);
    float nh = max(dot(n, h), 0.0), d = nh * nh * (alpha * alpha - 1.0) + 1.0;
    return schlick(0.02, dot(v, h)) * alpha * alpha / (PI * d * d) * 0.25 / max(nv, 0.15);
}

// The same of lamps: they have no image of their own in what the water mirrors.
vec3 lamps_on_water(vec3 n, vec3 v, float nv) {
    vec3 sum = vec3(0);
    for (int i = 0; i < int(waters.y); i++) {
        vec3 l = normalize(lamp_place[i].xyz - world);
        sum += 2.0 * PI * of_lamp(i, world, vec3(0)) * step(0.0, l.y) * glitter(n, v, nv, l, 0.015);
    }
    return sum;
}

// What the surface mirrors down to an eye under it: as drawn for it, or what the room's cube map has.
vec3 mirrored_down(vec3 n, vec3 v, vec2 uv) {
    vec3 ray = reflect(-v, -n);
    float way = within(which, world - vec3(0, 0.01, 0), ray).y;
    vec3 seen;
    if (mirrored_in_map > 0.5) {
        vec2 at = mirror_place(uv, mirror_shift(n, v));
        seen = texture(mirror_map, at).rgb;
        way = min(way, to_mirrored(at));
    } else seen = room(world, ray, 0.15);
    return mix(glow_of_water(1.0), seen, pow(clear_color, vec3(max(way, 0.0))));
}

// How far a place lies behind what the screen shows there [m], 0 before it.
float behind(vec3 p, vec2 at) { return max(dot(p - seen_at(at), ahead.xyz), 0.0); }

// What is outside along a ray that leaves the water: followed over what the screen shows; beyond that what the room's cube map has.
vec3 outside(vec3 ray) {
    vec3 far = room(world, ray, 0.0);
    float t = 0.06, before = 0.0, gap = 0.0;
    vec2 at = vec2(-1.0);
    bool hit = false;
    for (int i = 0; i < 36 && !hit; i++) {
        at = on_screen(world + ray * t);
        if (!shown(at)) return far;
        gap = behind(world + ray * t, at);
        hit = gap > 0.0 && gap < 1.5 * (t - before);   // else it goes on behind a single thing
        if (!hit) { before = t; t *= 1.18; }
    }
    for (int i = 0; i < 5 && hit; i++) {
        float middle = 0.5 * (before + t);
        at = on_screen(world + ray * middle);
        if (behind(world + ray * middle, at) > 0.0) t = middle; else before = middle;
    }
    vec2 edge = smoothstep(0.0, 0.12, at) * smoothstep(1.0, 0.88, at);
    float known = hit || gap == 0.0 ? edge.x * edge.y : 0.0;
    return mix(far, texture(scene_map, at).rgb, known);
}

// From below: out through the window overhead, mirrored all round it.
vec3 from_below(vec3 n, vec3 v, vec2 uv) {
    vec3 ray = refract(-v, -n, 1.0 / ETA), inside = mirrored_down(n, v, uv);
    return dot(ray, ray) < 0.1 ? inside : mix(outside(ray), inside, schlick(0.02, dot(ray, n)));
}

// From beside: in through a side that no basin hides, to what stands in the water, its floor, or out at the other end; up to the surface and,
// mirrored by it, down again.
vec3 from_beside(vec3 v) {
    vec3 ray = refract(-v, wall, ETA), from = world - 0.002 * wall;
    float way = within(which, from, ray).y, deep = water_place[which].y - from.y - ray.y * way;
    vec2 at = on_screen(from + ray * way + (deep > 0.01 && deep < water_place[which].w - 0.06 ? -30.0 * v : vec3(0)));
    if (deep < 0.01) {
        vec3 down = reflect(ray, vec3(0, 1, 0)), top = from + ray * way - vec3(0, 0.01, 0);
        float more = within(which, top, down).y;
        at = on_screen(top + down * more);
        way += more;
    }
    float step = min(way, 12.0) / 24.0;
    for (int i = 1; i < 24 && deep >= 0.01; i++) {
        vec3 p = from + ray * step * float(i);
        vec2 here = on_screen(p);
        float gap = behind(p, here);
        if (shown(here) && gap > 0.0 && gap < 2.0 * step) { at = here; way = step * float(i); break; }
    }
    vec3 seen = shown(at) ? texture(scene_map, at).rgb : room(from, ray, 0.0);
    return mix(through_water(which, from, ray, way, seen, gl_FragCoord.xy), room(world, reflect(-v, wall), 0.0), schlick(0.02, dot(v, wall)));
}

void main() {
    if (wall != vec3(0)) {
        if (dot(wall, eye.xyz - world) <= 0.0) discard;
        color = vec4(from_beside(normalize(eye.xyz - world)), 1.0);
        return;
    }
    vec4 place = water_place[which], shape = water_shape[which];
    vec2 flat_at = world.xz - place.xz;
    vec4 w = texture(wave_map, flat_at / (2.0 * shape.xy) + 0.5);
    vec2 fine = ripples();
    float stirred = smoothstep(0.0, 0.05, length(w.yz)) + smoothstep(0.0, 0.3, w.w);
    vec2 slope = w.yz + fine * shape.z * (0.4 + 0.5 * stirred);
    vec3 n = normalize(vec3(-slope.x, 1.0, -slope.y)), v = normalize(eye.xyz - world);
    vec2 uv = gl_FragCoord.xy * viewport.zw;
    float lit = sunlight(world, vec3(0, 1, 0), gl_FragCoord.xy) * through_spray(world);
    vec3 white = (beam.rgb * lit * max(0.25, sun.y) * 0.32 + 0.55 * ambient(vec3(0, 1, 0)) + lamplight(world, vec3(0, 1, 0))) * 0.9;
    if (eye.y < place.y) {
        vec3 under = mix(from_below(n, v, uv), white * clear_color * 0.6, max(cover, froth(w.w, slope)));
        vec2 way = vec2(min(within(which, eye.xyz, -v).x, length(eye.xyz - world)), length(eye.xyz - world));
        color = vec4(through_water(which, eye.xyz - v * way.x, -v, way.y - way.x, under, gl_FragCoord.xy), 1.0);
        return;
    }
    float nv = max(dot(n, v), 0.02), fresnel = schlick(0.02, nv);
    vec2 shift = mirror_shift(n, v);
    vec3 mirrored = mirrored_in_map > 0.5 ? texture(mirror_map, mirror_place(uv, shift)).rgb : room(world, reflect(-v, n), 0.15);
    vec4 bottom = floor_below(n, v, uv, shift);
    vec3 left = pow(clear_color, vec3(bottom.a));
    vec3 below = mix(glow_of_water(lit), bottom.rgb, left);
    below = mix(below, clear_color * (beam.rgb / PI * lit * sun.y + ambient(vec3(0, 1, 0))), cover);
    vec3 c = mix(below, mirrored, fresnel) + beam.rgb * lit * glitter(n, v, nv, sun.xyz, 0.035) + lamps_on_water(n, v, nv);
    color = vec4(mix(c, white, froth(w.w, slope)), 1.0);
}
