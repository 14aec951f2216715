#include "view.glsl"
#include "disc.glsl"
uniform samplerCube face_map;   // alpha: share of bare sky
uniform float scale, bounded, gain; // bounded 1: a channel holds (x / (1 + x))^(1/2.2), x in units of scale; gain: of the sun
uniform float disc, cover;
in vec3 direction;
out vec4 color;

void main() {
    vec3 d = normalize(direction);
    vec4 c = texture(face_map, d);
    vec3 x = pow(min(c.rgb, 254.5 / 255.0), vec3(2.2));
    vec3 light = bounded > 0.5 ? scale * x / (1.0 - x) : c.rgb;
    color = vec4(gain * light + disc * c.a * disc_of_sun(d), cover);
}
