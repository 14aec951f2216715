"""What is wrong with a scene, where, and what to write instead."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake of the author."""

    file: str
    line: int  # 1-based
    column: int  # 1-based
    text: str  # what is wrong; what to write instead
    source: str = ""  # the line of the file, for the caret

    def __str__(self):
        place = f"{self.file}:{self.line}:{self.column}: error: {self.text}"
        return f"{place}\n    {self.source}\n    {' ' * (self.column - 1)}^" if self.source else place


class SceneError(Exception):
    """A scene that cannot be used; diagnostics says why, sorted by line, at most 20."""

    def __init__(self, diagnostics):
        self.diagnostics = list(diagnostics)
        super().__init__("\n".join(str(d) for d in self.diagnostics))
