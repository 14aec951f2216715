flat in vec4 power;
out vec4 color;

void main() { color = power; }
