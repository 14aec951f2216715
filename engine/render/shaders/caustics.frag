in vec2 before, after;
flat in int mirrored;
out vec4 color;

// Light per area is the old area over the new one of a moved grid. source: Wallace 2011, "Rendering realtime caustics in WebGL"
void main() {
    vec2 ax = dFdx(before), ay = dFdy(before), bx = dFdx(after), by = dFdy(after);
    float old = abs(ax.x * ay.y - ax.y * ay.x), now = abs(bx.x * by.y - bx.y * by.x);
    float gain = min(old / max(now, 1e-9), 8.0);
    color = mirrored == 1 ? vec4(0, gain, 0, 0) : vec4(gain, 0, 0, 0);
}
