#include "view.glsl"
// A box an instance, 36 corners each, from its row (see boxes.py).
uniform samplerBuffer box_rows;
uniform int first;
invariant gl_Position;              // the depth pass and the shading pass must agree to the bit

#ifndef DEPTH_ONLY
out vec3 world;
centroid out vec2 on_face, light_uv; // [m] from the face's corner along u and v; in the baked map, never beyond its chart
out vec2 skin_uv;                   // in repeats
flat out vec3 face, u_axis, v_axis, skin_t, skin_b; // unit: normal, the face's axes, the skin's axes to the right and up
flat out vec2 face_size;            // [m] along u and v
flat out vec4 look;                 // layer, roughness or below 0, bevel [m], kind
flat out vec4 paint;                // colour, wet
flat out float baked;               // 1 where light_uv counts
#endif

const ivec2 CORNER[6] = ivec2[](ivec2(0, 0), ivec2(1, 0), ivec2(1, 1), ivec2(0, 0), ivec2(1, 1), ivec2(0, 1));

vec4 row(int texel) { return texelFetch(box_rows, (first + gl_InstanceID) * 12 + texel); }

void main() {
    int side = gl_VertexID / 6, a = side / 2, u = (a + 1) % 3, v = (a + 2) % 3;
    float sign_a = side % 2 == 0 ? -1.0 : 1.0;
    vec4 center = row(0), kind = row(5), axis[3];
    for (int i = 0; i < 3; i++) axis[i] = row(1 + i);
    bool turned = (sign_a < 0.0) != (kind.y > 0.5);
    ivec2 c = CORNER[gl_VertexID % 6];
    if (turned) c = c.yx;           // counter-clockwise from the side that is seen
    vec3 at;
    at[a] = sign_a; at[u] = 2.0 * float(c.x) - 1.0; at[v] = 2.0 * float(c.y) - 1.0;
    vec3 p = center.xyz + at.x * axis[0].xyz + at.y * axis[1].xyz + at.z * axis[2].xyz; // same sum on all faces: no cracks
#ifdef SHADOW
    gl_Position = shadow_matrix * vec4(p, 1.0);
#else
    gl_Position = view_projection * vec4(p, 1.0);
    gl_ClipDistance[0] = dot(clip, vec4(p, 1.0));
#endif
#ifndef DEPTH_ONLY
    vec3 unit[3];
    for (int i = 0; i < 3; i++) unit[i] = normalize(axis[i].xyz);
    face_size = 2.0 * vec2(length(axis[u].xyz), length(axis[v].xyz));
    on_face = vec2(c) * face_size;
    world = p;
    face = (turned ? -1.0 : 1.0) * unit[a];
    u_axis = unit[u]; v_axis = unit[v];
    skin_b = a == 1 ? unit[2] * -sign(dot(face, unit[1])) : unit[1];
    skin_t = cross(skin_b, face);
    // skins run on from box to box in the world; on a box that moves they stay with it
    vec3 q = p - (kind.z > 0.5 ? center.xyz : vec3(0));
    float tile = axis[1].w;
    vec2 extent = vec2(abs(dot(skin_t, axis[u].xyz)) + abs(dot(skin_t, axis[v].xyz)), abs(dot(skin_b, axis[u].xyz)) + abs(dot(skin_b, axis[v].xyz))) * 2.0;
    skin_uv = vec2(dot(q, skin_t), -dot(q, skin_b)) / tile;
    if (kind.x == 2.0) {            // glazed tiles are cut to fit: whole quarters of the repeat on a face
        vec2 from_middle = vec2(dot(p - center.xyz, skin_t), -dot(p - center.xyz, skin_b)) / extent;
        vec2 quarters = max(vec2(1), round(4.0 * extent / tile));
        skin_uv = (from_middle + 0.5) * quarters / 4.0;
    } else if (kind.x == 3.0 && extent.y > extent.x) {
        skin_uv = skin_uv.yx;       // the grain runs along the longer side
        vec3 t = skin_t; skin_t = -skin_b; skin_b = -t;
    }
    vec4 chart = row(6 + side);
    baked = chart.z > 0.0 ? 1.0 : 0.0;
    light_uv = mix(chart.xy, chart.zw, vec2(c));
    look = vec4(axis[0].w, axis[2].w, center.w, kind.x);
    paint = row(4);
#endif
}
