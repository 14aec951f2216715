// Sunlight that jellies have let through and bent. Needs view.glsl; the map is bound by `renderer.bind_shadow(program)`.
uniform sampler2D glow_map;           // rgb share of the beam on a plane that faces the sun; a: how far toward the sun it landed, times its luma

// Where a place lies in the glow map, 0..1.
vec2 in_glow_map(vec3 p) {
    vec3 q = p - glow_middle.xyz;
    return vec2(dot(q, glow_x.xyz) / glow_x.w, dot(q, glow_y.xyz) / glow_y.w) * 0.5 + 0.5;
}

// Share of the beam that arrives at p by way of a jelly; only where the light has landed, not before or behind.
vec3 through_jelly(vec3 p) {
    if (glow_middle.w == 0.0) return vec3(0);
    vec2 at = in_glow_map(p);
    if (at != clamp(at, 0.0, 1.0)) return vec3(0);
    vec4 g = textureLod(glow_map, at, 0.0);
    float bright = luma(g.rgb);
    if (bright < 1e-4) return vec3(0);
    float off = abs(dot(p - glow_middle.xyz, sun.xyz) - g.a / bright);
    return g.rgb * smoothstep(0.6, 0.3, off / glow_middle.w);
}
