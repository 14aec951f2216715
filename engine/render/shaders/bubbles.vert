#include "view.glsl"
// Bubbles of air in a jelly, a quad each.
layout(location = 0) in vec4 place;   // xyz; radius [m]
layout(location = 1) in float way;    // through the body to the eye [m]
out vec2 corner;
flat out float deep, far, thin;

void main() {
    corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    far = dot(place.xyz - eye.xyz, ahead.xyz);
    float pixel = 2.0 * ahead.w * max(far, right.w) * viewport.w, radius = max(place.w, 0.8 * pixel);
    deep = way;
    thin = place.w * place.w / (radius * radius);   // smaller than a pixel: as much light on a larger spot
    gl_Position = view_projection * vec4(place.xyz + radius * (corner.x * right.xyz + corner.y * up.xyz), 1.0);
}
