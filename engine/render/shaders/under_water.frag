#include "view.glsl"
#include "shadow.glsl"
#include "waters.glsl"
#include "in_water.glsl"
#include "beams.glsl"
// The picture as an eye under water sees it.
uniform sampler2D scene_map, depth_map;
uniform int which;             // number of the water that the eye is in
in vec2 uv;
out vec4 color;

void main() {
    vec3 to = place_of(uv, texture(depth_map, uv).r) - eye.xyz, d = normalize(to);
    float way = min(length(to), within(which, eye.xyz, d).y);
    vec4 behind = texture(scene_map, uv);
    float hidden = 1.0 - luma(pow(clear_color, vec3(way)));
    color = vec4(through_water(which, eye.xyz, d, way, behind.rgb, gl_FragCoord.xy), mix(behind.a, 1.0, hidden));
}
