#include "view.glsl"
// How high over the ground a sheet's lowest fold hangs [m].
in vec3 world;
out vec4 color;

void main() { color = vec4(max(world.y - contact.y, 0.0)); }
