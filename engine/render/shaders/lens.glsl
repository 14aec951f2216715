// A drop of water as a lens: a ray bends on the way in and again on the way out, and what is behind appears upside down.
// v: unit, toward the eye; n: the drop's normal where the ray meets it. Returns where it goes on.
vec3 through_drop(vec3 v, vec3 n) {
    vec3 into = refract(-v, n, 1.0 / 1.333), exit_n = normalize(n - 2.0 * dot(n, into) * into);   // the entry's normal, mirrored in the ray
    vec3 outward = refract(into, exit_n, 1.333);
    return dot(outward, outward) < 0.1 ? into : outward;
}
