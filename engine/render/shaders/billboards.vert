#include "view.glsl"
#include "shadow.glsl"
#include "rainbow.glsl"
#include "population.glsl"
out vec2 corner;                   // -1 to 1 over the quad
out vec2 sprite;                   // the same, turned, for the sprite
out vec3 center, side, along;
flat out vec4 tint;                // linear colour, opacity
flat out vec3 light;               // that it scatters or reflects; of a droplet: share of the sun
flat out vec3 lamps, lamps_at;     // of a droplet: irradiance of the lamps, unit toward them
flat out ivec3 kind;               // material, sprite layer, the layer that it goes over into
flat out vec4 ways;                // 1 where it adds light, light of its own, share of the second layer, soft fade [m]

// Height of a pixel at a place, in metres: a droplet is never drawn thinner, the missing width goes into its opacity.
float pixel_at(vec3 p) {
    return max(dot(p - eye.xyz, ahead.xyz), 0.0) * 2.0 * ahead.w * viewport.w;
}

// Facing n, up toward the world's up, so that a rolled camera does not roll the water: right = u x n, up = n x right
// with n toward the eye. Straight up or down there is no such up, and the camera's own is taken.
void upright_axes(vec3 n, out vec3 across, out vec3 upward) {
    vec3 u = cross(vec3(0, 1, 0), n);
    float level = length(u);
    across = level > 1e-3 ? u / level : normalize(right.xyz - dot(right.xyz, n) * n);
    upward = cross(n, across);
}

// The long side along an axis, the face toward n; who looks along the axis sees it from the camera's right.
void axial_axes(vec3 axis, vec3 n, out vec3 across, out vec3 upward) {
    vec3 u = cross(axis, n);
    upward = axis;
    if (length(u) < 1e-3) u = cross(axis, cross(right.xyz, axis)) + 1e-6 * up.xyz;
    across = normalize(u);
}

// The picture of its film that a sprite shows, the next one, and its share. u: share of life, from: a number of its own.
vec3 picture_of(Look look, float age, float u, float from) {
    int count = look.film.x;
    bool smoothly = look.film.z == 1;
    float at = look.fades.z > 0.0 ? age * look.fades.z : smoothly ? u * float(count - 1) : min(floor(u * float(count)), float(count - 1));
    if (look.film.y == 1) at += floor(from * float(count));
    float shown = floor(at);
    return vec3(mod(shown, float(count)), mod(shown + 1.0, float(count)), smoothly ? at - shown : 0.0);
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

    vec3 toward = normalize(eye.xyz - p);
    if (look.kind.y == AXIS) axial_axes(look.axis.xyz, toward, side, along);
    else upright_axes(look.kind.y == VIEW_POINT ? toward : -ahead.xyz, side, along);
    float u = lived(life, look), size = diameter(look, i, u);
    float speed = look.shape.z == 0.0 ? 0.0 : abs(look.kind.y == AXIS ? dot(v, along) : v.y);
    if (look.kind.y == VELOCITY || material == LINE) {
        vec2 seen = vec2(dot(v, right.xyz), dot(v, up.xyz));
        speed = length(seen);
        if (speed > 1e-4) {
            along = (right.xyz * seen.x + up.xyz * seen.y) / speed;
            side = (right.xyz * seen.y - up.xyz * seen.x) / speed;
        }
    }
    if (look.turn != vec4(0.0)) {
        float angle = mix(look.turn.x, look.turn.y, chance(look, i, ROTATION)), spin = mix(look.turn.z, look.turn.w, chance(look, i, SPIN));
        if (spin != 0.0) angle += spin * life.x;
        float c = cos(angle), s = sin(angle);
        vec3 turned = c * side + s * along;
        along = c * along - s * side;
        side = turned;
    }
    if (material == MIST) size *= 0.6 + 1.2 * u;                                                   // a puff spreads
    float pixel = pixel_at(p), width = max(size, pixel);
    if (material == LINE) size = width = pixel;
    float reach = min(width + look.shape.z * speed, width * (material == LINE ? 1e6 : look.shape.w));

    vec4 color = texelFetch(tints, i) * color_over_life(look, u);
    float opacity = color.a * look.light.y * fading(life, look.light.x) * min(1.0, size / width);
    if (material == DROPLET) opacity *= pow(width / reach, 0.4);                                   // what is smeared is thinner
    if (material == MIST) opacity *= smoothstep(0.0, 0.2, u);
    if (material == LINE) opacity *= 0.5;                                                          // many are drawn, each is solid
    if (look.fades.y > 0.0) opacity *= clamp((dot(p - eye.xyz, ahead.xyz) - right.w) / max(look.fades.y - right.w, 1e-6), 0.0, 1.0);
    tint = vec4(color.rgb, opacity);
    vec3 picture = look.film.x > 1 ? picture_of(look, life.x, u, chance(look, i, FILM)) : vec3(0.0);
    int layer = look.kind.z + look.film.x * int(chance(look, i, TEXTURE) * float(look.kind.w));
    kind = ivec3(material, layer + int(picture.x), layer + int(picture.y));
    ways = vec4(look.light.z, look.light.w, picture.z, look.fades.x);
    center = p;

    vec3 ray = -toward;
    float lit = sunlight_at(p), forward = dot(ray, sun.xyz);
    float flash = material == DROPLET ? 1.0 + 3.0 * twinkle(chance(look, i, TURN), life.x) : 0.0;
    lamps = waters.y > 0.0 && material == DROPLET ? 2.0 * PI * flash * lamplight(p, vec3(0)) : vec3(0);
    lamps_at = waters.y > 0.0 ? toward_lamps(p) : vec3(0, 1, 0);
    if (material == DROPLET) light = vec3(lit * flash);
    else if (material == MIST) light = beam.rgb * lit * (phase(forward, 0.7) + 0.04 + 0.5 * rainbow(ray)) + 0.3 * ambient(vec3(0, 1, 0)) + lamplight(p, vec3(0));
    else light = ways.x > 0.5 ? vec3(0.0) : ambient(vec3(0, 0.5, 0)) + 0.2 * beam.rgb * lit + lamplight(p, vec3(0));

    corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    float turn = material == MIST ? 6.2831853 * chance(look, i, TURN) : 0.0, c = cos(turn), s = sin(turn);
    sprite = mat2(c, s, -s, c) * corner;
    gl_Position = view_projection * vec4(p + 0.5 * (side * corner.x * width + along * corner.y * reach), 1.0);
    gl_ClipDistance[0] = dot(clip, vec4(p, 1.0));
}
