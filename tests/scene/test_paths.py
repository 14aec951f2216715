"""Which files a scene may name, and how scenes are found."""

import os

import pytest

from engine.scene import CONTENT, PathError, find, scenes
from engine.scene.paths import resolve


@pytest.fixture
def yard(tmp_path, monkeypatch):
    """A scene's folder beside a content folder and a file outside of both."""
    content, own = tmp_path / "content", tmp_path / "mine"
    for folder in (content / "textures", content / "scenes", own):
        folder.mkdir(parents=True)
    for file in (content / "textures" / "stone.png", content / "scenes" / "fountain.yaml", own / "mine.png", tmp_path / "far.png"):
        file.write_bytes(b"x")
    monkeypatch.setattr("engine.scene.paths.CONTENT", content)
    return tmp_path


def test_the_own_folder_comes_before_content(yard):
    """A file of one's own hides one of the same name in content/."""
    scene = yard / "mine" / "a.yaml"
    assert resolve("textures/stone.png", scene) == yard / "content" / "textures" / "stone.png"
    (yard / "mine" / "textures").mkdir()
    (yard / "mine" / "textures" / "stone.png").write_bytes(b"y")
    assert resolve("textures/stone.png", scene) == yard / "mine" / "textures" / "stone.png"


def test_dots_that_stay_inside_are_fine(yard):
    """What counts is where a path leads, not how it is written."""
    assert resolve("../textures/stone.png", yard / "content" / "scenes" / "a.yaml") == yard / "content" / "textures" / "stone.png"
    assert resolve("./x/../mine.png", yard / "mine" / "a.yaml") == yard / "mine" / "mine.png"


@pytest.mark.parametrize(
    "path", ["../far.png", "textures/../../far.png", "/etc/passwd", "~/x.png", "file:///x.png", "C:/x.png", "a\\b.png", "", "\0"]
)
def test_what_leaves_is_refused_whether_it_exists_or_not(yard, path):
    """A scene from a stranger learns nothing about other folders."""
    with pytest.raises(PathError):
        resolve(path, yard / "mine" / "a.yaml")


def test_one_s_own_scene_may_name_any_file(yard):
    """allow_outside takes what leaves, absolute paths and links; addresses never."""
    scene = yard / "mine" / "a.yaml"
    assert resolve("../far.png", scene, allow_outside=True) == yard / "far.png"
    assert resolve(str(yard / "far.png"), scene, allow_outside=True) == yard / "far.png"
    with pytest.raises(PathError):
        resolve("file:///far.png", scene, allow_outside=True)


@pytest.mark.skipif(os.name == "nt", reason="links need rights")
def test_links_are_followed_and_must_lead_inside(yard):
    """A link within the folder is a file like any other; one that leaves is refused; a folder reached by a link is the scene's own."""
    (yard / "mine" / "in.png").symlink_to(yard / "mine" / "mine.png")
    (yard / "mine" / "out.png").symlink_to(yard / "far.png")
    (yard / "door").symlink_to(yard / "mine")
    assert resolve("in.png", yard / "mine" / "a.yaml").read_bytes() == b"x"
    assert resolve("mine.png", yard / "door" / "a.yaml").read_bytes() == b"x"
    with pytest.raises(PathError, match="through a link"):
        resolve("out.png", yard / "mine" / "a.yaml")


def test_scenes_are_found_by_their_bare_names(yard):
    """fountain is content/scenes/fountain.yaml; what is a path stays one; a slip is met with a guess."""
    assert find("fountain") == yard / "content" / "scenes" / "fountain.yaml"
    assert str(find("mine/a.yaml")) == "mine/a.yaml"
    with pytest.raises(PathError, match="no scene 'fountan'; did you mean 'fountain'?"):
        find("fountan")
    with pytest.raises(PathError, match="no scene 'xyz'; there are fountain"):
        find("xyz")


def test_content_is_where_the_scenes_are():
    """The folder of the repository."""
    assert all(path.parent == CONTENT / "scenes" for path in scenes())
