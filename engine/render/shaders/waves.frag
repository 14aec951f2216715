// Height (m), its slopes along x and z, and froth between the nodes: a cubic through the nodes, so that mirrored lines do not show the grid.
uniform sampler2D node_map;     // height, froth; s along z and t along x, as the array lies
uniform vec2 spacing;           // [m] between nodes along x and z
in vec2 uv;
out vec4 color;

// source: Catmull and Rom 1974, in the form that runs through the nodes and has their central differences for slopes
vec4 weights(float t) {
    float s = 1.0 - t;
    return 0.5 * vec4(-t * s * s, 2.0 - t * t * (5.0 - 3.0 * t), 2.0 - s * s * (5.0 - 3.0 * s), -s * t * t);
}

vec4 steepness(float t) {
    float s = 1.0 - t;
    return 0.5 * vec4(-s * (1.0 - 3.0 * t), -t * (10.0 - 9.0 * t), s * (10.0 - 9.0 * s), t * (1.0 - 3.0 * s));
}

void main() {
    ivec2 n = textureSize(node_map, 0).yx;
    vec2 p = uv * vec2(n) - 0.5, f = fract(p);
    ivec2 at = ivec2(floor(p));
    vec4 wx = weights(f.x), wz = weights(f.y), dx = steepness(f.x), dz = steepness(f.y);
    color = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        vec4 row = vec4(0.0);   // along z: height, its slope, froth
        for (int j = 0; j < 4; j++) {
            ivec2 k = clamp(at + ivec2(i, j) - 1, ivec2(0), n - 1);
            vec2 node = texelFetch(node_map, k.yx, 0).rg;
            row.xyz += vec3(node.r * wz[j], node.r * dz[j], node.g * wz[j]);
        }
        color += vec4(row.x * wx[i], row.x * dx[i] / spacing.x, row.y * wx[i] / spacing.y, row.z * wx[i]);
    }
}
