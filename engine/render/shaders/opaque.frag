#include "view.glsl"
#include "shadow.glsl"
#include "glow.glsl"
#include "waters.glsl"
#include "shine.glsl"
#include "rounds.glsl"
#include "movers.glsl"
uniform sampler2DArray color_map, normal_map; // height in the colour's alpha; roughness and cavity in the normal's z and w
uniform sampler2D light_map, caustic_map;     // caustics of the first water: r on its floor, g mirrored onto walls
uniform sampler2D open_map, jellies_map;      // round jellies: share of the sky that the ground sees; how they stand upside down in it
uniform sampler2D contact_map;                // share of the sky that the ground sees past sheets
uniform float jellies;                        // 1 in the eye's own view, which jellies_map was drawn for
uniform float mirror;                         // 0 while the room's own cube map is taken
in vec3 world;
in vec2 skin_uv;
#ifdef ROUND
in vec3 face, skin_t, skin_b;
flat in int own;
const vec2 light_uv = vec2(0);
const float baked = 0.0;
#else
centroid in vec2 on_face, light_uv;
flat in vec3 face, u_axis, v_axis, skin_t, skin_b;
flat in vec2 face_size;
flat in float baked;
const int own = -1;
#endif
flat in vec4 look, paint;
out vec4 color;

const float STONE = 1.0, TILE = 2.0;
const vec3 CLEAR_WATER = vec3(0.45, 0.07, 0.04); // absorption of sunlight on its way down [1/m]
const float FILL = 1.3;                       // as a photographer's reflector would

struct Skin { vec3 albedo; float rough, cavity, height; vec3 normal; };

#ifdef ROUND
vec3 rounded(float height) { return face; }
#else
// Rounded edges: near an edge the normal leans outward.
vec3 rounded(float height) {
    if (look.z <= 0.0) return face;
    float r = look.z * (0.7 + 0.6 * height);
    vec2 low = max(vec2(0), 1.0 - on_face / r), high = max(vec2(0), 1.0 - (face_size - on_face) / r);
    vec2 lean = high * high - low * low;
    return normalize(face + lean.x * u_axis + lean.y * v_axis);
}
#endif

// Share of wetness 0..1: what the material says, in patches, pooling on what faces up, and a dark line just over the water.
float wetness(float height) {
    vec2 near = shore(world);
    float above = world.y - near.y;
    float line = near.x < 0.05 && above > 0.0 ? smoothstep(0.09, 0.02, above) : 0.0;
    if (paint.w <= 0.0) return line;
    float patches = texture(color_map, vec3(world.xz * 0.21 + 0.3, look.x)).g * 2.4 - 1.1 + (0.8 - height) * 0.9;
    float streak = texture(color_map, vec3(dot(world, skin_t) * 1.3, world.y * 0.12, look.x)).a;
    float lying = smoothstep(0.0, 0.55, patches - 0.65 + 1.4 * paint.w - 0.22 * min(near.x, 4.0) * (1.0 - paint.w));
    float running = smoothstep(0.35, 0.75, streak - 0.5 + paint.w - 0.3 * above);
    return max(line, paint.w >= 1.0 ? 1.0 : face.y > 0.7 ? lying : 0.8 * running);
}

// Roughness that makes up for bumps finer than a pixel, which would sparkle.
// source: Tokuyoshi and Kaplanyan 2019, "Improved geometric specular antialiasing"
float calmed(float rough, vec3 n) {
    vec3 x = dFdx(n), y = dFdy(n);
    float alpha = rough * rough, spread = min(0.5 * (dot(x, x) + dot(y, y)), 0.18);
    return sqrt(sqrt(min(1.0, alpha * alpha + spread)));
}

// Wet stone is darker and smoother. source: Lagarde 2013, "Water drop 3a: physically based wet surfaces"
Skin skin(bool under, out float wet) {
    vec4 c = texture(color_map, vec3(skin_uv, look.x)), m = texture(normal_map, vec3(skin_uv, look.x));
    wet = under ? 1.0 : wetness(c.a);
    Skin s;
    s.albedo = c.rgb * paint.rgb * mix(1.0, look.w == TILE ? 0.9 : look.w == STONE ? 0.58 : 0.7, wet);
    s.rough = mix(look.y < 0.0 ? m.z : look.y, 0.10, under ? 0.0 : wet * 0.92); // a film on it shines; deep water does not
    s.cavity = m.w;
    s.height = c.a;
    vec2 bump = (m.xy * 2.0 - 1.0) * (1.0 - 0.75 * wet * (face.y > 0.7 ? 1.0 : 0.5));
    s.normal = normalize(rounded(c.a) * sqrt(max(0.0, 1.0 - dot(bump, bump))) + bump.x * skin_t - bump.y * skin_b);
    s.rough = calmed(s.rough, s.normal);
    return s;
}

