// An element of the flare: a square on the line from the light through the middle.
#include "view.glsl"
layout(location = 0) in vec4 shape; // place on the line; 1 where that is a distance in half heights; diameter in heights; 1 for a burst
layout(location = 1) in vec4 tint;  // rgb linear, strength
layout(location = 2) in float layer;
uniform sampler2D light_map;
uniform vec3 falling;               // fade, shrink, near_fade
out vec3 at;
out vec3 shade;

void main() {
    vec4 light = texelFetch(light_map, ivec2(0), 0);
    float aspect = viewport.x * viewport.w, far = length(light.xy);
    float off = far / length(vec2(aspect, 1.0));                 // 1 in the corner
    float strength = light.z * max(1.0 - falling.x * off, 0.0), size = shape.z * max(1.0 - falling.y * off, 0.0);
    if (shape.w > 0.0) size *= mix(0.6, 1.0, light.z);
    else if (falling.z > 0.0) strength *= smoothstep(0.0, falling.z, off);
    vec2 middle = shape.y > 0.0 ? light.xy / max(far, 1e-6) * shape.x : light.xy * shape.x;
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    at = vec3(corner * 0.5 + 0.5, layer);
    shade = tint.rgb * tint.a * strength * luma(beam.rgb) / PI;
    gl_Position = strength > 0.0 ? vec4((middle + corner * size) / vec2(aspect, 1.0), 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
