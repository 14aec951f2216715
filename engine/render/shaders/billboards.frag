#include "view.glsl"
#include "rainbow.glsl"
#include "lens.glsl"
#include "materials.glsl"
uniform sampler2DArray sprite_map;        // linear colour times coverage, coverage
uniform sampler2DArray sprite_normal_map; // x, y of the rounded surface
uniform samplerCube room_map;
uniform sampler2D depth_map;              // of what stands behind
uniform float soft;                       // 1 where depth_map is the view's own
in vec2 corner, sprite;
in vec3 center, side, along;
flat in vec4 tint;
flat in vec3 light, lamps, lamps_at;
flat in ivec3 kind;
flat in vec4 ways;
out vec4 color;

// Light of a drop over what falls on it from l: its mirror image on the near side, the spot that it gathers on the far one, and what is scattered.
float glint(vec3 n, vec3 v, vec3 outward, vec3 l) {
    float spot = 0.8 * pow(max(dot(n, normalize(v + l)), 0.0), 220.0) + 1.6 * pow(max(dot(outward, l), 0.0), 40.0);
    float onward = phase(dot(-v, l), 0.55);                   // many drops in the jet scatter forward
    return spot * (0.4 + 3.0 * onward) + 0.5 * min(onward, 1.2) + 0.09;
}

// A little lens, in which the room appears upside down; the rim mirrors it.
vec4 lens(vec4 picture, vec2 lean) {
    vec3 v = normalize(eye.xyz - center);
    vec3 n = normalize(side * lean.x + along * lean.y + v * sqrt(max(0.02, 1.0 - dot(lean, lean))));
    float nv = clamp(dot(n, v), 0.0, 1.0), fresnel = 0.02 + 0.98 * pow(1.0 - nv, 5.0);
    vec3 outward = through_drop(v, n);
    vec3 c = mix(textureLod(room_map, outward, 1.0).rgb, textureLod(room_map, reflect(-v, n), 2.0).rgb, fresnel);
    c += beam.rgb * light * (glint(n, v, outward, sun.xyz) + 0.35 * rainbow(-v)) + lamps * glint(n, v, outward, lamps_at);
    c += ways.y;
    float a = picture.a * tint.a * mix(0.36, 0.95, pow(1.0 - nv, 1.5));
    return vec4(c * tint.rgb * a, a);
}

// Distance along the view [m] of a depth as it stands in a depth texture.
float distance_of(float depth) {
    return 1.0 / (inverse_view_projection[2][3] * (2.0 * depth - 1.0) + inverse_view_projection[3][3]);
}

void main() {
    vec2 uv = sprite * 0.5 + 0.5;
    vec4 picture = texture(sprite_map, vec3(uv, kind.y));
    if (ways.z > 0.0) picture = mix(picture, texture(sprite_map, vec3(uv, kind.z)), ways.z);
    vec2 lean = texture(sprite_normal_map, vec3(uv, kind.y)).xy * 2.0 - 1.0;
    vec3 light = light + (kind.x == DROPLET ? 0.0 : ways.y);
    if (kind.x == LINE) color = vec4(tint.rgb * light, 1.0) * tint.a;
    else if (kind.x == DROPLET) color = lens(picture, lean);
    else if (kind.x == MIST) {
        float a = 0.12 * tint.a * picture.a;
        color = vec4(light * tint.rgb * a, 0.25 * a);         // scatters more than it hides
    } else color = vec4(picture.rgb * tint.rgb * light, picture.a) * tint.a;
    color.a *= 1.0 - ways.x;
    if (soft > 0.0 && ways.w > 0.0) {
        float behind = distance_of(texelFetch(depth_map, ivec2(gl_FragCoord.xy), 0).r);
        color *= clamp((behind - distance_of(gl_FragCoord.z)) / ways.w, 0.0, 1.0);
    }
    if (max(max(color.r, color.g), max(color.b, color.a)) < 1e-4) discard;
}
