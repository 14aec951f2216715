"""numba: what it makes of a kernel, and where the result is kept. Imported when the first kernel is called."""

import os
import shutil
from hashlib import blake2b
from pathlib import Path

import numba
from numba import _dynfunc, njit
from numba.core import event, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering
from numba.extending import typeof_impl

from engine.kernels.compile import Kernel, told
from engine.kernels.home import user_folder

HERE = Path(__file__).parent


def make(function, options):
    """The compiled function; kept on disk, where there is a place for it."""
    try:
        return _for_any_number(njit(cache=True, **options)(function))
    except RuntimeError:  # numba: no locator available, the home is read-only
        return _for_any_number(njit(**options)(function))


def make_part(function, options):
    """The function as kernels call it: neither turned into machine code by itself nor kept, only merged into the kernel that calls it.

    numba would do both for each function and all that it calls, once for each level of calls: half of the time of a first start.
    """
    return _for_any_number(njit(pipeline_class=_PartCompiler, no_cpython_wrapper=True, **options)(function))


def _for_any_number(made):
    """Have it compiled once for all whole numbers: numba does it for each one that a caller writes down."""
    template = made.get_call_template

    def of_types(args, named):
        return template(tuple(map(types.unliteral, args)), {name: types.unliteral(kind) for name, kind in named.items()})

    made.get_call_template = of_types
    return made


@typeof_impl.register(Kernel)
def _type_of(kernel, _):
    """To a kernel that is compiled, another one is what numba makes of it."""
    return numba.typeof(kernel.part())


class _PartLibrary(JITCodeLibrary):
    """Code that waits, optimised, for the kernels that call it."""

    def _finalize_final_module(self):
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):
    """numba's last pass, without machine code. The callable that it leaves is a name only: nobody calls it."""

    _name = "part_lowering"

    def run_pass(self, state):
        state.library = _PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered, name = state["cr"], state.func_id.func_name
        token = _dynfunc.make_function(lowered.fndesc.lookup_module(), name, "", 0, lowered.env, (state.library,))
        state.targetctx.insert_user_function(token, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=token)
        return True


class _PartCompiler(CompilerBase):
    """numba's compiler with that pass."""

    def define_pipelines(self):
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(_PartLowering if one is NativeLowering else one, about) for one, about in passes.passes]
        passes.finalize()
        return [passes]


class _Ends(event.Listener):
    """Passes on what has been compiled."""

    def on_start(self, _):
        """Nothing is done yet."""

    def on_end(self, happened):
        for tell in list(told):
            tell(happened.data["dispatcher"].py_func)


def _keep():
    """Name numba's folder by what all kernels say.

    numba compares only the file of the kernel that is called: after an edit of another file that it calls into, the old code
    would go on running. Folders of earlier texts are removed.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    digest = blake2b(b"".join(path.read_bytes() for path in sorted(HERE.glob("*.py"))), digest_size=6).hexdigest()
    for home in (HERE / "__pycache__", user_folder()):
        folder = home / f"kernels-{digest}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            for old in home.glob("kernels-*"):
                if old != folder:
                    shutil.rmtree(old, ignore_errors=True)
            numba.config.CACHE_DIR = str(folder)
            return


_keep()
event.register("numba:compile", _Ends())
