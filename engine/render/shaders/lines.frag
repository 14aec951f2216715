uniform sampler2D depth_map;
in vec4 tint;
#ifdef BOLD
in vec3 off;
#endif
out vec4 color;
void main() {
    float hidden = texelFetch(depth_map, ivec2(gl_FragCoord.xy), 0).r < gl_FragCoord.z - 1e-6 ? 0.25 : 1.0;
#ifdef BOLD
    float far = abs(off.x / off.z), inner = clamp(off.y + 0.5 - far, 0.0, 1.0), rim = 0.6 * clamp(off.y + 1.5 - far, 0.0, 1.0);
    float alpha = inner + rim * (1.0 - inner);
    color = vec4(tint.rgb * inner, alpha) * tint.a * hidden;
#else
    color = vec4(tint.rgb, 1.0) * tint.a * hidden;
#endif
}
