#include "view.glsl"
layout(location = 0) in vec3 start;
layout(location = 1) in vec4 start_color;
layout(location = 2) in vec3 end;
layout(location = 3) in vec4 end_color;
out vec4 tint;
#ifdef BOLD
out vec3 off;   // pixels from the middle, times w: no perspective in it; half the colour's width; w
#endif

void main() {
    bool far = (gl_VertexID & 1) == 1;
    vec4 a = view_projection * vec4(start, 1.0), b = view_projection * vec4(end, 1.0);
    // an end behind the eye moves to the near plane, where z = -w
    float near_a = a.z + a.w, near_b = b.z + b.w;
    if (near_a < 0.0 && near_b > 0.0) a = mix(a, b, near_a / (near_a - near_b));
    else if (near_b < 0.0 && near_a > 0.0) b = mix(b, a, near_b / (near_b - near_a));
    vec2 along = (b.xy / b.w - a.xy / a.w) * viewport.xy;
    along = length(along) > 1e-6 ? normalize(along) : vec2(1, 0);
    vec4 q = far ? b : a;
    float half_width = 0.75, side = gl_VertexID > 1 ? 1.0 : -1.0;   // pixels
#ifdef BOLD
    float core = 0.8 * clamp(viewport.y / 640.0, 1.0, 4.0);
    half_width = core + 1.5;
    off = vec3(side * half_width * q.w, core, q.w);
#endif
    q.xy += vec2(-along.y, along.x) * side * half_width * 2.0 * viewport.zw * q.w;
    tint = far ? end_color : start_color;
    gl_Position = q;
}
