// Balls and capsules as rows (see rounds.py), and the sky that they hide from what lies beside them.
uniform samplerBuffer round_rows;
uniform int rounds;                           // how many count here
const int ROUND_TEXELS = 6;

vec4 round_row(int i, int texel) { return texelFetch(round_rows, i * ROUND_TEXELS + texel); }

// Share of the light from all around that reaches a place with normal n past all of them but `own`.
// source: Quilez 2007, "Sphere ambient occlusion": n.d r^2 / d^2 for a ball above the horizon
float past_rounds(vec3 p, vec3 n, int own) {
    float open = 1.0;
    for (int i = 0; i < rounds; i++) {
        vec4 ball = round_row(i, 0), axis = round_row(i, 2);
        vec3 d = ball.xyz - p;
        d -= axis.xyz * clamp(dot(d, axis.xyz), -round_row(i, 1).w, round_row(i, 1).w);
        float away = max(length(d), ball.w);
        if (i != own) open *= 1.0 - clamp(dot(n, d) / away, 0.0, 1.0) * ball.w * ball.w / (away * away);
    }
    return open;
}
