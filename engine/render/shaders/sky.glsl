uniform sampler2D sky_map;

// Radiance of the clear sky along d; the lowest half row and the highest are as good as the poles.
vec3 sky(vec3 d) {
    return textureLod(sky_map, vec2(atan(d.z, d.x) / (2.0 * PI) + 0.5, asin(clamp(d.y, -1.0, 1.0)) / PI + 0.5), 0.0).rgb;
}
