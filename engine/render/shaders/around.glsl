// Light from all around on what is not baked, and the sun's on it. Needs view.glsl, shadow.glsl, shine.glsl.
const float FILL = 1.3;                       // as a photographer's reflector would
const vec3 MAGENTA = vec3(0.8, 0.0, 0.8);     // of what is frozen

vec3 around(vec3 n) { return FILL * (room_lo.w > 0.5 ? from_all_around(n) : ambient(n)); }

// The room's or the sky's mirror image on a surface with Fresnel reflectance f0 straight on.
vec3 mirrored(vec3 p, vec3 n, vec3 v, float nv, float rough, float f0) {
    if (room_lo.w < 0.5) return vec3(0);
    float shine = f0 + (max(1.0 - rough, f0) - f0) * pow(1.0 - nv, 5.0);
    return room(p, reflect(-v, n), rough) * shine;
}

// Share of the sun at a place; n: its geometric normal, on the side that the sun is on.
float sunny(vec3 p, vec3 n) { return sunlight(p, n, gl_FragCoord.xy) * through_spray(p); }
