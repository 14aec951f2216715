#include "view.glsl"
// A jelly's surface, as the eye sees it or, with SUN, as the sun does in the frame of the glow map; with SHADOW in the shadow map's, with UNDER from the ground.
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 facing;
out vec3 world, normal;

void main() {
    world = place;
    normal = facing;
#ifdef SHADOW
    gl_Position = shadow_matrix * vec4(place, 1.0);
#elif defined(UNDER)
    gl_Position = vec4((place.xz - glow_middle.xz) / glow_ground.y, (place.y - glow_ground.x) / (4.0 * glow_middle.w) - 0.9, 1.0);
#elif defined(SUN)
    vec3 q = place - glow_middle.xyz;
    gl_Position = vec4(dot(q, glow_x.xyz) / glow_x.w, dot(q, glow_y.xyz) / glow_y.w, -dot(q, sun.xyz) / glow_middle.w, 1.0);
#else
    gl_Position = view_projection * vec4(place, 1.0);
    gl_ClipDistance[0] = dot(clip, vec4(place, 1.0));
#endif
}
