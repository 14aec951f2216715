uniform sampler2D image;
uniform float gain;
out vec4 color;
void main() { color = gain * texelFetch(image, ivec2(gl_FragCoord.xy), 0); }
