uniform sampler2D light_map;
uniform float strength, white;      // share with the light in the middle; radiance of what the film shows as white
out vec4 color;

void main() {
    float a = strength * texelFetch(light_map, ivec2(0), 0).w;
    color = vec4(vec3(white) * a, a);
}
