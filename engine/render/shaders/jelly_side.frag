#include "view.glsl"
// One side of a jelly: its normal, and how far it lies toward the sun from the glow map's middle [m].
in vec3 world, normal;
out vec4 color;

void main() { color = vec4(normalize(normal), dot(world - glow_middle.xyz, sun.xyz)); }
