in vec2 on_disc;
void main() { if (dot(on_disc, on_disc) > 1.0) discard; }
