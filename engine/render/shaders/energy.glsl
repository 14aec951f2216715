// Energy as colour, 0 to 1: slate, straw, orange, red, crimson. The share of red grows all the way.
vec3 of_energy(float t) {
    vec3 c = mix(vec3(0.42, 0.52, 0.62), vec3(0.86, 0.68, 0.36), smoothstep(0.06, 0.38, t));
    c = mix(c, vec3(0.94, 0.34, 0.05), smoothstep(0.32, 0.60, t));
    c = mix(c, vec3(0.76, 0.028, 0.024), smoothstep(0.55, 0.82, t));
    return mix(c, vec3(0.64, 0.004, 0.025), smoothstep(0.85, 1.0, t));
}

const vec3 PLAIN = vec3(0.55, 0.58, 0.62);

// Needs around.glsl. Colour and glow (a) of a mass or a spring; tinted: 0 plain, 1 by energy, 2 frozen.
vec4 dye_of(float heat, int tinted) {
    if (tinted == 2) return vec4(MAGENTA, 0.35);
    return tinted == 0 ? vec4(PLAIN, 0.0) : vec4(of_energy(heat), 0.9 * heat * heat * heat * heat);
}
