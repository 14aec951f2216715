// Mirror-like light: of the sun, and of the room through its cube map. Needs view.glsl.
uniform samplerCube room_map;

// Schlick's approximation of Fresnel reflection.
float schlick(float f0, float cosine) { return f0 + (1.0 - f0) * pow(1.0 - clamp(cosine, 0.0, 1.0), 5.0); }

// GGX with the height-correlated visibility fitted by Hammon. source: Walter et al. 2007; Hammon 2017, "PBR diffuse lighting"
float ggx(float nl, float nv, float nh, float alpha) {
    float a2 = alpha * alpha, d = nh * nh * (a2 - 1.0) + 1.0;
    return a2 / (PI * d * d) * 0.5 / max(1e-4, mix(2.0 * nl * nv, nl + nv, alpha));
}

// What is seen from p along d. Box projection: Lagarde and Zanuttini 2012, "Local image-based lighting with parallax-corrected
// cubemaps"; upward the room is open. Where it has no wall (alpha 0) the sky is seen, which is far.
vec3 room(vec3 p, vec3 d, float rough) {
    p = clamp(p, room_lo.xyz, room_hi.xyz);
    vec3 far = max((room_hi.xyz - p) / d, (room_lo.xyz - p) / d);
    float t = min(far.x, min(d.y > 0.0 ? 1e9 : far.y, far.z));
    float level = rough * (probe.w - 1.0);
    vec4 near = textureLod(room_map, p + t * d - probe.xyz, level);
    if (near.a > 0.999) return near.rgb;
    vec4 sky = textureLod(room_map, d, level);
    return mix(near.rgb, sky.rgb, (1.0 - near.a) * (1.0 - sky.a));
}

// Light on normal n from all around, as radiance of white: the cube map's coarse levels.
vec3 from_all_around(vec3 n) { return textureLod(room_map, n, probe.w - 1.0).rgb; }
