#include "view.glsl"
layout(location = 0) in vec3 place;
layout(location = 1) in vec4 facing;          // normal, hollow
layout(location = 2) in vec2 on_skin;         // repeats of the texture, v up
#ifdef UNDER
out vec3 world;
#elif !defined(SHADOW)
// centroid: along a fold the texture runs so steeply that a sample off the triangle would land rows away
centroid out vec3 world, normal;
centroid out vec2 uv;                         // v down the image
centroid out float hollow;
#endif

void main() {
#ifdef SHADOW
    gl_Position = shadow_matrix * vec4(place, 1.0);
#elif defined(UNDER) // from the ground, as far up as the map is wide
    world = place;
    gl_Position = vec4((place.xz - contact.xz) / contact.w, (place.y - contact.y) / contact.w - 0.9, 1.0);
#else
    world = place;
    normal = facing.xyz;
    hollow = facing.w;
    uv = vec2(on_skin.x, -on_skin.y);
    gl_Position = view_projection * vec4(place, 1.0);
    gl_ClipDistance[0] = dot(clip, vec4(place, 1.0));
#endif
}
