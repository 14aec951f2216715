// What water does to light on its way through it. Needs view.glsl, shadow.glsl, waters.glsl.
uniform vec3 clear_color;      // share of light left after a metre

// What it scatters back of sunlight and skylight: most of the colour that it lets through best.
vec3 milk() {
    vec3 share = clear_color / max(clear_color.r, max(clear_color.g, clear_color.b));
    return 0.17 * share * share;
}

// Of skylight, by night of all that shines a little.
vec3 open_sky() { return max(ambient(vec3(0, 1, 0)), 0.45); }

// Radiance that an endless way through it shows, at a place under open sky; lit: share of the sun there.
vec3 glow_of_water(float lit) { return milk() * (beam.rgb * lit * max(sun.y, 0.0) * 0.22 + 0.18 * open_sky()); }

// Where a ray from o along d, unit, comes into water i and leaves it [m]; second < first: never.
vec2 within(int i, vec3 o, vec3 d) {
    vec3 low = water_place[i].xyz - vec3(water_shape[i].x, water_place[i].w, water_shape[i].y), high = water_place[i].xyz;
    high.xz += water_shape[i].xy;
    vec3 a = (low - o) / d, b = (high - o) / d, near = min(a, b), far = max(a, b);
    return vec2(max(max(near.x, near.y), max(near.z, 0.0)), min(far.x, min(far.y, far.z)));
}
