#include "view.glsl"
#include "sky.glsl"
#include "disc.glsl"
uniform sampler2D ripple_map;
uniform float clouds, disc, cover;
in vec3 direction;
out vec4 color;

// Thin high clouds: the same noise twice on a flat layer, lit by the sun, more toward it. Henyey and Greenstein 1941, g 0.6
vec4 cloud(vec3 d) {
    vec2 p = d.xz / (d.y + 0.08);
    float a = texture(ripple_map, p * vec2(0.10, 0.035) + 0.13).b, b = texture(ripple_map, p.yx * vec2(0.31, 0.12)).b;
    float veil = smoothstep(1.0 - clouds, 1.45 - clouds, 0.75 * a + 0.35 * b) * smoothstep(0.02, 0.14, d.y);
    float g = 0.6, k = dot(d, sun.xyz), phase = (1.0 - g * g) / (4.0 * PI * pow(1.0 + g * g - 2.0 * g * k, 1.5));
    return vec4(beam.rgb * (0.07 + 0.55 * phase) + 0.5 * sky(vec3(0, 1, 0)), 0.65 * veil);
}

void main() {
    vec3 d = normalize(direction), c = sky(d);
    if (clouds > 0.0 && d.y > 0.02) {
        vec4 veil = cloud(d);
        c = mix(c, veil.rgb, veil.a);
    }
    color = vec4(c + disc * disc_of_sun(d), cover);
}
