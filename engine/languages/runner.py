"""Runs a Pulumi program for the local engine, which passes what the run is about as one JSON argument.

Exit codes: 0 when the program has ended well, 32 when the engine has been told why it did not, 33 without the package
`pulumi`, 34 on a Python older than what that needs, 130 after an interrupt. Only the public interface of `pulumi` is used.
"""

import signal

signal.signal(signal.SIGINT, signal.SIG_DFL)  # until a program runs, an interrupt ends this at once

import asyncio
import difflib
import functools
import importlib.util
import inspect
import json
import os
import re
import runpy
import sys
import sysconfig
import threading
import traceback

ALREADY_TOLD, NO_SDK, TOO_OLD, INTERRUPTED = 32, 33, 34, 130
LIFELINE = 3
GONE = "Resource monitor has terminated"
RAISED = "_raised_at"


def end_with_engine():
    """Ends this process with the engine, also when that one is killed: the pipe then closes."""

    def wait():
        try:
            while os.read(LIFELINE, 1):
                pass
        except OSError:
            return
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def is_of_program(file):
    """Whether a frame's file is the program's, and of no installed package, nor Python's, nor this one."""
    installed = any(os.sep + name + os.sep in file for name in ("site-packages", "dist-packages"))
    pythons = file.startswith("<frozen") or file.startswith(sysconfig.get_path("stdlib") + os.sep)
    return not (installed or pythons or file == __file__)


def shorten(error):
    """Leaves of the traceback what is the program's, also of the errors that led to this one."""
    frames = [frame for frame in error.stack or [] if is_of_program(frame.filename)]
    error.stack = traceback.StackSummary.from_list(frames) if frames else None
    own_text = "".join(error.format_exception_only())
    for name in ("__cause__", "__context__"):
        led_here = getattr(error, name)
        if led_here is None:
            continue
        shorten(led_here)
        # The SDK raises what it was told anew, from itself.
        if led_here.stack is None and ("".join(led_here.format_exception_only()) == own_text or error.stack is None):
            setattr(error, name, None)
    for inner in getattr(error, "exceptions", None) or []:
        shorten(inner)


def described(error):
    led_here = error
    while led_here is not None:
        led_here.with_traceback(getattr(led_here, RAISED, led_here.__traceback__))
        led_here = led_here.__cause__ or led_here.__context__
    about = traceback.TracebackException.from_exception(error)
    shorten(about)
    # Constructors of SDKs hand on to a method of another name.
    text = "".join(about.format()).rstrip().replace("._internal_init()", "()")
    # The SDK's own name of what it merges; a dictionary of arguments ends up there too.
    text = re.sub(r"Expected opts\d to be an? (\w+)\b.*", r"opts takes pulumi.\1(...); pass arguments by keyword", text)
    near = [] if "Did you mean" in text else meant(error)
    return f"{text}. Did you mean '{near[0]}'?" if near else text


def meant(error):
    """The name most like a misspelt one, which Python itself says from 3.13 on."""
    call = re.match(r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'$", str(error))
    if call is None:
        return difflib.get_close_matches(error.name or "", dir(error.obj), 1) if isinstance(error, AttributeError) else []
    first, *rest = call[1].split(".")
    named = [getattr(module, "__dict__", {}).get(first) for module in list(sys.modules.values())]
    # Others have the name too, such as `string.Template`.
    called = [functools.reduce(lambda owner, name: getattr(owner, name, None), rest, each) for each in named]
    known = [name for each in called if inspect.isfunction(each) for name in inspect.signature(each).parameters]
    return difflib.get_close_matches(call[2], known, 1)


def remembering(loop, coroutine, **rest):
    """Makes a task whose error keeps where it was raised, which an error loses when a second one awaits the task."""

    async def run():
        try:
            return await coroutine
        except Exception as error:
            vars(error).setdefault(RAISED, error.__traceback__)
            raise

    return asyncio.Task(run(), loop=loop, **rest)


def is_gone(error):
    return error is not None and GONE in str(error)


def run_program(run):
    import pulumi
    import pulumi.runtime

    pulumi.runtime.configure(
        pulumi.runtime.Settings(
            project=run["project"],
            stack=run["stack"],
            organization="organization",
            root_directory=run["root"],
            parallel=run["parallel"],
            dry_run=run["dryRun"],
            monitor=run["address"],
            engine=run["address"],
        )
    )

    def program():
        try:
            runpy.run_path(run["entry"], run_name="__main__")
        except SystemExit as end:
            if end.code not in (None, 0):
                raise

    def on_unheard(loop, context):
        if not is_gone(context.get("exception")):
            loop.default_exception_handler(context)

    loop = asyncio.new_event_loop()
    loop.set_exception_handler(on_unheard)
    loop.set_task_factory(remembering)
    asyncio.set_event_loop(loop)
    try:
        loop.run_until_complete(pulumi.runtime.run_in_stack(program))
        return 0
    except (Exception, SystemExit) as error:
        if not is_gone(error):
            pulumi.log.error(str(error) if isinstance(error, pulumi.RunError) else described(error))
        return ALREADY_TOLD


def main():
    run = json.loads(sys.argv[1])
    end_with_engine()
    os.chdir(run["folder"])
    sys.argv = [run["entry"]]
    sys.path[0] = run["folder"]
    if sys.version_info < (3, 10):
        return TOO_OLD
    if importlib.util.find_spec("pulumi") is None:
        return NO_SDK
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        return run_program(run)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is left is Python's own end


if __name__ == "__main__":
    sys.exit(main())
