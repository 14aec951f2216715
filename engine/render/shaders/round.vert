#include "view.glsl"
#include "rounds.glsl"
// A ball or capsule an instance: six patches of side (side + 1) squares, as of a cube blown up; across its middle it is drawn out.
uniform int side;                             // squares along a patch, even
#ifndef DEPTH_ONLY
out vec3 world, face, skin_t, skin_b;         // face: unit normal; the skin's axes to the right and up
out vec2 skin_uv;                             // in repeats
flat out vec4 look, paint;                    // as of boxes: layer, roughness or below 0, 0, kind; colour, wet
flat out int own;
#endif
const ivec2 CORNER[6] = ivec2[](ivec2(0, 0), ivec2(1, 0), ivec2(1, 1), ivec2(0, 0), ivec2(1, 1), ivec2(0, 1));

void main() {
    vec4 place = round_row(gl_InstanceID, 0), x = round_row(gl_InstanceID, 1), y = round_row(gl_InstanceID, 2), z = round_row(gl_InstanceID, 3);
    int square = gl_VertexID / 6, patch_squares = side * (side + 1), patch_number = square / patch_squares, rest = square % patch_squares;
    ivec2 node = ivec2(rest % side, rest / side) + CORNER[gl_VertexID % 6];
    bool upper = node.y > side / 2, cap = patch_number > 3;
    if (upper) node.y -= 1;                   // the middle line is there twice
    vec2 angle = (vec2(node) / float(side) - 0.5) * (0.5 * PI), t = tan(angle);
    float pole = cap ? (patch_number == 4 ? 1.0 : -1.0) : (upper ? 1.0 : -1.0), turn = 0.5 * PI * float(patch_number), c = cos(turn), s = sin(turn);
    vec3 n, right;                            // in the ball's own frame
    if (cap) { n = normalize(vec3(t.x, pole, -pole * t.y)); right = vec3(1, 0, 0); }
    else { n = normalize(vec3(c * t.x + s, t.y, c - s * t.x)); right = vec3(c, 0, -s); }
    mat3 axes = mat3(x.xyz, y.xyz, z.xyz);
    vec3 p = place.xyz + axes * (n * place.w + vec3(0, pole * x.w, 0));
#ifdef SHADOW
    gl_Position = shadow_matrix * vec4(p, 1.0);
#else
    gl_Position = view_projection * vec4(p, 1.0);
    gl_ClipDistance[0] = dot(clip, vec4(p, 1.0));
#endif
#ifndef DEPTH_ONLY
    vec4 dye = round_row(gl_InstanceID, 4), kind = round_row(gl_InstanceID, 5);
    world = p;
    face = axes * n;
    skin_t = normalize(axes * (right - n * dot(n, right)));
    skin_b = cross(face, skin_t);
    float once = 2.0 * PI * place.w, repeats = max(1.0, round(once / y.w)); // whole repeats round the waist: no seam
    float high = angle.y * place.w + (cap ? 0.0 : pole * x.w);
    skin_uv = vec2(angle.x / (2.0 * PI) + (cap ? 0.0 : 0.25 * float(patch_number)), -high / once) * repeats;
    look = vec4(kind.y, z.w, 0.0, kind.x);
    paint = dye;
    own = gl_InstanceID;
#endif
}
