#include "view.glsl"
// Share of the sky that the ground sees past the jellies: taps on a disc, each by its distance and by how low the body hangs there.
// source of the spiral: Vogel 1979
uniform sampler2D under_map;  // height of the undersides [m]
in vec2 uv;
out vec4 color;

void main() {
    float sum = 0.0, weight = 0.0, reach = 0.9 * glow_middle.w;
    for (int i = 0; i < 32; i++) {
        float r = (float(i) + 0.5) / 32.0, a = 2.399963 * float(i) + 6.2831853 * dither(gl_FragCoord.xy), w = exp(-3.2 * r);
        float height = textureLod(under_map, uv + 0.5 * r * reach / glow_ground.y * vec2(cos(a), sin(a)), 0.0).r;
        sum += w * exp(-3.0 * height / glow_middle.w);
        weight += w;
    }
    color = vec4(1.0 - 0.9 * sum / weight);
}
