// How much of the sun a place sees. Needs view.glsl; the maps are bound by `renderer.bind_shadow(program)`.
uniform sampler2DShadow shadow_map;   // compared in hardware
uniform sampler2D shadow_depth;       // the same texture, plain
uniform sampler2D spray_map;          // share of sunlight that the droplets let through, in the sun's clip space

vec3 _in_shadow_map(vec3 p) { return (shadow_matrix * vec4(p, 1.0)).xyz * 0.5 + 0.5; }

#ifndef SHADOW_TAPS
#define SHADOW_TAPS 12
#endif

// Soft: 0 in shadow, 1 in the sun. p a place, n its geometric normal (0 in free space), pixel = gl_FragCoord.xy.
// Percentage-closer soft shadows. source: Fernando 2005; spiral of taps: Vogel 1979
float sunlight(vec3 p, vec3 n, vec2 pixel) {
    if (beam.w == 0.0) return 1.0;
    vec3 q = _in_shadow_map(p + n * max(0.012, shadow_shape.w));
    if (q != clamp(q, 0.0, 1.0)) return 1.0;
    vec2 metre = 1.0 / shadow_shape.xy;
    float turn = 6.2831853 * dither(pixel), blocker = 0.0, count = 0.0;
    for (int i = 0; i < 6; i++) {
        float r = sqrt((float(i) + 0.5) / 6.0), a = 2.399963 * float(i) + turn;
        float d = textureLod(shadow_depth, q.xy + r * vec2(cos(a), sin(a)) * 0.035 * metre, 0.0).r;
        if (d < q.z - 0.018 / shadow_shape.z) { blocker += d; count += 1.0; }
    }
    if (count == 0.0) return 1.0;
    float gap = (q.z - blocker / count) * shadow_shape.z;
    float radius = clamp(gap * sun.w * 2.4, max(0.008, shadow_shape.w), 0.09), lit = 0.0;
    for (int i = 0; i < SHADOW_TAPS; i++) {
        float r = sqrt((float(i) + 0.5) / float(SHADOW_TAPS)), a = 2.399963 * float(i) + turn;
        lit += texture(shadow_map, vec3(q.xy + r * vec2(cos(a), sin(a)) * radius * metre, q.z - 0.012 / shadow_shape.z));
    }
    return lit / float(SHADOW_TAPS);
}

// Hard: one compared tap, for vertices and droplets.
float sunlight_at(vec3 p) {
    if (beam.w == 0.0) return 1.0;
    vec3 q = _in_shadow_map(p);
    return q == clamp(q, 0.0, 1.0) ? textureLod(shadow_map, vec3(q.xy, q.z - 0.015 / shadow_shape.z), 0.0) : 1.0;
}

// Share of sunlight that the droplets on the way let through.
float through_spray(vec3 p) {
    vec3 q = _in_shadow_map(p);
    return q == clamp(q, 0.0, 1.0) ? textureLod(spray_map, q.xy, 0.0).r : 1.0;
}
