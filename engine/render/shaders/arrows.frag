#include "view.glsl"
#include "shadow.glsl"
#include "shine.glsl"
#include "around.glsl"
// Enamel with a bright rim, so that it reads over light and over dark.
in vec3 world, normal;
flat in vec3 tint;
out vec4 color;

void main() {
    vec3 n = normalize(normal), v = normalize(eye.xyz - world), l = sun.xyz, h = normalize(l + v);
    float nl = max(dot(n, l), 0.0), nv = clamp(dot(n, v), 0.02, 1.0), lit = nl > 0.0 ? sunny(world, n) : 0.0, rim = pow(1.0 - nv, 3.0);
    vec3 c = tint * (beam.rgb * lit * nl / PI + around(n)) + mirrored(world, n, v, nv, 0.2, 0.045);
    c += beam.rgb * lit * nl * schlick(0.045, max(dot(l, h), 0.2)) * ggx(nl, nv, max(dot(n, h), 0.0), 0.06);
    color = vec4(c + rim * mix(tint, vec3(1), 0.5) * luma(around(vec3(0, 1, 0))), 1.0);
}
