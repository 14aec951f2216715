"""What tests in several rooms share."""

import os

import pytest


@pytest.fixture(scope="session")
def context():
    """OpenGL without a window; where there is none tests are skipped, or fail where REQUIRE_GL=1 asks for it."""
    from engine.render import offscreen

    try:
        return offscreen.context(debug=True)
    except offscreen.NoOpenGL as error:
        if os.environ.get("REQUIRE_GL") == "1":
            raise
        pytest.skip(str(error))
