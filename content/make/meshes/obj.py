"""OBJ files, written."""


def written(places, triangles, digits):
    """The text of points (n, 3) [m], with so many digits behind the point, and triangles (t, 3), whose corners count them from 0."""
    points = (f"v {x:.{digits}f} {y:.{digits}f} {z:.{digits}f}" for x, y, z in places)
    return (
        "\n".join(["# made by python -m content.make.meshes", *points, *("f {} {} {}".format(*corners) for corners in triangles + 1)])
        + "\n"
    )
