#!/usr/bin/env python3
"""parts.py ATOLL: long runs in parts, on any computers: --shard and merge, and the same under MPI (if atoll-mpi was
built), give the result of one process. Speaks TAP."""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import tap

ATOLL = os.path.abspath(sys.argv[1])
MPI = ATOLL + "-mpi"
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "btl", "self,vader", "-n"]
SLOW = ["match", "my-shelfie", "--bots", "search:nodes=300,greedy", "--games", "60"]


def run(*words, good=True):
    done = subprocess.run([ATOLL, *words], capture_output=True, text=True, timeout=tap.HANG, check=False)
    assert (done.returncode == 0) == good, (words, done)
    return done.stdout if good else done.stderr


def folder(prefix="atoll-parts-"):
    return tempfile.TemporaryDirectory(prefix=prefix)  # pylint: disable=consider-using-with


def result(text):
    """An output without its times."""
    return re.sub(r" in [\d.]+ s: .*|^[\d.]+ s of processor time.*", "", text, flags=re.M)


def in_parts(where, count, *words, log="part"):
    """Plays all parts side by side and returns the merged log."""
    names = [f"{where}/{log}{i}.log" for i in range(1, count + 1)]
    parts = [subprocess.Popen([ATOLL, *words, "--shard", f"{i}/{count}", "--log", name], stdout=subprocess.DEVNULL)
             for i, name in enumerate(names, 1)]
    assert all(part.wait(tap.HANG) == 0 for part in parts)
    run("merge", f"{where}/all.log", *names)
    return f"{where}/all.log"


