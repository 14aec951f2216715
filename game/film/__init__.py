"""What leaves the program as pictures: which moments, how they are drawn, and into what they are written."""
