#include "view.glsl"
// A mass: six corners of a square that faces the eye (or the sun) and just covers its ball.
uniform samplerBuffer masses;                 // place [m], heat; heat below 0: held
uniform float radius;                         // [m]
#ifdef SHADOW
out vec2 on_disc;
#else
out vec3 at;
flat out vec3 centre;
flat out float heat, wide;
#endif
const vec2 CORNER[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
const float HELD = 1.35;                      // what is held is larger by this

void main() {
    vec4 mass = texelFetch(masses, gl_VertexID / 6);
    vec2 c = CORNER[gl_VertexID % 6];
    float size = mass.w < 0.0 ? HELD * radius : radius;
#ifdef SHADOW
    on_disc = c;
    vec3 w = sun.xyz, u = normalize(cross(abs(w.y) > 0.99 ? vec3(0, 0, 1) : vec3(0, 1, 0), w));
    gl_Position = shadow_matrix * vec4(mass.xyz + (u * c.x + cross(w, u) * c.y) * size, 1.0);
#else
    centre = mass.xyz;
    heat = mass.w;
    wide = size;
    vec3 w = normalize(eye.xyz - centre), u = normalize(cross(up.xyz, w));
    float pixel = 2.0 * ahead.w * viewport.w * length(eye.xyz - centre);
    at = centre + w * size + (u * c.x + cross(w, u) * c.y) * (size + pixel);
    gl_Position = view_projection * vec4(at, 1.0);
    gl_ClipDistance[0] = dot(clip, vec4(at, 1.0));
#endif
}
