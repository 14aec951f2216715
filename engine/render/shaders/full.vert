// One triangle that covers the target; the depth is the farthest.
out vec2 uv;
void main() {
    vec2 q = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
    uv = q * 0.5 + 0.5;
    gl_Position = vec4(q, 1.0, 1.0);
}
