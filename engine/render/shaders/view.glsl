// The camera and the light of one drawing, filled by block.py; the same block for every program.
layout(std140) uniform View {
    mat4 view_projection;
    mat4 inverse_view_projection;
    mat4 shadow_matrix;     // world to the sun's clip space
    vec4 eye;               // xyz [m]; w: time [s]
    vec4 right;             // the camera's axes in the world; w of right: near [m]
    vec4 up;                // w: far [m]
    vec4 ahead;             // w: tangent of half the vertical field of view
    vec4 sun;               // xyz toward the sun; w: its angular radius [rad]
    vec4 beam;              // rgb irradiance of the sun on a facing plane, PI above the air; w: 1 when it casts shadows
    vec4 sky_light;         // rgb irradiance / PI of the open sky on a plane that faces up; w: unused
    vec4 ground_light;      // rgb irradiance / PI of the sunlit ground on a plane that faces down; w: unused
    vec4 viewport;          // width, height, 1 / width, 1 / height
    vec4 shadow_shape;      // width, height and depth of the shadow map [m]; side of its texel [m]
    vec4 room_lo;           // corners of the box that the room's cube map is projected on; w of lo: 1 when there is a cube map
    vec4 room_hi;
    vec4 probe;             // xyz where the cube map was taken; w: its coarsest level
    vec4 clip;              // plane: what is on its negative side is cut away; (0, 0, 0, 1) keeps all
    vec4 glow_middle;       // xyz middle of the glow map; w: reach of the jellies from there [m], 0 without
    vec4 glow_x;            // unit, across the sun's rays; w: half width of the glow map [m]
    vec4 glow_y;
    vec4 glow_ground;       // height of the ground under the jellies; half side of the map of open sky there [m]; the rest is unused
    vec4 contact;           // middle of the map of what sheets hide of the sky: x, height of the ground, z; w: half its side, 0 without [m]
    vec4 harmonics[9];      // rgb of the light from all around: factors of the polynomials in `ambient`
    vec4 water_place[4];    // middle xyz (y: the level) [m]; w: depth [m]
    vec4 water_shape[4];    // half sides x and z [m]; ripple (deviation of the fine slopes); 1 where there is a surface to see
    vec4 waters;            // how many; how many lamps; the rest is unused
    vec4 lamp_place[8];     // xyz [m]; w: how far it reaches [m]
    vec4 lamp_light[8];     // rgb radiance of white that faces it from a metre away; w: start of its cone's line
    vec4 lamp_cone[8];      // unit axis of its cone; w: slope of that line over the cosine from the axis, 0 when it shines to all sides
};
const float PI = 3.14159265;

// Light of lamp i on a plane with normal n at p, as radiance of white; n 0: on a puff in free space, which takes it from all sides.
// Evenly out to nothing at its range and at the rim of its cone.
// source: Karis 2013, "Real shading in Unreal Engine 4"; glTF's KHR_lights_punctual, "Inner and outer cone angles"
vec3 of_lamp(int i, vec3 p, vec3 n) {
    vec3 d = lamp_place[i].xyz - p;
    float far = dot(d, d), share = far / (lamp_place[i].w * lamp_place[i].w), window = clamp(1.0 - share * share, 0.0, 1.0);
    vec3 toward = d * inversesqrt(far + 1e-9);
    float facing = n == vec3(0) ? 0.5 : max(dot(n, toward), 0.0);
    float inside = clamp(lamp_light[i].w - lamp_cone[i].w * dot(lamp_cone[i].xyz, toward), 0.0, 1.0);
    return lamp_light[i].rgb * facing * window * window * inside * inside / max(far, 0.01);
}

// Of all lamps; nothing hides them.
vec3 lamplight(vec3 p, vec3 n) {
    vec3 sum = vec3(0);
    for (int i = 0; i < int(waters.y); i++) sum += of_lamp(i, p, n);
    return sum;
}

// Unit, toward where most of that light comes from, for mirror-like light; the eye's side where there is none.
vec3 toward_lamps(vec3 p) {
    vec3 sum = 1e-6 * (eye.xyz - p);
    for (int i = 0; i < int(waters.y); i++) sum += dot(of_lamp(i, p, vec3(0)), vec3(1.0)) * normalize(lamp_place[i].xyz - p);
    return normalize(sum);
}

float luma(vec3 c) { return dot(c, vec3(0.2126, 0.7152, 0.0722)); }

// Interleaved gradient noise. source: Jimenez 2014, "Next generation post processing in Call of Duty: Advanced Warfare"
float dither(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }

// Light from all around on a plane with normal n where nothing is baked, as radiance of white.
// source: Ramamoorthi and Hanrahan 2001, "An efficient representation for irradiance environment maps"
vec3 ambient(vec3 n) {
    vec3 even = harmonics[0].rgb + harmonics[1].rgb * n.y + harmonics[2].rgb * n.z + harmonics[3].rgb * n.x;
    vec3 fine = harmonics[4].rgb * (n.x * n.y) + harmonics[5].rgb * (n.y * n.z) + harmonics[6].rgb * (3.0 * n.z * n.z - 1.0);
    return max(even + fine + harmonics[7].rgb * (n.x * n.z) + harmonics[8].rgb * (n.x * n.x - n.y * n.y), 0.0);
}

// Place in the world of a pixel (uv 0..1) with a depth as it stands in a depth texture.
vec3 place_of(vec2 uv, float depth) {
    vec4 q = inverse_view_projection * vec4(vec3(uv, depth) * 2.0 - 1.0, 1.0);
    return q.xyz / q.w;
}
