#include "view.glsl"
#include "inside.glsl"
// Air in jelly mirrors light near its rim: a bright ring, brightest toward the sun, dimmed by what lies before it.
uniform sampler2D behind_depth;
in vec2 corner;
flat in float deep, far, thin;
out vec4 color;

void main() {
    float r = length(corner), depth = texelFetch(behind_depth, ivec2(gl_FragCoord.xy), 0).r;
    if (r > 1.0 || far > right.w * up.w / (up.w - depth * (up.w - right.w))) discard;
    vec2 toward = normalize(vec2(dot(sun.xyz, right.xyz), dot(sun.xyz, up.xyz)) + 1e-4);
    float ring = smoothstep(0.35, 0.85, r) * smoothstep(1.0, 0.9, r), side = 0.5 + 0.5 * dot(corner, toward);
    vec3 light = beam.rgb * (0.10 + 0.35 * side * side) + 0.6 * ambient(vec3(0, 1, 0));
    float glint = smoothstep(0.30, 0.05, length(corner - 0.55 * toward));
    float clear = thin * exp(-0.9 * haze * deep);
    color = vec4(exp(-absorb * deep * 0.8) * (light * ring + beam.rgb * glint * 0.8), 0.35 * ring) * clear;
}
