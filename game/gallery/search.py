"""Which scenes are meant by what is typed."""

import unicodedata


def folded(text):
    """Text as it is compared: without case, without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


def found(entries, words):
    """The entries, in their order, in whose title, file name, line about or message each of the typed words stands."""
    wanted = folded(words).split()
    return [e for e in entries if all(word in folded(f"{e.title} {e.path.stem} {e.about} {e.error}") for word in wanted)]
