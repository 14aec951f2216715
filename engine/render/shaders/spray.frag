in vec2 corner;
flat in float dark;
out vec4 color;

void main() {
    float f = max(0.0, 1.0 - dot(corner, corner));
    color = vec4(vec3(1.0 - dark * f * f), 1.0);
}
