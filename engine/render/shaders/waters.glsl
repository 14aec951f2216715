// Where the waters of the View block stand. Needs view.glsl.
const float ETA = 1.0 / 1.333;

// Whether xz lies within `margin` metres of water i's rectangle.
bool over_water(int i, vec2 xz, float margin) {
    vec2 d = abs(xz - water_place[i].xz) - water_shape[i].xy;
    return max(d.x, d.y) < margin;
}

// The water that covers a place, or -1.
int water_above(vec3 p) {
    for (int i = 0; i < int(waters.x); i++)
        if (p.y < water_place[i].y && p.y > water_place[i].y - water_place[i].w - 0.05 && over_water(i, p.xz, 0.01)) return i;
    return -1;
}

// Distance outside the nearest water's rectangle [m] and its level.
vec2 shore(vec3 p) {
    vec2 best = vec2(1e9, 0.0);
    for (int i = 0; i < int(waters.x); i++) {
        vec2 d = max(abs(p.xz - water_place[i].xz) - water_shape[i].xy, 0.0);
        if (length(d) < best.x) best = vec2(length(d), water_place[i].y);
    }
    return best;
}

// Where light along d through p meets the surface of water i: in the texture coordinates of its maps (caustics are stored so).
vec2 on_surface(int i, vec3 p, vec3 d) {
    vec2 q = p.xz + d.xz * ((water_place[i].y - p.y) / d.y);
    return (q - water_place[i].xz) / (2.0 * water_shape[i].xy) + 0.5;
}
