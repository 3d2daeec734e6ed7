#!/usr/bin/env python3
"""installed.py BUILD SOURCE: the files of `meson install`, and programs in C and C++ that use only them."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

build, source = (os.path.abspath(p) for p in sys.argv[1:3])
CC = ["cc", "-std=c99", "-O1", "-Wall", "-Wextra", "-pedantic", "-Werror"]
CXX = ["c++", "-std=c++11", "-Wall", "-Wextra", "-pedantic", "-Werror"]


def run(*command, **more):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    if done.returncode:
        raise AssertionError(f"{' '.join(command)}:\n{done.stdout}")
    return done.stdout


def read(*path):
    with open(os.path.join(source, *path), encoding="utf-8") as f:
        return f.read()


class Tree:
    """An installed tree, and the command that builds a program with its atoll.pc."""

    def __init__(self, folder):
        self.folder = folder
        # Nothing is rebuilt: the tests run on the existing build.
        run("meson", "install", "--no-rebuild", "-C", build, "--destdir", folder)
        self.files = sorted(os.path.relpath(os.path.join(at, name), folder)
                            for at, _, names in os.walk(folder) for name in names)
        pc = self.path("atoll.pc")
        self.env = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(pc), PKG_CONFIG_SYSROOT_DIR=folder,
                        LD_LIBRARY_PATH=os.path.dirname(self.path("libatoll.so")))

    def path(self, name):
        found = [f for f in self.files if os.path.basename(f) == name]
        assert len(found) == 1, f"{name}: {self.files}"
        return os.path.join(self.folder, found[0])

    def flags(self, *more):
        return run("pkg-config", "--cflags", "--libs", *more, "atoll", env=self.env).split()

    def make(self, compiler, file, *, static=False):
        out = os.path.join(self.folder, "program")
        flags = self.flags(*(["--static"] if static else []))
        if static:
            flags = [self.path("libatoll.a") if f == "-latoll" else f for f in flags]
        run(*compiler, "-o", out, file, *flags)
        return out

    def run(self, program, *args):
        return run(program, *args, env=self.env)


def symbols(*command):
    return sorted(line.split()[-1].split("@")[0] for line in run("nm", *command).splitlines()
                  if len(line.split()) == 3 and line.split()[1] not in "A")


def kept():
    return [line for line in read("tests", "kept", "atoll.symbols").splitlines() if not line.startswith("#")]


def examples():
    folder = os.path.join(source, "examples", "library")
    return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".c"))


def what_is_installed(tree):
    names = {os.path.basename(f) for f in tree.files}
    links = {"libatoll.so", "libatoll.so.1", "libatoll.a", "atoll.h", "atoll.pc"}
    pages = {"atoll.1"}
    for words, prefix in (([], "atoll-"), (["lab"], "atoll-lab-")):
        said = tree.run(os.path.join(build, "atoll"), *words, "--help")
        pages |= {f"{prefix}{name}.1" for name in re.findall(r"^  ([a-z]+) ", said, re.M)}
    mpi = {"atoll-mpi"} if os.path.exists(os.path.join(build, "atoll-mpi")) else set()
    assert names == links | pages | mpi | {"atoll", "atoll.service", "atoll.conf"}, names
    for end in ("bin/atoll", "share/man/man1/atoll-serve.1", "share/bash-completion/completions/atoll",
                "lib/systemd/system/atoll.service", "etc/atoll/atoll.conf"):
        assert any(f.endswith(end) for f in tree.files), (end, tree.files)


def the_service_starts_what_is_installed(tree):
    with open(tree.path("atoll.service"), encoding="utf-8") as f:
        program, conf = re.search(r"^ExecStart=(\S+) serve --config (\S+)$", f.read(), re.M).groups()
    for path in program, conf:
        assert os.path.isfile(tree.folder + path), path
    assert tree.run(tree.folder + program, "--version").startswith("atoll ")


def only_the_kept_symbols_leave(tree):
    shared, static = tree.path("libatoll.so"), tree.path("libatoll.a")
    assert symbols("-D", "--defined-only", shared) == kept(), "libatoll.so: not what tests/kept/atoll.symbols says"
    assert symbols("-g", "--defined-only", static) == kept(), "libatoll.a: not what tests/kept/atoll.symbols says"
    declared = sorted(set(re.findall(r"AT_API[^;(]*?(at_\w+)\(", read("lib", "atoll.h"))))
    assert declared == kept(), "atoll.h: not what tests/kept/atoll.symbols says"
    assert all(name.startswith("at_") for name in kept())


def nothing_is_needed_but_libc(tree):
    dynamic = run("readelf", "-d", tree.path("libatoll.so"))
    needed = set(re.findall(r"NEEDED.*\[(.*)\]", dynamic))
    assert needed <= {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"}, needed
    assert re.search(r"SONAME.*\[libatoll\.so\.1\]", dynamic)


def the_header_is_for_c_and_cxx(tree):
    main = os.path.join(tree.folder, "header")
    for compiler, suffix in (CC, ".c"), (CXX, ".cc"):
        with open(main + suffix, "w", encoding="utf-8") as f:
            f.write("#include <atoll.h>\n#include <atoll.h>\n"
                    "int main(void) { return at_game_count() >= 3 && at_version()[0] ? 0 : 1; }\n")
        tree.run(tree.make(compiler, main + suffix))


def examples_run_with_what_is_installed(tree):
    assert examples()
    for file in examples():
        said = [tree.run(tree.make(CC, file, static=static)) for static in (False, True)]
        assert said[0] and said[0] == said[1], file


def what_the_documentation_shows_is_an_example(_):
    shown = re.findall(r"```c\n(.*?)```", read("docs", "library.md"), re.S)
    programs = [text for text in shown if "int main(" in text]
    assert programs
    files = [read(os.path.relpath(file, source)) for file in examples()]
    for text in programs:
        assert text in files, text.splitlines()[0]


def main():
    tests = [what_is_installed, the_service_starts_what_is_installed, only_the_kept_symbols_leave, nothing_is_needed_but_libc,
             the_header_is_for_c_and_cxx, examples_run_with_what_is_installed,
             what_the_documentation_shows_is_an_example]
    folder = tempfile.mkdtemp(prefix="atoll-installed-")
    bad = 0
    print(f"1..{len(tests)}")
    try:
        tree = Tree(folder)
        for number, test in enumerate(tests, 1):
            try:
                test(tree)
                print(f"ok {number} - {test.__name__}")
            except AssertionError as why:
                bad += 1
                print(f"not ok {number} - {test.__name__}")
                print("\n".join("# " + line for line in str(why).splitlines()))
    finally:
        shutil.rmtree(folder)
    return bad != 0


sys.exit(main())
