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

const float FLAME = 0.1;                      // [m] radius of what shines in a lamp: shadows grow soft with the way from what throws them

// Share of lamp i that a place sees past all balls and capsules but `own`; those round the lamp itself let it through.
float seen_past_rounds(int i, vec3 p, int own) {
    float seen = 1.0;
    vec3 d = lamp_place[i].xyz - p;
    for (int k = 0; k < rounds; k++) {
        vec4 ball = round_row(k, 0);
        vec3 axis = round_row(k, 2).xyz, r = p - ball.xyz;
        float reach = round_row(k, 1).w, a = dot(d, d), b = dot(d, axis), c = dot(d, r), f = dot(axis, r);
        float s = clamp((b * f - c) / max(a - b * b, 1e-6), 0.0, 1.0), t = clamp(b * s + f, -reach, reach);
        s = clamp((b * t - c) / a, 0.0, 1.0);                                    // closest: p + s d on the ray, axis * t on the capsule's
        float gap = length(r + d * s - axis * t) - ball.w, soft = FLAME * s + 1e-3;
        if (k != own && s < 1.0) seen *= smoothstep(-soft, soft, gap);
    }
    return seen;
}

vec3 lamplight_past_rounds(vec3 p, vec3 n, int own) {
    vec3 sum = vec3(0);
    for (int i = 0; i < int(waters.y); i++) {
        vec3 light = of_lamp(i, p, n);
        if (light != vec3(0)) sum += light * seen_past_rounds(i, p, own);
    }
    return sum;
}
