#include "view.glsl"
uniform sampler2D scene_map, bloom_map;
uniform vec3 gain;               // exposure and white balance
uniform float bloom, vignette;   // shares
uniform float clear;             // 1: alpha is the share of the pixel that something stands in; 0: it is 1
uniform int tone;                // 0 AgX, 1 ACES
in vec2 uv;
out vec4 color;

// AgX: matrices and log range by Sobotka 2022 (github.com/sobotka/AgX); curve: polynomial fit published by Wrensch 2023
vec3 agx(vec3 c) {
    const mat3 inset = mat3(0.842479062, 0.0423282423, 0.0423756549, 0.0784335999, 0.878468636, 0.0784336, 0.0792237451, 0.0791661275, 0.879142974);
    const mat3 outset = mat3(1.19687900, -0.0528968518, -0.0529716355, -0.0980208811, 1.15190313, -0.0980434501, -0.0990297441, -0.0989611768, 1.15107367);
    c = clamp((log2(max(inset * c, 1e-10)) + 12.47393) / 16.5, 0.0, 1.0);
    vec3 c2 = c * c, c4 = c2 * c2;
    c = 15.5 * c4 * c2 - 40.14 * c4 * c + 31.96 * c4 - 6.868 * c2 * c + 0.4298 * c2 + 0.1191 * c - 0.00232;
    c = pow(max(c, 0.0), vec3(1.32));            // contrast and colour of a print
    c = mix(vec3(luma(c)), c, 1.34);
    c = outset * c;                              // already display-encoded
    return (c - 0.028) / 0.95;                   // black and white points: the curve and the glare leave the ends unused
}

// source: Narkowicz 2016, "ACES filmic tone mapping curve"
vec3 aces(vec3 c) {
    c *= 0.6;
    c = c * (2.51 * c + 0.03) / (c * (2.43 * c + 0.59) + 0.14);
    return pow(clamp(c, 0.0, 1.0), vec3(1.0 / 2.2));
}

void main() {
    vec3 c = texture(scene_map, uv).rgb;
    c = mix(c, texture(bloom_map, uv).rgb / 6.0, bloom);        // the map is a sum of six levels
    vec2 q = (uv - 0.5) * vec2(viewport.x * viewport.w, 1.0);
    float dark = 1.0 + 0.55 * dot(q, q);
    c *= gain * mix(1.0, 1.0 / (dark * dark), vignette);
    c = tone == 0 ? agx(c) : aces(c);
    c = clamp(c + (dither(gl_FragCoord.xy) - 0.5) / 255.0, 0.0, 1.0);
    // over black the picture is as it is; what only shines is as solid as it is bright
    float solid = max(texture(scene_map, uv).a, max(c.r, max(c.g, c.b)));
    color = vec4(c, clear > 0.5 ? min(solid, 1.0) : 1.0);
}
