// What a jelly is inside.
uniform vec4 inside;                      // light lost on its way [1/m]; side of the body [m]
const float IOR = 1.36, HAZE = 1.0;       // of gelatine; how many times light is scattered on its way through the whole body

#define absorb inside.rgb
#define body inside.a
#define haze (HAZE / inside.a)            // light scattered out of its way [1/m]
