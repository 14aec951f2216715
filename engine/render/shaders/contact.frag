#include "view.glsl"
// Share of an even sky that the ground sees past sheets over it: one minus the form factors of their undersides, each piece as if it lay flat,
// h^2 / (pi (d^2 + h^2)^2) an area of it at height h and d metres aside. Taps on a spiral that is even in the logarithm of d, where the
// share of each is 2 d^2 h^2 / (d^2 + h^2)^2 times the step. source: Siegel and Howell 1981, "Thermal radiation heat transfer"; Vogel 1979
uniform sampler2D under_map;                  // height of the undersides [m]
uniform int taps;
uniform vec2 low;                             // heights by half the side of the map: below the first all counts, beyond the second nothing
in vec2 uv;
out vec4 color;

void main() {
    float side = float(textureSize(under_map, 0).x), texel = 2.0 * contact.w / side, covered = 0.0;
    float turn = 6.2831853 * dither(gl_FragCoord.xy), range = log(2.0 * side); // from half a texel to the map's whole width
    for (int i = 0; i < taps; i++) {
        float d = 0.5 * texel * exp(range * (float(i) + 0.5) / float(taps)), a = 2.399963 * float(i) + turn;
        float h = max(textureLod(under_map, uv + 0.5 * d / contact.w * vec2(cos(a), sin(a)), 0.0).r, 1.5 * texel); // lower than that: it lies on it
        float near = d * h / (d * d + h * h);
        covered += 2.0 * near * near * smoothstep(low.y, low.x, h / contact.w);
    }
    color = vec4(1.0 - min(1.0, covered * range / float(taps)));
}