def lines(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def wait_for(log, count, process):
    """Waits until a log has this many lines."""
    while not os.path.exists(log) or len(lines(log)) < count:
        assert process.poll() is None, "it ended too early"
        time.sleep(0.01)


def simulations_add_up_to_the_same_signature():
    for game, players, count in (("reef", 4, 4), ("reef-encounter", 2, 3), ("my-shelfie", 3, 5)):
        with folder() as where:
            words = ["simulate", game, "--players", str(players), "--games", "1000", "--seed", "77"]
            whole = result(run(*words))
            log = in_parts(where, count, *words)
            assert len(lines(log)) == 1 + -(-1000 // 64), lines(log)[:2]
            told = run(*words, "--log", log, "--threads", "2")
            assert result(told) == whole and " 0 decisions/s" in told, (whole, told)


def simulations_of_bots_with_records_too():
    with folder() as where:
        words = ["simulate", "reef", "--players", "2", "--games", "9", "--seed", "3", "--bots", "greedy,random"]
        whole = result(run(*words))
        log = in_parts(where, 2, *words, "--records", f"{where}/records")
        assert result(run(*words, "--log", log)) == whole
        assert len(os.listdir(f"{where}/records")) == 9
        run("replay", f"{where}/records/9.record")


def more_parts_than_pieces_are_no_mistake():
    with folder() as where:
        words = ["simulate", "reef", "--players", "2", "--games", "100", "--seed", "3"]
        assert result(run(*words, "--log", in_parts(where, 4, *words))) == result(run(*words))


def matches_print_what_one_process_prints():
    with folder() as where:
        for more in ([], ["--sprt", "0,100"], ["--luck", "--players", "3"]):
            words = ["match", "reef", "--bots", "greedy,random", "--games", "12", "--quiet", *more]
            log = in_parts(where, 3, *words, log="m" + str(len(more)))
            assert run(*words, "--log", log) == run(*words), more
            os.remove(log)


def ladders_are_put_together_by_folders():
    with folder() as where:
        words = ["ladder", "my-shelfie", "--bots", "random,beginner,greedy", "--games", "6", "--quiet"]
        for part in "12":
            os.mkdir(f"{where}/{part}")
            assert f"part {part} of 2" in run(*words, "--shard", f"{part}/2", "--log", f"{where}/{part}/l")
        run("merge", f"{where}/all", f"{where}/1", f"{where}/2")
        assert len(os.listdir(f"{where}/all")) == 3
        assert run(*words, "--log", f"{where}/all/l") == run(*words)


def a_part_that_was_killed_goes_on():
    with folder() as where:
        whole = run(*SLOW, "--quiet")
        log = f"{where}/part1.log"
        part = subprocess.Popen([ATOLL, *SLOW, "--quiet", "--shard", "1/2", "--log", log], stdout=subprocess.DEVNULL)
        wait_for(log, 4, part)
        part.kill()
        part.wait()
        done = lines(log)
        in_parts(where, 2, *SLOW, "--quiet")
        assert lines(log)[:len(done) - 1] == done[:-1] and len(lines(log)) == 31, "what was done stays"
        assert run(*SLOW, "--quiet", "--log", f"{where}/all.log") == whole


def what_does_not_belong_together_is_refused():
    with folder() as where:
        words = ["simulate", "reef", "--players", "2", "--games", "200"]
        for seed in "12":
            run(*words, "--seed", seed, "--log", f"{where}/{seed}")
        assert "are of different runs" in run("merge", f"{where}/all", f"{where}/1", f"{where}/2", good=False)
        assert not os.path.exists(f"{where}/all")
        good = lines(f"{where}/1")
        with open(f"{where}/2", "w", encoding="utf-8") as file:
            file.write("\n".join([good[0], re.sub(r'"decisions":\d+', '"decisions":5', good[1]), ""]))
        assert "tell different things of number 0" in run("merge", f"{where}/1", f"{where}/2", good=False)
        assert lines(f"{where}/1") == good, "nothing is lost"
        assert 'its "seed" is "1", not "2"' in run(*words, "--seed", "2", "--log", f"{where}/1", good=False)
        for bad in ("0/2", "3/2", "1/0", "1", "1/2x", "a/b"):
            assert "--shard is I/N" in run(*words, "--seed", "1", "--shard", bad, "--log", f"{where}/1", good=False)
        assert "needs --log" in run(*words, "--seed", "1", "--shard", "1/2", good=False)
        with open(f"{where}/1", "a", encoding="utf-8") as file:
            file.write('{"from":64,"games":63}\n')
        assert "is damaged" in run(*words, "--seed", "1", "--log", f"{where}/1", good=False)


def self_play_is_the_same_file():
    words = ["selfplay", "template", "--games", "40", "--seed", "9", "--bot", "search:nodes=40"]
    with folder() as where:
        run(*words, "--log", f"{where}/one", "--threads", "1")
        whole = lines(f"{where}/one")
        assert len(whole) == 41 and [f'{{"game":{i},' in line for i, line in enumerate(whole[1:])] == [True] * 40
        run(*words, "--log", f"{where}/three", "--threads", "3")
        assert lines(f"{where}/three") == whole, "whatever the threads"
        assert lines(in_parts(where, 3, *words)) == whole, "in parts"
        with open(f"{where}/cut", "w", encoding="utf-8") as file:
            file.write("\n".join(whole[:7]) + "\n" + whole[7][:50])
        run(*words, "--log", f"{where}/cut")
        assert lines(f"{where}/cut") == whole, "a line that was cut short is played again"
        run(*words[:3], "50", *words[4:], "--log", f"{where}/one")
        assert lines(f"{where}/one")[:41] == whole and len(lines(f"{where}/one")) == 51, "more games go on from there"
        words[words.index("--seed") + 1] = "8"
        assert 'its "seed" is "9", not "8"' in run(*words, "--log", f"{where}/one", good=False)


def self_play_that_was_killed_goes_on():
    words = ["selfplay", "my-shelfie", "--games", "24", "--seed", "4", "--bot", "search:nodes=100", "--players", "3"]
    with folder() as where:
        run(*words, "--log", f"{where}/whole")
        log = f"{where}/killed"
        part = subprocess.Popen([ATOLL, *words, "--log", log])
        wait_for(log, 4, part)
        part.kill()
        part.wait()
        run(*words, "--log", log)
        assert lines(log) == lines(f"{where}/whole")


def mpirun(count, where, *words):
    return subprocess.Popen([*MPIRUN, str(count), MPI, *words, "--log", where], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def four_processes_under_mpi_are_one():
    for words in (["simulate", "my-shelfie", "--players", "2", "--games", "1000", "--seed", "77"],
                  ["match", "reef", "--bots", "greedy,random", "--games", "20", "--quiet"],
                  ["ladder", "reef", "--bots", "random,beginner,greedy", "--games", "6", "--quiet"]):
        with folder() as where:
            job = mpirun(4, f"{where}/run", *words)
            out, err = job.communicate(timeout=tap.HANG)
            assert job.returncode == 0 and result(out) == result(run(*words)), (out, err)
            assert sorted(os.listdir(f"{where}/run")) == ["1", "2", "3", "4", "all"]


def a_dead_rank_ends_the_job_and_the_logs_stay():
    with folder() as where:
        job = mpirun(4, f"{where}/run", *SLOW, "--quiet")
        log = f"{where}/run/3/run.log"
        wait_for(log, 3, job)
        ranks = subprocess.run(["pgrep", "-P", str(job.pid), "-f", "atoll-mpi"], capture_output=True, text=True, check=True)
        os.kill(int(ranks.stdout.split()[2]), signal.SIGKILL)
        _, err = job.communicate(timeout=tap.HANG)
        assert job.returncode != 0 and err, "the job fails"
        kept = lines(log)
        assert len(kept) >= 3
        # With another number of processes, finished games are not played again.
        job = mpirun(3, f"{where}/run", *SLOW, "--quiet")
        out, err = job.communicate(timeout=tap.HANG)
        assert job.returncode == 0 and out == run(*SLOW, "--quiet"), (out, err)
        assert set(kept) <= set(lines(f"{where}/run/all/run.log"))


if __name__ == "__main__":
    if not os.path.exists(MPI):
        del four_processes_under_mpi_are_one, a_dead_rank_ends_the_job_and_the_logs_stay
    sys.exit(tap.run(globals()))
