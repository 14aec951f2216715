// One texel: where the light is seen, how much of it, and how far one looks into it.
#include "view.glsl"
uniform sampler2D depth_map;
#ifdef FACES
uniform samplerCube face_map;       // alpha: share of bare sky
#endif
uniform float inside;               // [rad] where glare begins
out vec4 light;                     // place in half heights from the middle; share of the light that is open; share of the glare

const int TAPS = 5;                 // a side
const float LEAST = 2.0;            // [pixels] radius of the taps
const float MARGIN = 0.35;          // half heights beyond the picture's edge where the light is lost

vec3 direction(vec2 q) { return normalize(ahead.xyz + ahead.w * (q.x * viewport.x * viewport.w * right.xyz + q.y * up.xyz)); }

float open_at(vec2 q) {
    float bare = step(1.0, textureLod(depth_map, clamp(q, -0.999, 0.999) * 0.5 + 0.5, 0.0).r);
#ifdef FACES
    bare *= textureLod(face_map, direction(q), 0.0).a;
#endif
    return bare;
}

void main() {
    vec3 seen = vec3(dot(right.xyz, sun.xyz), dot(up.xyz, sun.xyz), dot(ahead.xyz, sun.xyz));
    light = vec4(0.0);
    if (seen.z <= 1e-4 || beam.w == 0.0) return;                 // behind the eye, or no sun
    float aspect = viewport.x * viewport.w;
    vec2 p = seen.xy / (seen.z * ahead.w), q = p / vec2(aspect, 1.0);
    vec2 beyond = max(abs(p) - vec2(aspect, 1.0), 0.0);
    vec2 step_of = max(tan(sun.w) / ahead.w, LEAST * 2.0 * viewport.w) / vec2(aspect, 1.0) / float(TAPS / 2);
    float open = 0.0;
    for (int i = 0; i < TAPS * TAPS; i++) open += open_at(q + step_of * vec2(i % TAPS - TAPS / 2, i / TAPS - TAPS / 2));
    open *= (1.0 - smoothstep(0.0, MARGIN, length(beyond))) / float(TAPS * TAPS);
    float into = max(1.0 - acos(clamp(seen.z, -1.0, 1.0)) / inside, 0.0);
    light = vec4(p, open, open * into * into * into);
}
