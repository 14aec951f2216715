#include "view.glsl"
#include "shadow.glsl"
#include "shine.glsl"
uniform vec3 clear_color;
in vec2 corner;
flat in vec3 center;
flat in float radius;
out vec4 color;

// A ball without triangles: the ray through the pixel meets it exactly.
void main() {
    vec3 at = center + (right.xyz * corner.x + up.xyz * corner.y) * radius, ray = normalize(at - eye.xyz), to = center - eye.xyz;
    float middle = dot(to, ray), h = radius * radius - dot(to, to) + middle * middle;
    if (h < 0.0) discard;
    vec3 p = eye.xyz + ray * (middle - sqrt(h)), n = (p - center) / radius;
    float fresnel = schlick(0.02, dot(n, -ray));
    vec3 diffuse = clear_color * (beam.rgb / PI * max(dot(n, sun.xyz), 0.0) * sunlight_at(p + n * 0.01) + ambient(n));
    color = vec4(mix(diffuse, ambient(reflect(ray, n)), fresnel), 1.0);
    vec4 q = view_projection * vec4(p, 1.0);
    gl_FragDepth = q.z / q.w * 0.5 + 0.5;
}
