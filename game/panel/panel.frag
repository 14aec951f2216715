// Letters and shapes, straight alpha, sRGB as the screen shows it.
uniform sampler2D letters;
in vec2 at;
in vec4 tint;
out vec4 color;

void main() {
    color = tint * texture(letters, at);
}
