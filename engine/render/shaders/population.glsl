// Droplets are pulled from their components' own arrays, which lie in shared buffers row after row: x, y, z of all, unsorted. Needs view.glsl.
#include "hash.glsl"

#include "materials.glsl"

const int VIEW_PLANE = 0, VELOCITY = 1;
const int MOST_LOOKS = 64;

struct Look {
    vec4 shape;   // smallest and largest diameter [m], stretch [s], longest length over width
    vec4 light;   // fade [s], opacity, 1 where it adds light, unused
    ivec4 kind;   // material, orientation, first layer of its sprites, how many
    uvec4 random; // seed, key of the body
};
layout(std140) uniform Looks { Look looks[MOST_LOOKS]; };

uniform samplerBuffer positions, velocities, lives, tints;
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

float diameter(Look look, int i) { return mix(look.shape.x, look.shape.y, chance(look, i, SIZE)); }
