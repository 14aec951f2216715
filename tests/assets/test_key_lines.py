"""Which key of a list is which key of a file."""

import random

import numpy as np

from engine.assets.key_file import parsed
from engine.assets.key_lines import same_to_six_digits, sourced
from engine.assets.key_text import written
from engine.assets.keys import Key, Keys

TEXT = "# head\np 0.123456789 1 2 r 0 0 0 # one\np 1 1 2 r 0 90.00000049 0 k 0.5 - 0\n# between\np 2 1 -2 r 0 0 0 n splash\np 3 1e-9 2 r 0 0 0 h - - - 1 0 0\n"
FILE = parsed(TEXT.encode())


def six(value):
    """A value with six digits, as a scene says it."""
    return tuple(map(six, value)) if isinstance(value, tuple) else float(f"{value:.6g}") if isinstance(value, float) else value


ROUNDED = [Key(*map(six, key)) for key in FILE.keys]
NEW = Key((9.0, 9.0, 9.0))


def test_keys_that_went_through_a_scene_are_those_of_the_file():
    """To six digits they are the same, and come back exactly, so the file is written as it was."""
    keys = sourced(Keys.of(ROUNDED), FILE.keys)
    assert keys == FILE.keys and keys.source.tolist() == [0, 1, 2, 3] and Keys.of(ROUNDED) != FILE.keys
    assert written(keys, FILE).decode() == TEXT and same_to_six_digits(Keys.of(ROUNDED), FILE.keys)
    assert not same_to_six_digits(Keys.of(ROUNDED[1:]), FILE.keys) and not same_to_six_digits(Keys.of([*ROUNDED[:3], NEW]), FILE.keys)


def test_a_new_key_has_a_new_line_and_one_that_takes_a_place_its_line():
    """The others keep theirs, to the letter."""
    more = written(sourced(Keys.of([*ROUNDED[:2], NEW, *ROUNDED[2:]]), FILE.keys), FILE).decode()
    assert more == TEXT.replace("# between", "p 9 9 9 r 0 0 0\n# between")
    other = written(sourced(Keys.of([NEW, *ROUNDED[1:]]), FILE.keys), FILE).decode()
    assert other == TEXT.replace("p 0.123456789 1 2 r 0 0 0", "p 9 9 9 r 0 0 0")


def test_any_list_is_written_and_read_again():
    """Random keys gone, come, changed places: the file says them, and unchanged lines are in it."""
    for seed in range(50):
        chance = random.Random(seed)
        keys = chance.sample(ROUNDED, chance.randint(1, 4))
        for n in range(chance.randrange(3)):
            keys.insert(chance.randrange(len(keys) + 1), Key((float(n), 5.0, 5.0)))
        again = parsed(written(sourced(Keys.of(keys), FILE.keys), FILE)).keys
        assert same_to_six_digits(again, Keys.of(keys))


def test_what_is_hardly_another_number_is_another_key():
    """The sixth digit counts, the eighth does not."""
    keys = lambda x: Keys.plain(np.array([[x, 0, 0]]), np.zeros((1, 3)))  # noqa: E731
    assert same_to_six_digits(keys(1.23456), keys(1.2345600001)) and not same_to_six_digits(keys(1.23456), keys(1.23457))
    assert same_to_six_digits(keys(9.9999999), keys(10.0)) and same_to_six_digits(keys(0.0), keys(-0.0))
