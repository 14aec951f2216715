uniform sampler2D image;
in vec2 uv;
out vec4 color;
void main() {
    vec4 c = texture(image, uv);
    color = vec4(c.rgb * c.a, c.a);
}
