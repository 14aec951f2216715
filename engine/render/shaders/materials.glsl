// How a billboard is shaded; the numbers are those of populations.py.
const int PLAIN = 0, DROPLET = 1, MIST = 2, LINE = 3;
