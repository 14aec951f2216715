// Cells of a grid in an order in which far ones come first: from all its ends toward the one under the eye.
int inward(int k, int eye_at, int n) { return k <= eye_at ? k : n - (k - eye_at); }

ivec2 inward(int k, ivec2 eye_at, ivec2 n) { return ivec2(inward(k % n.x, eye_at.x, n.x), inward(k / n.x, eye_at.y, n.y)); }
