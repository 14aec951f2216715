#include "view.glsl"
#include "population.glsl"
out vec2 corner;
flat out float dark;

const float RADIUS = 0.045;    // [m] a droplet's shade is spread over this, so that few droplets make a smooth one

void main() {
    int i = droplet(gl_InstanceID);
    Look look = look_of(i);
    vec2 life = life_of(i);
    float r = 0.5 * diameter(look, i, lived(life, look));
    vec3 span = vec3(shadow_matrix[0].x, shadow_matrix[1].x, shadow_matrix[2].x);
    vec4 q = shadow_matrix * vec4(position_of(i), 1.0);
    corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    gl_Position = vec4(q.xy + corner * RADIUS * length(span), 0.0, look.kind.x == DROPLET ? 1.0 : -1.0);
    dark = min(0.35, 900.0 * r * r) * fading(life, look.light.x);
}
