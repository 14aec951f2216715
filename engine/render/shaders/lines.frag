uniform sampler2D depth_map;
in vec4 tint;
out vec4 color;
void main() {
    float hidden = texelFetch(depth_map, ivec2(gl_FragCoord.xy), 0).r < gl_FragCoord.z - 1e-6 ? 0.25 : 1.0;
    color = vec4(tint.rgb, 1.0) * tint.a * hidden;
}
