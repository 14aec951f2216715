#include "view.glsl"
// How high over the ground a jelly's underside hangs [m].
in vec3 world, normal;
out vec4 color;

void main() { color = vec4(max(world.y - glow_ground.x, 0.0)); }
