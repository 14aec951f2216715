in vec2 uv;
flat in float kind;
flat in vec3 front, back;
out vec4 color;

// Signed outline, positive outside.
float outline() {
    float round = 1.0 - uv.y * uv.y;
    if (kind == 2.0) return abs(uv.x) * 2.2 - 0.5 * round * (0.6 + 0.4 * sin(uv.y * 14.0)) - 0.12;
    return abs(uv.x) - round * (kind == 1.0 ? 0.95 - 0.2 * uv.y : 0.75 - 0.3 * uv.y);
}

void main() {
    if (outline() > 0.0) discard;
    color = vec4((front + back) * (0.85 + 0.15 * smoothstep(0.0, 0.12, abs(uv.x))) * (1.0 + 0.15 * uv.y), 1.0); // midrib, tip
}
