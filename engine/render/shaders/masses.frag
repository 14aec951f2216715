#include "view.glsl"
#include "shadow.glsl"
#include "shine.glsl"
#include "around.glsl"
#include "energy.glsl"
// The eye's ray against the ball; enamel: a dyed ground under a clear coat, glowing when hot. The outline fades by coverage.
uniform int tinted;                           // 0 plain, 1 by energy, 2 frozen
uniform float covering;                       // 1 where alpha becomes coverage of samples, else 0
in vec3 at;
flat in vec3 centre;
flat in float heat, wide;
out vec4 color;

void main() {
    vec3 d = normalize(at - eye.xyz), from = centre - eye.xyz;
    float b = dot(d, from);
    vec3 aside = from - b * d;                // shorter sums than |from|^2 - b^2: far away the difference would be noise
    float off = length(aside) / wide;
    float cover = clamp((1.0 - off) / fwidth(off) + 0.5, 0.0, 1.0);
    if (cover <= (covering > 0.0 ? 0.0 : 0.5)) discard;
    vec3 p = eye.xyz + d * (b - wide * sqrt(max(1.0 - off * off, 0.0)));
    vec4 q = view_projection * vec4(p, 1.0);
    gl_FragDepth = q.z / q.w * 0.5 + 0.5;

    vec3 n = normalize(p - centre), l = sun.xyz, h = normalize(l - d);
    vec4 dye = dye_of(max(heat, 0.0), tinted);
    if (heat < 0.0 && tinted < 2) {           // held: a dark bolt with a bright ring about the eye's direction
        float ring = smoothstep(0.42, 0.48, off) * smoothstep(0.80, 0.74, off);
        dye = vec4(mix(vec3(0.03, 0.035, 0.045), vec3(0.92, 0.88, 0.78), ring), 0.0);
    }
    float nv = clamp(-dot(n, d), 0.02, 1.0), nl = max(dot(n, l), 0.0), coat = schlick(0.045, nv), lit = sunny(p, n);
    float beneath = mix(0.55, 1.0, smoothstep(-1.0, 0.6, n.y));
    vec3 c = dye.rgb * (beam.rgb * lit * max(dot(n, l) + 0.1, 0.0) / (1.1 * PI) + around(n) * beneath + lamplight(p, n)) * (1.0 - coat);
    c += mirrored(p, n, -d, nv, 0.25, 0.045) * beneath;
    c += beam.rgb * lit * nl * schlick(0.045, max(dot(l, h), 0.2)) * ggx(nl, nv, max(dot(n, h), 0.0), 0.07);
    color = vec4(c + dye.rgb * dye.a, covering > 0.0 ? cover : 1.0);
}
