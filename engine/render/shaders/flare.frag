uniform sampler2DArray sprite_map;  // linear colour times coverage, coverage
in vec3 at;
in vec3 shade;
out vec4 color;

void main() { color = vec4(texture(sprite_map, at).rgb * shade, 0.0); }