// Sunlight that the first water's waves mirror onto what stands above it: irradiance on normal n.
vec3 mirrored_sun(vec3 n) {
    vec3 d = vec3(sun.x, -sun.y, sun.z);      // from here toward the sun's mirror image
    float facing = dot(n, d);
    if (waters.x < 1.0 || water_shape[0].w == 0.0 || world.y <= water_place[0].y || facing <= 0.0 || sun.y <= 0.0) return vec3(0);
    vec2 uv = on_surface(0, world, d);
    if (uv != clamp(uv, 0.0, 1.0)) return vec3(0);
    vec2 q = water_place[0].xz + (uv - 0.5) * 2.0 * water_shape[0].xy;
    vec3 from = vec3(q.x, water_place[0].y + 0.002, q.y);
    float lit = sunlight(from, vec3(0, 1, 0), gl_FragCoord.xy) * through_spray(from);
    return beam.rgb * facing * lit * schlick(0.02, sun.y) * texture(caustic_map, uv).g;
}

void main() {
    int water = water_above(world);
    bool under = water >= 0;
    float wet;
    Skin s = skin(under, wet);
    vec3 n = s.normal, v = normalize(eye.xyz - world);
    float nv = clamp(dot(n, v), 1e-3, 1.0); // a little over 1 would make the powers below not a number

    // sunlight; under water it comes refracted and gathered by the waves
    vec3 l = sun.xyz, from = world, tint = vec3(1.0);
    if (under) {
        l = -refract(-sun.xyz, vec3(0, 1, 0), ETA);
        float deep = water_place[water].y - world.y, way = deep / l.y;
        from = world + l * way;
        tint = 0.96 * exp(-CLEAR_WATER * way);
        if (water == 0) tint *= mix(1.0, texture(caustic_map, on_surface(0, world, l)).r, smoothstep(0.0, 0.10, deep));
    }
    float nl = max(dot(n, l), 0.0);
    float seen = dot(face, l) > 0.0 && nl > 0.0 ? sunlight(from, under ? vec3(0) : face, gl_FragCoord.xy) * through_spray(from) : 0.0;
    vec3 sunny = beam.rgb * tint * nl * (seen + through_jelly(from)), h = normalize(l + v);
    float fresnel = schlick(under ? 0.004 : 0.04, dot(v, h)); // of stone in air, of stone in water
    vec3 direct = sunny * (s.albedo / PI * (1.0 - fresnel) + fresnel * ggx(nl, nv, max(dot(n, h), 0.0), max(0.03, s.rough * s.rough)));
    direct += lamplight_past_rounds(world, n, own) * s.albedo * s.cavity;
    if (!under) direct += mirrored_sun(n) * s.albedo / PI;

    // skylight and bounced light; the mirror-like part from the room's cube map
    vec3 around = baked > 0.5 ? texture(light_map, light_uv).rgb : mirror > 0.0 && room_lo.w > 0.5 ? from_all_around(n) : ambient(n);
    if (under) around *= 0.9 * exp(-CLEAR_WATER * 1.3 * (water_place[water].y - world.y));
    around *= FILL * past_rounds(world, face, own) * past_movers(world, face);
    if (jellies > 0.5 && contact.w > 0.0 && face.y > 0.7 && abs(world.y - contact.y) < 0.02)
        around *= textureLod(contact_map, 0.5 + 0.5 * (world.xz - contact.xz) / contact.w, 0.0).r;
    bool by_jelly = jellies > 0.5 && glow_middle.w > 0.0 && face.y > 0.7 && abs(world.y - glow_ground.x) < 0.02;
    if (by_jelly) around *= textureLod(open_map, 0.5 + 0.5 * (world.xz - glow_middle.xz) / glow_ground.y, 0.0).r;
    vec3 indirect = around * s.albedo * s.cavity;
    if (mirror > 0.0 && !under && room_lo.w > 0.5) {
        float shine = 0.04 + (max(1.0 - s.rough, 0.04) - 0.04) * pow(1.0 - nv, 5.0);
        float open = clamp(luma(around) / max(1e-3, 1.3 * luma(sky_light.rgb)), 0.15, 1.0); // shade hides the bright sky, as the cube map cannot know
        vec3 shown = room(world, reflect(-v, n), s.rough);
        if (by_jelly) {
            vec2 lean = vec2(dot(n, right.xyz), dot(n, ahead.xyz)) - face.y * vec2(dot(face, right.xyz), dot(face, ahead.xyz));
            vec4 body = textureLod(jellies_map, gl_FragCoord.xy * viewport.zw + 0.3 * lean, 1.0 + 6.0 * s.rough);
            shown = shown * (1.0 - body.a) + body.rgb;
        }
        indirect += shown * shine * mix(open, 1.0, 0.3) * s.cavity * mix(1.0, 0.6, s.rough);
    }
    color = vec4(direct + indirect, 1.0);
}
