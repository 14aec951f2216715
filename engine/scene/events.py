"""YAML events of a text, by ruamel's scanner and parser, with short cuts for what scene files are made of.

ruamel reads character by character, 60 us an event: a scene of 60 entities took 200 ms, which an author waits for at every
save. Here the text is one buffer, blanks, comments and plain words are taken by one regular expression each, and a token is
looked for once and not at each question the parser asks. All that is unusual goes ruamel's own way, so that the events are
the same (a test compares them).
"""

import re
from types import SimpleNamespace

from ruamel.yaml.parser import Parser
from ruamel.yaml.reader import Reader
from ruamel.yaml.scanner import Scanner
from ruamel.yaml.tokens import ScalarToken

_BLANK = re.compile(r"(?: |#[^\0\r\n\x85\u2028\u2029]*|\r?\n)*")
_KEY = re.compile(r"\w+(?=:[ \r\n])")
_FLOW_WORD = re.compile(r"[\w.+$/-]+(?: [\w.+$/-]+)*(?= ?[,\]}])")
# a plain text, then a comment or the end of the line; group 1 is the indentation of what follows
_BLOCK_WORD = re.compile(r"[\w.+$/-]+(?: [\w.+$/-]+)*(?: +#| *\r?\n[ \r\n]*(?<=\n)( *)[^ \r\n])")
_BLOCK_TEXT = re.compile(r"[\w.+$/-]+(?: [\w.+$/-]+)*")


class Mark:
    """A place in the text: offset, and 0-based line and column."""

    __slots__ = ("index", "line", "column")

    def __init__(self, index, line, column):
        self.index, self.line, self.column = index, line, column


class _Buffer(Reader):
    """The whole text, ended by zeros so that looking ahead needs no question."""

    def __init__(self, text, loader):
        super().__init__(text, loader)
        self.buffer = text + "\0\0\0\0"

    def peek(self, index=0):
        return self.buffer[self.pointer + index]

    def prefix(self, length=1):
        return self.buffer[self.pointer : self.pointer + length]

    def forward(self, length=1):
        text = self.buffer[self.pointer : self.pointer + length]
        if "\r" in text or "\ufeff" in text:
            super().forward(length)
            return
        self.pointer += length
        self.index = self.pointer
        if "\n" in text:
            self.line += text.count("\n")
            self.column = length - text.rfind("\n") - 1
        else:
            self.column += length

    def get_mark(self):
        return Mark(self.pointer, self.line, self.column)


class _Scanner(Scanner):
    """Tokens; the usual ones by short cuts."""

    reader = None  # an attribute in place of ruamel's property

    def __init__(self, reader, loader):
        self.reader = reader
        super().__init__(loader)

    def stale_possible_simple_keys(self):
        if self.possible_simple_keys:
            super().stale_possible_simple_keys()

    def scan_to_next_token(self):
        reader = self.reader
        start = reader.pointer
        end = _BLANK.match(reader.buffer, start).end()
        if end > start:
            reader.forward(end - start)
            if not self.flow_context and "\n" in reader.buffer[start:end]:
                self.allow_simple_key = True
        return super().scan_to_next_token() if reader.buffer[end] in "\r\ufeff\t\x85\u2028\u2029" else None

    def scan_plain(self):
        reader = self.reader
        word = _KEY.match(reader.buffer, reader.pointer) or (
            _FLOW_WORD.match(reader.buffer, reader.pointer) if self.flow_context else self._line()
        )
        if not word:
            return super().scan_plain()
        start = reader.get_mark()
        reader.forward(word.end() - word.start())
        self.allow_simple_key = False
        return ScalarToken(word[0], True, start, reader.get_mark())

    def _line(self):
        """A plain text that ends with its line; None where what follows may belong to it."""
        reader = self.reader
        found = _BLOCK_WORD.match(reader.buffer, reader.pointer)
        if not found or found[1] is not None and len(found[1]) > self.indent and reader.buffer[found.end() - 1] != "#":
            return None
        return _BLOCK_TEXT.match(reader.buffer, reader.pointer)


class _Tokens:
    """What the parser asks, with the next token at hand."""

    def __init__(self, scanner):
        self.scanner, self.next = scanner, scanner.get_token()

    def check_token(self, *choices):
        return isinstance(self.next, choices) if choices else self.next is not None

    def peek_token(self):
        return self.next

    def get_token(self):
        token, self.next = self.next, self.scanner.get_token()
        return token


class _Parser(Parser):
    """Events from tokens."""

    scanner = None  # attributes in place of ruamel's properties
    resolver = SimpleNamespace(processing_version=(1, 2))

    def __init__(self, tokens, loader):
        self.scanner = tokens
        super().__init__(loader)


def events(text):
    """Events of the text, in order; raises MarkedYAMLError."""
    document = SimpleNamespace(requested_version=None, doc_version=None, tags=[])  # what a % directive is noted in
    loader = SimpleNamespace(processing_version=(1, 2), comment_handling=None, doc_infos=[document])
    parser = _Parser(_Tokens(_Scanner(_Buffer(text, loader), loader)), loader)
    while parser.check_event():
        yield parser.get_event()
