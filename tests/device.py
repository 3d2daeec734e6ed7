#!/usr/bin/env python3
"""device.py ATOLL: `atoll lab simulate --device gpu` with a libcuda that computes on the processor (fake_cuda.c), if
the build has kernels; if not, that the command says so. Speaks TAP."""
import json
import os
import re
import subprocess
import sys
import tempfile

import tap

ATOLL = os.path.abspath(sys.argv[1])
CALLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../scripts/ptx-calls")
GAMES = (("reef", 2, 900), ("reef-encounter", 4, 40), ("my-shelfie", 3, 500))


def run(*words, **env):
    return subprocess.run([ATOLL, "lab", "simulate", *words], capture_output=True, text=True, timeout=300, check=False,
                          env=dict(os.environ, **env))


def words(game, players, games, *more, seed=31):
    return [game, "--players", str(players), "--games", str(games), "--seed", str(seed), *more]


def result(done):
    assert done.returncode == 0, done
    said = json.loads(done.stdout)
    return {name: value for name, value in said.items() if "second" not in name and name not in ("device", "gpu")}


HAS = "no kernels for GPUs" not in run(*words("reef", 2, 1, "--device", "gpu")).stderr


def the_same_tally_and_signature():
    for game, players, games in GAMES:
        there = run(*words(game, players, games, "--device", "gpu", "--json"))
        assert json.loads(there.stdout)["device"] == "gpu"
        assert result(there) == result(run(*words(game, players, games, "--json")))
        assert result(there) == result(run(*words(game, players, games, "--json", "--device", "cpu")))


def the_words_name_the_gpu_and_rate_no_processor():
    done = run(*words("reef", 2, 20, "--device", "gpu"))
    assert done.returncode == 0 and re.search(r"^played by the GPU, a GPU in disguise; [\d.]+ s of processor time beside it$", done.stdout, re.M), done
    assert "a processor" not in done.stdout, done
    assert json.loads(run(*words("reef", 2, 20, "--device", "gpu", "--json")).stdout)["gpu"] == "a GPU in disguise"
    assert "decisions/s a processor\n" in run(*words("reef", 2, 20)).stdout


def a_module_whose_stack_nobody_can_tell_is_refused():
    for calls, said in (("f f", "f calls itself"), ("f g g h h f", "in a circle: "), ("f %rd4", "f calls by a pointer"), ("f g f h g h", "")):
        names = calls.split()
        with tempfile.NamedTemporaryFile("w", suffix=".ptx") as module:
            for caller, callee in zip(names[::2], names[1::2]):
                module.write(f".visible .func  (.param .b32 func_retval0) {caller}(\n\tcall.uni (retval0), {callee}, (param0);\n")
            module.flush()
            done = subprocess.run([CALLS, module.name], capture_output=True, text=True, check=False)
            may = subprocess.run([CALLS, module.name, "pointers"], capture_output=True, text=True, check=False)
        assert done.returncode == (1 if said else 0) and said in done.stderr and done.stdout == "", (calls, done)
        assert may.returncode == (0 if "%" in calls else done.returncode), (calls, may)


def parts_and_logs_of_both_are_one_run():
    with tempfile.TemporaryDirectory(prefix="atoll-device-") as where:
        logs = [f"{where}/{i}.log" for i in (1, 2)]
        args = words("my-shelfie", 2, 700)
        assert run(*args, "--device", "gpu", "--shard", "1/2", "--log", logs[0]).returncode == 0
        assert run(*args, "--shard", "2/2", "--log", logs[1]).returncode == 0
        subprocess.run([ATOLL, "lab", "merge", f"{where}/all.log", *logs], check=True, stdout=subprocess.DEVNULL)
        whole = result(run(*args, "--json"))
        assert result(run(*args, "--json", "--log", f"{where}/all.log")) == whole
        # A GPU continues a log that processors began.
        with open(logs[1], encoding="utf-8") as log, open(f"{where}/cut.log", "w", encoding="utf-8") as cut:
            cut.writelines(log.readlines()[:3])
        assert result(run(*args, "--json", "--device", "gpu", "--log", f"{where}/cut.log")) == whole


def a_gpu_that_is_not_there_or_fails_is_one_line():
    for env, said in (({"FAKE_CUDA_DEVICES": "0"}, "there is no GPU: NVIDIA's driver finds none"),
                      ({"FAKE_CUDA_FAIL": "cuInit"}, "there is no GPU: NVIDIA's driver finds none"),
                      ({"FAKE_CUDA_FAIL": "cuLaunchKernel"}, "the GPU failed: cuLaunchKernel: out of memory (2)")):
        done = run(*words("reef", 2, 5, "--device", "gpu"), **env)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", f"atoll lab simulate: {said}\n"), done
    done = run(*words("template", 2, 5, "--device", "gpu"))
    assert (done.returncode, done.stderr) == (1, "atoll lab simulate: Pearls has no kernels for GPUs\n"), done


def a_build_without_kernels_says_so():
    done = run(*words("reef", 2, 5, "--device", "gpu"))
    assert done.returncode == 1 and done.stdout == "" and done.stderr.count("\n") == 1
    assert done.stderr.startswith("atoll lab simulate: this build has no kernels for GPUs"), done


def what_a_gpu_cannot_do_is_refused():
    for more in (["--bots", "greedy,random"], ["--records", "/nonexistent"], ["--threads", "2"]):
        done = run(*words("reef", 2, 5, "--device", "gpu", *more))
        assert done.returncode == 2 and "GPU" in done.stderr and done.stderr.count("\n") == 1, done
    done = run(*words("reef", 2, 5, "--device", "tpu"))
    assert done.returncode == 2 and "--device is cpu or gpu" in done.stderr, done


if __name__ == "__main__":
    if HAS:
        del a_build_without_kernels_says_so
    else:
        del the_same_tally_and_signature, the_words_name_the_gpu_and_rate_no_processor, parts_and_logs_of_both_are_one_run, a_gpu_that_is_not_there_or_fails_is_one_line
    sys.exit(tap.run(globals()))
