"""All that a scene file may say, in words: for `springvand docs` and content/REFERENCE.md, from the declarations themselves."""
