"""Many variants of a scene, and the pictures of a bake, made by many processes: on this machine, or on others through a scheduler of Dask."""
