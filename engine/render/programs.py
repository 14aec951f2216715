"""Shader programs: two files, #include, errors that name file and line, uniforms that may be missing."""

import re
import weakref
from ctypes import POINTER, byref, c_char, c_char_p, c_int, cast, create_string_buffer
from pathlib import Path

import numpy as np
from pyglet import gl

from engine.render.current import changes, forget
from engine.render.objects import LIVE

SHADERS = Path(__file__).parent / "shaders"
STAGES = {"vert": gl.GL_VERTEX_SHADER, "frag": gl.GL_FRAGMENT_SHADER}
INCLUDE = re.compile(r'^#include "([\w./]+)"$')
_living = weakref.WeakSet()  # programs that have not been closed
LOG_LINE = re.compile(r"^(?:ERROR: )?(\d+)[:(](\d+)\)?", re.M)  # Mesa and Apple write 0:12, NVIDIA 0(12)


class ProgramError(Exception):
    """A shader is missing, does not compile or does not link; the message names file and line."""


def expand(name, files, folder=SHADERS):
    """Text of a shader with each #include put in once; `files` collects the names, whose places are the numbers in #line."""
    path = folder / name
    if not path.is_file():
        raise ProgramError(f"{path}: no such shader")
    number = len(files)
    files.append(name)
    text = [f"#line 1 {number}"]
    for row, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        included = INCLUDE.match(line)
        if included and included[1] not in files:
            text += [expand(included[1], files, folder), f"#line {row + 1} {number}"]
        else:
            text.append("" if included else line)
    return "\n".join(text)


def _log(length_of, text_of, thing):
    length = c_int()
    length_of(thing, gl.GL_INFO_LOG_LENGTH, byref(length))
    text = create_string_buffer(max(1, length.value))
    text_of(thing, length.value, None, text)
    return text.value.decode(errors="replace").strip()


def _compile(name, defines, folder, files):
    """A compiled shader; `files` collects the names of what it was made from."""
    body = expand(name, files, folder)
    head = ["#version 330 core"] + [f"#define {define}" for define in defines]
    data, done = "\n".join([*head, body, ""]).encode(), c_int()
    shader = gl.glCreateShader(STAGES[name.rsplit(".", 1)[1]])
    gl.glShaderSource(shader, 1, byref(cast(c_char_p(data), POINTER(c_char))), c_int(len(data)))
    gl.glCompileShader(shader)
    gl.glGetShaderiv(shader, gl.GL_COMPILE_STATUS, byref(done))
    if not done.value:
        log = _log(gl.glGetShaderiv, gl.glGetShaderInfoLog, shader)
        gl.glDeleteShader(shader)
        raise ProgramError(LOG_LINE.sub(lambda m: f"{files[min(int(m[1]), len(files) - 1)]}:{m[2]}", log))
    return shader


class Program:
    """A linked program from <vert>.vert and <frag>.frag; its uniform block `View` is bound to place 0."""

    def __init__(self, vert, frag=None, defines=(), folder=SHADERS):
        self._source = f"{vert}.vert", f"{frag or vert}.frag", defines, folder
        self.id, self.files = _made(*self._source)
        self._places, self._values, self._told = {}, {}, {}
        LIVE["program"] += 1
        _living.add(self)

    def anew(self):
        """What its files make of it now: what `take` takes. Raises ProgramError."""
        return _made(*self._source)

    def take(self, program, files):
        """Become another program, with the same uniforms."""
        gl.glDeleteProgram(self.id)
        forget()
        self.id, self.files = program, files
        told, self._places, self._values, self._told = self._told, {}, {}, {}
        self.use(**told)

    def use(self, **values):
        """Make current and set uniforms: int, float, or arrays (k,), (n, k) for k in 1 to 4, (4, 4).

        A name that the shader does not use is ignored: drivers drop unused uniforms, each in its own way. What a uniform has already
        is not set again.
        """
        if changes("program", self.id):
            gl.glUseProgram(self.id)
        for name, value in values.items():
            known = value if isinstance(value, (int, float, tuple)) else np.asarray(value, np.float32).tobytes()
            if name in self._values and self._values[name] == known:
                continue
            if name not in self._places:
                self._places[name] = gl.glGetUniformLocation(self.id, create_string_buffer(name.encode()))
            if self._places[name] >= 0:
                _set(self._places[name], value)
            self._values[name], self._told[name] = known, value
        return self

    def close(self):
        gl.glDeleteProgram(self.id)
        forget()
        LIVE["program"] -= 1
        _living.discard(self)


def renew(names):
    """Make all programs anew of which one of these files is a part; how many. All or none: raises ProgramError, and all stay as they are."""
    concerned, made = [program for program in _living if not program.files.isdisjoint(names)], []
    try:
        made += (program.anew() for program in concerned)
    except ProgramError:
        for program, _ in made:
            gl.glDeleteProgram(program)
        raise
    for program, new in zip(concerned, made, strict=True):
        program.take(*new)
    return len(made)


def _made(vert, frag, defines, folder):
    """A program of two shaders, and the names of all files that they are made from."""
    shaders, files = [], {vert: [], frag: []}
    try:
        for name in (vert, frag):
            shaders.append(_compile(name, defines, folder, files[name]))
        program = _link(shaders, f"{vert} + {frag}")
    finally:
        for shader in shaders:
            gl.glDeleteShader(shader)
    block = gl.glGetUniformBlockIndex(program, create_string_buffer(b"View"))
    if block != gl.GL_INVALID_INDEX:
        gl.glUniformBlockBinding(program, block, 0)
    return program, {name for names in files.values() for name in names}


def _link(shaders, names):
    program, done = gl.glCreateProgram(), c_int()
    for shader in shaders:
        gl.glAttachShader(program, shader)
    gl.glLinkProgram(program)
    gl.glGetProgramiv(program, gl.GL_LINK_STATUS, byref(done))
    if not done.value:
        log = _log(gl.glGetProgramiv, gl.glGetProgramInfoLog, program)
        gl.glDeleteProgram(program)
        raise ProgramError(f"{names}: {log}")
    return program


def _set(place, value):
    if isinstance(value, (bool, int, np.integer)):
        gl.glUniform1i(place, int(value))
        return
    array = np.ascontiguousarray(value, np.float32)
    pointer = cast(array.ctypes.data, POINTER(gl.GLfloat))
    if array.shape == (4, 4):
        gl.glUniformMatrix4fv(place, 1, gl.GL_TRUE, pointer)
    elif array.ndim == 2:
        _vectors(array.shape[1])(place, len(array), pointer)
    else:
        _vectors(array.size)(place, 1, pointer)


def _vectors(width):
    """What sets uniforms of so many floats; asked of the binding each time, for who counts calls replaces what is in it."""
    return getattr(gl, f"glUniform{width}fv")
