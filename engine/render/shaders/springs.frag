#include "view.glsl"
#include "shadow.glsl"
#include "shine.glsl"
#include "around.glsl"
#include "energy.glsl"
// The ribbon shaded as a round rod.
uniform int tinted;
uniform float covering;                       // 1 where alpha becomes coverage of samples, else 0
in vec3 world, along;
in float across;
flat in float heat, cover;
out vec4 color;

void main() {
    vec3 v = normalize(eye.xyz - world), s = normalize(cross(along, v)), f = cross(s, normalize(along)), l = sun.xyz, h = normalize(l + v);
    vec3 n = normalize(s * across + f * sqrt(max(1.0 - across * across, 0.02)));
    vec4 dye = dye_of(heat, tinted);
    float lit = sunny(world, f), nl = max(dot(n, l), 0.0), nv = clamp(dot(n, v), 0.02, 1.0);
    vec3 c = dye.rgb * (beam.rgb * lit * max(dot(n, l) + 0.15, 0.0) / (1.15 * PI) + 0.85 * around(n)) + dye.rgb * dye.a;
    c += beam.rgb * lit * nl * schlick(0.04, max(dot(l, h), 0.2)) * ggx(nl, nv, max(dot(n, h), 0.0), 0.15);
    color = vec4(c, covering > 0.0 ? max(cover, 0.3) : 1.0);
}
