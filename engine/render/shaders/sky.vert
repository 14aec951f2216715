#include "view.glsl"
out vec3 direction;
void main() {
    vec2 q = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
    gl_Position = vec4(q, 1.0, 1.0);
    gl_ClipDistance[0] = 1.0;
    vec4 far = inverse_view_projection * vec4(q, 1.0, 1.0), near = inverse_view_projection * vec4(q, -1.0, 1.0);
    direction = far.xyz / far.w - near.xyz / near.w;
}
