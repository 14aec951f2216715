#include "view.glsl"
#ifndef SHADOW
#include "shadow.glsl"
#endif
layout(location = 0) in vec4 place;      // xyz, size
layout(location = 1) in vec4 facing;     // normal; kind: 0 leaf, 1 blossom, 2 needle; + sway [m], less than 1
layout(location = 2) in vec4 paint;      // colour; shade: 0 inside, 1 outside
out vec2 uv;
flat out float kind;
flat out vec3 front, back;               // light on the side that faces the eye, and through the leaf

#ifndef SHADOW
// Light on the near side and through the leaf from the far one.
void lit(vec3 n) {
    vec3 v = normalize(eye.xyz - place.xyz), f = dot(n, v) < 0.0 ? -n : n;
    float sunny = 0.0;
    vec3 aside = normalize(cross(sun.xyz, vec3(0.31, 0.4, 0.86))), across = cross(sun.xyz, aside);
    for (int i = 0; i < 4; i++)
        sunny += 0.25 * sunlight_at(place.xyz + 0.03 * sun.xyz + 0.016 * (aside * float((i & 1) * 2 - 1) + across * float((i >> 1) * 2 - 1)));
    vec3 around = ambient(f);                 // leaves among leaves: what comes from all sides has lost half of its hue
    around = mix(around, vec3(luma(around)), 0.6);
    vec3 glow = kind == 0.0 ? paint.rgb * vec3(1.9, 1.7, 0.6) : paint.rgb * (kind == 1.0 ? 0.8 : 0.4);
    float nl = dot(f, sun.xyz), open = mix(0.30, 1.0, paint.w), gloss = kind == 1.0 ? 0.3 : 1.5;
    front = paint.rgb * (beam.rgb / PI * sunny * max(nl, 0.0) * mix(0.6, 1.0, paint.w) + 2.4 * around * open);
    front += beam.rgb / PI * sunny * 0.03 * gloss * pow(max(dot(f, normalize(v + sun.xyz)), 0.0), 12.0);
    front += paint.rgb * lamplight(place.xyz, f) * open;
    back = glow * beam.rgb / PI * sunny * max(-nl, 0.0);
}
#endif

// Where a leaf is moved to by a breeze: slow swings that neighbours share, quick ones of its own; those inside lie still.
vec3 swaying(float far, float own) {
    vec3 p = place.xyz;
    vec2 slow = sin(eye.w * vec2(1.7, 2.1) + vec2(dot(p, vec3(0.9, 0.5, 1.3)), dot(p, vec3(-0.7, 0.4, 1.1))));
    vec2 quick = sin(eye.w * vec2(6.1, 7.3) + own);
    return far * paint.w * vec3(0.7 * slow.x + 0.3 * quick.x, 0.2 * quick.y, 0.7 * slow.y + 0.3 * quick.y);
}

void main() {
    uv = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    kind = floor(facing.w);
    float turn = 40.0 * fract(dot(place.xyz, vec3(17.3, 41.1, 29.7)));
    vec3 n = facing.xyz, t = normalize(cross(n, vec3(sin(turn), cos(turn), 0.31))), b = cross(n, t);
    vec3 p = place.xyz + (t * uv.x * (kind == 0.0 ? 0.55 : 0.8) + b * uv.y) * place.w;
    if (facing.w > kind) p += swaying(facing.w - kind, turn);
#ifdef SHADOW
    gl_Position = shadow_matrix * vec4(p, 1.0);
    front = back = vec3(0);
#else
    lit(n);
    gl_Position = view_projection * vec4(p, 1.0);
    gl_ClipDistance[0] = dot(clip, vec4(p, 1.0));
#endif
}
