uniform vec2 share;              // the image's size over the picture's
out vec2 uv;
void main() {
    uv = vec2(gl_VertexID & 1, gl_VertexID >> 1);   // row 0 of the image is its top
    gl_Position = vec4(2.0 * uv.x * share.x - 1.0, 1.0 - 2.0 * uv.y * share.y, 0.0, 1.0);
}
