// Droplets are pulled from their components' own arrays, which lie in shared buffers row after row: x, y, z of all, unsorted. Needs view.glsl.
#include "hash.glsl"

#include "materials.glsl"

const int VIEW_PLANE = 0, VELOCITY = 1, VIEW_POINT = 2, AXIS = 3;
const int MOST_LOOKS = 64, KNOTS = 16;

struct Look {
    vec4 shape;   // smallest and largest diameter [m], stretch [s], longest length over width
    vec4 light;   // fade [s], opacity, 1 where it adds light, light of its own
    ivec4 kind;   // material, orientation, first layer of its sprites, how many
    uvec4 random; // seed, key of the body; knots of its curves (size | colour << 8), their row in `curves`
    vec4 turn;    // least and most angle [rad], least and most spin [rad/s]
    vec4 axis;    // xyz unit, of orientation AXIS
    vec4 fades;   // soft, near [m]; pictures of its film a second, 0: one film in a life
    ivec4 film;   // pictures, 1: begins anywhere, 1: each goes over into the next
};
layout(std140) uniform Looks { Look looks[MOST_LOOKS]; };

uniform samplerBuffer positions, velocities, lives, tints, curves;
uniform usamplerBuffer ids, owners, orders;
uniform int slots;      // length of one row
uniform int first;      // where this draw's order begins

vec3 row3(samplerBuffer rows, int i) {
    return vec3(texelFetch(rows, i).r, texelFetch(rows, slots + i).r, texelFetch(rows, 2 * slots + i).r);
}

int droplet(int instance) { return int(texelFetch(orders, first + instance).r); }

Look look_of(int i) { return looks[int(texelFetch(owners, i).r)]; }

vec3 position_of(int i) { return row3(positions, i); }

// Age, and the age at which the droplet starts to fade.
vec2 life_of(int i) { return vec2(texelFetch(lives, i).r, texelFetch(lives, slots + i).r); }

float fading(vec2 life, float fade) { return fade > 0.0 ? clamp(1.0 - (life.x - life.y) / fade, 0.0, 1.0) : 1.0; }

float chance(Look look, int i, uint channel) { return hash_uniform(look.random.x, look.random.y, texelFetch(ids, i).r, channel); }

// Age as a share of the whole life, 0 to 1.
float lived(vec2 life, Look look) { return clamp(life.x / max(life.y + look.light.x, 1e-6), 0.0, 1.0); }

// Where u lies between two knots: their numbers and the share of the second. channel: where their u stands.
vec3 between(int row, int knots, int channel, float u) {
    float before = texelFetch(curves, row)[channel];
    for (int k = 1; k < knots; k++) {
        float next = texelFetch(curves, row + k)[channel];
        if (u < next) return vec3(k - 1, k, clamp((u - before) / max(next - before, 1e-6), 0.0, 1.0));
        before = next;
    }
    return vec3(knots - 1, knots - 1, 0.0);
}

float size_over_life(Look look, float u) {
    int knots = int(look.random.z & 255u), row = int(look.random.w) * 2 * KNOTS;
    if (knots == 0) return 1.0;
    vec3 at = between(row, knots, 0, u);
    return mix(texelFetch(curves, row + int(at.x)).g, texelFetch(curves, row + int(at.y)).g, at.z);
}

vec4 color_over_life(Look look, float u) {
    int knots = int(look.random.z >> 8u), row = int(look.random.w) * 2 * KNOTS;
    if (knots == 0) return vec4(1.0);
    vec3 at = between(row, knots, 2, u);
    return mix(texelFetch(curves, row + KNOTS + int(at.x)), texelFetch(curves, row + KNOTS + int(at.y)), at.z);
}

// Diameter now, u of its life.
float diameter(Look look, int i, float u) { return mix(look.shape.x, look.shape.y, chance(look, i, SIZE)) * size_over_life(look, u); }
