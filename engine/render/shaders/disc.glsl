// Radiance of the sun's disc along d and of the glow close round it. Needs view.glsl.
vec3 disc_of_sun(vec3 d) {
    float cosine = dot(d, sun.xyz), away = acos(clamp(cosine, -1.0, 1.0)), edge = 0.3 * sun.w;
    return beam.rgb * (90.0 * (1.0 - smoothstep(sun.w - edge, sun.w + edge, away)) + 0.8 * pow(max(cosine, 0.0), 700.0));
}
