"""The emulator of the platform, for tests of programs.

```python
from pulumi_compute.testing import emulator

with emulator() as platform:
    os.environ.update(platform.env)     # or: stack.set_all_config(platform.config)
```

With pytest, `pytest_plugins = ["pulumi_compute.testing"]` in `conftest.py` gives tests the fixture `compute_emulator`,
a fresh platform for each test, which the test's environment points at.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import subprocess
from collections.abc import Iterator
from typing import IO, Optional, cast

from pulumi_compute_plugin import find_node, script

__all__ = ["Emulator", "emulator"]


@dataclasses.dataclass(frozen=True)
class Emulator:
    """An emulator that runs."""

    api_url: str
    base_url: str
    queue_url: str
    api_key: str
    pid: int

    @property
    def env(self) -> dict[str, str]:
        """The variables that point the provider, and the command `compute`, at it."""
        return {
            "COMPUTE_API_URL": self.api_url,
            "COMPUTE_BASE_URL": self.base_url,
            "COMPUTE_QUEUE_URL": self.queue_url,
            "COMPUTE_API_KEY": self.api_key,
        }

    @property
    def config(self) -> dict[str, str]:
        """The same as settings of a stack. `compute:apiKey` is to be set as a secret."""
        return {
            "compute:apiUrl": self.api_url,
            "compute:baseUrl": self.base_url,
            "compute:queueUrl": self.queue_url,
            "compute:apiKey": self.api_key,
        }


# Ends the emulator with this process, also when it is killed: the pipe then closes.
_ENDS_WITH_US = "data:text/javascript,process.stdin.on('close',()=>process.exit()).resume()"


@contextlib.contextmanager
def emulator(
    *,
    api_key: str = "emulator-key",
    speed: float = 1000,
    rate_limit: bool = False,
    seed: Optional[str] = None,
    state: Optional[str] = None,
) -> Iterator[Emulator]:
    """Runs an emulator until the block ends.

    :param api_key: the key that may do everything
    :param speed: how many times faster than real time its clock runs, so that a pod is ready at once
    :param rate_limit: whether it enforces the platform's rate limits
    :param seed: what ids are derived from: the same seed gives the same ids
    :param state: a file to keep what it holds in; without one it starts empty and forgets
    """
    options = ["--port", "0", "--api-key", api_key, "--speed", f"{speed:g}"]
    options += [] if rate_limit else ["--no-rate-limit"]
    options += [] if seed is None else ["--seed", seed]
    options += [] if state is None else ["--state", state]
    process = subprocess.Popen(
        [find_node(), f"--import={_ENDS_WITH_US}", script("compute.js"), "emulator", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    output, errors = cast("tuple[IO[str], IO[str]]", (process.stdout, process.stderr))
    try:
        line = output.readline()
        if not line:
            raise RuntimeError(f"the emulator did not start: {errors.read().strip()}")
        told = json.loads(line)
        yield Emulator(told["apiUrl"], told["baseUrl"], told["queueUrl"], told["apiKey"], told["pid"])
    finally:
        process.terminate()
        process.communicate()


try:
    import pytest
except ImportError:
    pass
else:

    @pytest.fixture
    def compute_emulator(monkeypatch: pytest.MonkeyPatch, tmp_path: os.PathLike[str]) -> Iterator[Emulator]:
        """A platform for one test, which the environment points at; what the provider notes of its creates goes with the test."""
        with emulator() as platform:
            for name, value in platform.env.items():
                monkeypatch.setenv(name, value)
            monkeypatch.setenv("COMPUTE_JOURNAL_DIR", os.path.join(tmp_path, "journal"))
            yield platform
