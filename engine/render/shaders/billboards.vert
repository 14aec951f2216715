#include "view.glsl"
#include "shadow.glsl"
#include "rainbow.glsl"
#include "population.glsl"
out vec2 corner;                   // -1 to 1 over the quad
out vec2 sprite;                   // the same, turned, for the sprite
out vec3 center, side, along;
flat out vec4 tint;                // linear colour, opacity
flat out vec3 light;               // sunlight that the droplet scatters or reflects
flat out ivec2 kind;               // material, sprite layer
flat out float adds;

// Height of a pixel at a place, in metres: a droplet is never drawn thinner, the missing width goes into its opacity.
float pixel_at(vec3 p) {
    return max(dot(p - eye.xyz, ahead.xyz), 0.0) * 2.0 * ahead.w * viewport.w;
}

// Parallel to the screen, up toward the world's up, so that a rolled camera does not roll the water: right = u x n, up = n x right
// with n toward the eye. Straight up or down there is no such up, and the camera's own is taken.
void upright_axes(out vec3 across, out vec3 upward) {
    vec3 n = -ahead.xyz, u = cross(vec3(0, 1, 0), n);
    float level = length(u);
    across = level > 1e-3 ? u / level : right.xyz;
    upward = level > 1e-3 ? cross(n, across) : up.xyz;
}

// Drops wobble, and each flashes now and then: 0 to 1 for a number of its own and its age [s].
float twinkle(float own, float age) {
    float t = (fract(own + 4.0 * age * (0.5 + own)) - 0.5) / 0.09;
    return exp(-t * t);
}

void main() {
    int i = droplet(gl_InstanceID);
    Look look = look_of(i);
    vec2 life = life_of(i);
    vec3 p = position_of(i), v = row3(velocities, i);
    int material = look.kind.x;

    upright_axes(side, along);
    float speed = look.shape.z > 0.0 ? abs(v.y) : 0.0, size = diameter(look, i);
    if (look.kind.y == VELOCITY || material == LINE) {
        vec2 seen = vec2(dot(v, right.xyz), dot(v, up.xyz));
        speed = length(seen);
        if (speed > 1e-4) {
            along = (right.xyz * seen.x + up.xyz * seen.y) / speed;
            side = (right.xyz * seen.y - up.xyz * seen.x) / speed;
        }
    }
    float lived = clamp(life.x / (life.y + look.light.x), 0.0, 1.0);
    if (material == MIST) size *= 0.6 + 1.2 * lived;                                               // a puff spreads
    float pixel = pixel_at(p), width = max(size, pixel);
    if (material == LINE) size = width = pixel;
    float reach = min(width + look.shape.z * speed, width * (material == LINE ? 1e6 : look.shape.w));

    vec4 color = texelFetch(tints, i);
    float opacity = color.a * look.light.y * fading(life, look.light.x) * min(1.0, size / width);
    if (material == DROPLET) opacity *= pow(width / reach, 0.4);                                   // what is smeared is thinner
    if (material == MIST) opacity *= smoothstep(0.0, 0.2, lived);
    if (material == LINE) opacity *= 0.5;                                                          // many are drawn, each is solid
    tint = vec4(color.rgb, opacity);
    adds = look.light.z;
    kind = ivec2(material, look.kind.z + int(chance(look, i, TEXTURE) * float(look.kind.w)));
    center = p;

    vec3 ray = normalize(p - eye.xyz);
    float lit = sunlight_at(p), forward = dot(ray, sun.xyz);
    if (material == DROPLET) light = vec3(lit * (1.0 + 3.0 * twinkle(chance(look, i, TURN), life.x)));
    else if (material == MIST) light = beam.rgb * lit * (phase(forward, 0.7) + 0.04 + 0.5 * rainbow(ray)) + 0.3 * ambient(vec3(0, 1, 0));
    else light = adds > 0.5 ? vec3(1.0) : ambient(vec3(0, 0.5, 0)) + 0.2 * beam.rgb * lit;

    corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    float turn = material == MIST ? 6.2831853 * chance(look, i, TURN) : 0.0, c = cos(turn), s = sin(turn);
    sprite = mat2(c, s, -s, c) * corner;
    gl_Position = view_projection * vec4(p + 0.5 * (side * corner.x * width + along * corner.y * reach), 1.0);
    gl_ClipDistance[0] = dot(clip, vec4(p, 1.0));
}
