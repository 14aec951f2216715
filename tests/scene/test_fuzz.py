"""Spoiled scenes, files and values raise SceneError and nothing else, in time and without a warning; see fuzz.py."""

import time

import pytest
from fuzz import Fuzz

ATTEMPTS = 1000  # of each seed: some 4 s
LONG = 600.0  # [s] with --long
BATCH = 500


@pytest.mark.parametrize("seed", range(3))
def test_nothing_but_scene_errors_gets_past(tmp_path, seed):
    """Three thousand accidents, the same at each run; some load, most are refused, none escapes."""
    count = Fuzz(tmp_path, seed).attempts(0, ATTEMPTS)
    assert not count.escaped, "\n\n".join(count.escaped[:3])
    assert count.attempts == ATTEMPTS and count.loaded > 40 and count.refused > 300 and count.run > 20


@pytest.mark.long
def test_nothing_gets_past_in_ten_minutes(tmp_path, capsys):
    """Other accidents than those above, as many as there is time for; the count is printed."""
    fuzz, start = Fuzz(tmp_path, 99), time.monotonic()
    for first in range(0, 10**9, BATCH):
        count = fuzz.attempts(first, first + BATCH)
        if count.escaped or time.monotonic() - start > LONG:
            break
    with capsys.disabled():
        print(f"\n{count}")
    assert not count.escaped, "\n\n".join(count.escaped[:3])
