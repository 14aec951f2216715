// Photons run together: a Gaussian of 5 by 5.
uniform sampler2D photon_map;
in vec2 uv;
out vec4 color;

void main() {
    ivec2 size = textureSize(photon_map, 0), at = ivec2(uv * vec2(size));
    vec4 sum = vec4(0);
    float weight = 0.0;
    for (int y = -2; y <= 2; y++)
        for (int x = -2; x <= 2; x++) {
            float w = exp(-0.4 * float(x * x + y * y));
            sum += w * texelFetch(photon_map, clamp(at + ivec2(x, y), ivec2(0), size - 1), 0);
            weight += w;
        }
    color = sum / weight;
}
