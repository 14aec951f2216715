"""How slow a machine is: what limits of time in the tests are multiplied by, so that they speak of the program alone."""

import time

ROUNDS = 3
USUAL = 0.0045  # [s] of the processor that a round takes where the limits are meant as they stand


def slowness():
    """Time of the processor for a fixed piece of work, as loading is: words, dicts and calls; as a multiple of the usual, at least 1."""
    return max(1.0, min(_round() for _ in range(ROUNDS)) / USUAL)


def _round():
    start = time.process_time()
    for i in range(40):
        words = f"a{i}: [1, 2, 3] b c\n" * 100
        counted = {}
        for word in words.split():
            counted[word] = counted.get(word, 0) + len(word)
        sorted(counted.items(), key=lambda pair: (-pair[1], str(pair[0])))
        "".join(letter.upper() for letter in words)
    return time.process_time() - start
