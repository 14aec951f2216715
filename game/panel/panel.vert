// Corners of imgui's triangles: units of the window, from the top left.
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 color;
uniform vec2 room;  // size of the window in the same units
out vec2 at;
out vec4 tint;

void main() {
    at = uv;
    tint = color;
    gl_Position = vec4(2.0 * place.x / room.x - 1.0, 1.0 - 2.0 * place.y / room.y, 0.0, 1.0);
}
