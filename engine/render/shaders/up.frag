// Three by three tent. source: Jimenez 2014
uniform sampler2D image;
in vec2 uv;
out vec4 color;
void main() {
    vec3 sum = vec3(0);
    vec2 texel = 1.0 / vec2(textureSize(image, 0));
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++) sum += texture(image, uv + vec2(x, y) * texel).rgb * float((2 - abs(x)) * (2 - abs(y)));
    color = vec4(sum / 16.0, 1.0);
}
