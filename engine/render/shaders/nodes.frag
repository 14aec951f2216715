#include "view.glsl"
#include "shadow.glsl"
#include "waters.glsl"
#include "shine.glsl"
#include "lens.glsl"
uniform vec3 clear_color;
in vec2 corner;
flat in vec3 center;
flat in vec2 size;
out vec4 color;

// A drop of water without triangles: the ray through the pixel meets it exactly. Its rim covers the share of a pixel that lies inside.
void main() {
    float radius = size.x;
    vec3 at = center + (right.xyz * corner.x + up.xyz * corner.y) * radius, ray = normalize(at - eye.xyz), to = center - eye.xyz;
    float middle = dot(to, ray), gap = sqrt(max(dot(to, to) - middle * middle, 0.0)) / radius;
    float inside = clamp((1.0 - gap) * size.y + 0.5, 0.0, 1.0);
    if (inside <= 0.0) discard;
    float deep = sqrt(max(1.0 - gap * gap, 0.0));
    vec3 p = eye.xyz + ray * (middle - deep * radius), n = normalize((p - center) / radius);
    n = normalize(mix(vec3(0, 0.7, 0) - 0.7 * ray, n, smoothstep(0.5, 3.0, size.y)));   // far away it is a grain among many
    float lit = sunlight_at(p + n * 0.01), nl = max(dot(n, sun.xyz), 0.0), fresnel = schlick(0.02, dot(n, -ray));
    vec3 outward = through_drop(-ray, n), skin = clear_color / max(clear_color.r, max(clear_color.g, clear_color.b));
    vec3 seen = room(center, outward, 0.3) * skin, shown = room(center, reflect(ray, n), 0.2);
    vec3 own = skin * (beam.rgb / PI * lit * (0.15 + 0.85 * nl) + ambient(n) + lamplight(p, n)) * (0.55 + 0.45 * n.y);   // its neighbours shade it
    float glint = 4.0 * pow(max(dot(n, normalize(sun.xyz - ray)), 0.0), 300.0) + 1.2 * pow(max(dot(outward, sun.xyz), 0.0), 30.0);
    color = vec4(mix(mix(seen, own, 0.45), shown, fresnel) + beam.rgb * lit * glint, 1.0) * inside;
    vec4 q = view_projection * vec4(p, 1.0);
    gl_FragDepth = q.z / q.w * 0.5 + 0.5;
}
