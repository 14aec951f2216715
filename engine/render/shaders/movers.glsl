// Boxes that move (rows as in boxes.py), and the sky that they hide from what lies beside them; what stands still is in the baked light.
uniform samplerBuffer box_rows;
uniform vec2 movers;                          // their first row; how many count

// Lambert's share of an edge of what is seen, by its ends as seen from the place.
float edge_seen(vec3 n, vec3 a, vec3 b) {
    vec3 across = cross(a, b);
    float s = length(across);
    return s > 1e-9 ? dot(n, across) / s * atan(s, dot(a, b)) : 0.0;
}

// Share of the light from all around that reaches a place with normal n past them: one minus the form factors of the faces that it sees.
// source: Lambert 1760, in Baum, Rushmeier and Winget 1989, "Improving radiosity solutions through the use of analytically determined
// form-factors"; what of a face lies under the place's horizon is not cut off but taken off.
float past_movers(vec3 p, vec3 n) {
    float open = 1.0;
    for (int i = 0; i < int(movers.y); i++) {
        vec3 from = texelFetch(box_rows, (int(movers.x) + i) * 12).xyz - p, axis[3], q;
        float size = 0.0;
        for (int k = 0; k < 3; k++) {
            axis[k] = texelFetch(box_rows, (int(movers.x) + i) * 12 + 1 + k).xyz;
            q[k] = -dot(from, axis[k]) / dot(axis[k], axis[k]);
            size += dot(axis[k], axis[k]);
        }
        if (dot(from, from) > 25.0 * size) continue;              // hides less than a hundredth
        for (int a = 0; a < 3; a++) {
            if (abs(q[a]) < 1.001) continue;
            vec3 u = axis[(a + 1) % 3], v = axis[(a + 2) % 3], middle = from + sign(q[a]) * axis[a];
            vec3 c0 = middle - u - v, c1 = middle + u - v, c2 = middle + u + v, c3 = middle - u + v;
            float seen = edge_seen(n, c0, c1) + edge_seen(n, c1, c2) + edge_seen(n, c2, c3) + edge_seen(n, c3, c0);
            open -= max(-sign(q[a]) * seen * sign(dot(cross(u, v), axis[a])), 0.0) / (2.0 * PI);
        }
    }
    return max(open, 0.0);
}
