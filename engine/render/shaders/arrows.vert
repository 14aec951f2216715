#include "view.glsl"
// An arrow an instance, turned on a lathe: four bands of AROUND squares about the vector.
layout(location = 0) in vec3 place;           // its tail [m]
layout(location = 1) in vec3 vector;          // [m]
layout(location = 2) in vec3 paint;
layout(location = 3) in float wide;           // [m] diameter of the shaft
#ifndef SHADOW
out vec3 world, normal;
flat out vec3 tint;
#endif
const int AROUND = 32;
const float HEAD = 2.6, TIP = 6.0;            // the head's width and length over the shaft's width; half of the arrow at most
const ivec2 CORNER[6] = ivec2[](ivec2(0, 0), ivec2(1, 0), ivec2(1, 1), ivec2(0, 0), ivec2(1, 1), ivec2(0, 1));

void main() {
    float size = length(vector), tip = min(TIP * wide, 0.5 * size), r = 0.5 * wide;
    vec2 profile[5] = vec2[](vec2(0, 0), vec2(r, 0), vec2(r, size - tip), vec2(HEAD * r, size - tip), vec2(0, size)); // radius, along
    int square = gl_VertexID / 6, band = square / AROUND;
    ivec2 c = CORNER[gl_VertexID % 6];
    vec2 at = profile[band + c.y], way = profile[band + 1] - profile[band], outward = normalize(vec2(way.y, -way.x) + vec2(0, 1e-9));
    vec3 y = size > 0.0 ? vector / size : vec3(0, 1, 0), x = normalize(cross(y, abs(y.y) > 0.9 ? vec3(1, 0, 0) : vec3(0, 1, 0))), z = cross(x, y);
    float turn = 2.0 * PI * float(square % AROUND + c.x) / float(AROUND);
    vec3 out_from = x * cos(turn) + z * -sin(turn), p = place + out_from * at.x + y * at.y;
    if (size == 0.0) p = place;               // nothing to see
#ifdef SHADOW
    gl_Position = shadow_matrix * vec4(p, 1.0);
#else
    world = p;
    normal = out_from * outward.x + y * outward.y;
    tint = paint;
    gl_Position = view_projection * vec4(p, 1.0);
    gl_ClipDistance[0] = dot(clip, vec4(p, 1.0));
#endif
}
