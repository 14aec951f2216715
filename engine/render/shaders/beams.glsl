// Light that reaches an eye through water, with the sun's beams in it. Needs in_water.glsl.
uniform sampler2D caustic_map;
const int BEAM_TAPS = 16;

// Radiance of what is seen on a way through water i from o along d, with `behind` at its end. Taps lie where light of the colour that comes
// farthest comes from; waves gather the sun on them as on the floor, and what is scattered goes on forward most.
vec3 through_water(int i, vec3 o, vec3 d, float way, vec3 behind, vec2 pixel) {
    vec3 loss = -log(clear_color), l = -refract(-sun.xyz, vec3(0, 1, 0), ETA), sum = vec3(0);
    float least = max(min(loss.r, min(loss.g, loss.b)), 0.02), reached = 1.0 - exp(-least * way), forward = max(dot(d, l), 0.0);
    vec3 sunny = beam.rgb * max(sun.y, 0.0) * 0.22 * (0.55 + 2.2 * pow(forward, 6.0)), sky_lit = 0.25 * open_sky();
    for (int k = 0; k < BEAM_TAPS; k++) {
        float share = (float(k) + dither(pixel)) / float(BEAM_TAPS) * reached, t = -log(1.0 - share) / least;
        vec3 p = o + d * t;
        float deep = max(water_place[i].y - p.y, 0.0), gathered = i == 0 ? min(textureLod(caustic_map, on_surface(0, p, l), 0.0).r, 3.0) : 1.0;
        vec3 light = sunny * sunlight_at(p + l * (deep / l.y)) * gathered * exp(-loss * deep / l.y) + sky_lit * exp(-loss * deep);
        sum += light * loss * exp(least * t - loss * t) / least;
    }
    return behind * exp(-loss * way) + milk() * sum * reached / float(BEAM_TAPS);
}
