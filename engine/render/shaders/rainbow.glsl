// Primary bow: drops send light back at 42.4 degrees (red) to 40.6 (violet) from the antisolar point, and a little inside it.
// source: Descartes 1637; angles from n = 1.331 (red) and 1.343 (violet), see Greenler 1980, "Rainbows, halos, and glories"
vec3 rainbow(vec3 view_ray) {
    float angle = degrees(acos(clamp(dot(view_ray, -sun.xyz), -1.0, 1.0)));
    vec3 at = vec3(42.2, 41.5, 40.7), d = (angle - at) / 0.55;
    return exp(-d * d) + 0.12 * smoothstep(41.0, 38.0, angle);
}

// Share of light that goes on in a direction at this cosine to the old one. source: Henyey and Greenstein 1941
float phase(float cosine, float g) { return (1.0 - g * g) / (4.0 * PI * pow(1.0 + g * g - 2.0 * g * cosine, 1.5)); }
