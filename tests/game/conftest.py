"""What tests of the program share."""

import pytest


@pytest.fixture(scope="session")
def farm():
    """Two processes that share work, of which tests may end one: it comes again."""
    from game.farm.cluster import Farm

    with Farm(2) as two:
        yield two
