"""Runs the tests of a file and speaks TAP, as the programs in C do."""
import inspect
import sys
import time
import traceback

# Tests wait for states, not for a time: this many seconds only end one that hangs.
HANG = 600


def run(names, takes=(), each=lambda test: test()):
    """Runs all functions of the file with these globals whose one parameter is among `takes` (none: those without
    parameters), or those named on the command line after the program; each(test) calls one. Returns the exit status."""
    tests = [f for f in names.values() if inspect.isfunction(f) and f.__module__ == names["__name__"]
             and f.__name__ != "main" and not hasattr(f, "__wrapped__")]
    tests = [f for f in tests if (len(p := list(inspect.signature(f).parameters)) == 1 and p[0] in takes) or (not takes and not p)]
    tests = [f for f in tests if len(sys.argv) < 3 or f.__name__ in sys.argv[2:]]
    print(f"1..{len(tests)}", flush=True)
    failed = 0
    for number, test in enumerate(tests, 1):
        begin = time.monotonic()
        try:
            each(test)
            print(f"ok {number} - {test.__name__} # {time.monotonic() - begin:.1f} s", flush=True)
        except Exception as error:  # pylint: disable=broad-except
            failed += 1
            traceback.print_exc(file=sys.stdout)
            print(f"not ok {number} - {test.__name__}: {error!r}", flush=True)
    return 1 if failed else 0
