"""What the YAML scanner says, in the author's words."""

import re

_NO_SPACE = re.compile(r"""^\s*(?:- )?([A-Za-z_]\w+):(?!//)([^\s"'].*)$""")
_NO_COLON = re.compile(r"""([A-Za-z_]\w*)(?: +([^\s"'].*))?$""")
_OPENED = {"]": "[", "}": "{"}

# What the scanner says -> what the author reads. {0}, {1}: groups of the pattern.
PROBLEMS = (
    (r"mapping values are not allowed", "a ':' does not fit here; check the indentation, or put the text in quotes"),
    (r"sequence entries are not allowed", "a '-' does not fit here; put each entry on a line of its own, or write [a, b]"),
    (r"unknown escape character '(.)'", "unknown escape '\\{0}'; write / in paths, or use single quotes"),
    (r"found character '(.)' that cannot start", "a value cannot start with {0}; put the text in quotes"),
    (r"but found '<stream end>'", "the file ends here, in the middle of a value; was it saved whole?"),
    (r"expected the node content, but found '(.+)'", "a value is missing before '{0}'"),
    (r"expected <block end>|expected '<document start>'", "this does not fit here; check the indentation"),
)


def explain_syntax(error, report):
    """Line, column (1-based) and text for a MarkedYAMLError."""
    mark, context = error.problem_mark or error.context_mark, error.context_mark
    problem = str(error.problem)
    before = next((line for line in range(mark.line, 0, -1) if report.line(line).strip()), mark.line + 1)
    for line in {mark.line + 1, before, context.line + 1 if context else mark.line + 1}:
        if found := _NO_SPACE.match(report.line(line)):
            return line, found.start(1) + 1, f"put a space after the colon: {found[1]}: {found[2]}"
    if found := _without_colon(problem, mark, context, report):
        return found
    if found := re.search(r"expected ',' or '(.)'", problem):
        opened = f"the '{_OPENED[found[1]]}' of line {context.line + 1}, column {context.column + 1}"
        return mark.line + 1, mark.column + 1, f"{opened} needs a ',' or '{found[1]}' before this"
    if "unexpected end of stream" in problem:
        return context.line + 1, context.column + 1, "the quote that opens here is never closed"
    for pattern, text in PROBLEMS:
        if found := re.search(pattern, problem):
            return mark.line + 1, mark.column + 1, text.format(*found.groups())
    return mark.line + 1, mark.column + 1, problem


def _without_colon(problem, mark, context, report):
    """Line, column and text where a key has no colon: the scanner takes it for the start of a text and stumbles over the next line."""

    def said(number):
        return report.line(number).partition("#")[0].strip()

    if "could not find expected ':'" in problem:
        line = context.line + 1
    elif "mapping values are not allowed" in problem and mark.line:
        line = mark.line
        while line > 1 and said(line - 1) and ":" not in said(line - 1):
            line -= 1
        if not said(line - 1).endswith(":") and any(map(said, range(1, line))):
            return None  # a text of several lines
    elif "expected <block end>" in problem:  # a comment ends the text, so that what follows has no place any more
        line, above, *_ = [*(n for n in range(mark.line, 0, -1) if said(n)), 0, 0]
        begins = line and re.match(r" *", report.line(line)).end() == mark.column
        if not (begins and "#" in report.line(line) and said(above).endswith(":")):
            return None
    else:
        return None
    found = _NO_COLON.match(said(line))
    if found is None or ":" in found[0]:
        return None
    return line, report.line(line).index(found[1]) + 1, f"a key needs a colon; write {found[1]}: {found[2] or ''}".rstrip()
