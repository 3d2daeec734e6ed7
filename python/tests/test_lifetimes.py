"""Ordinary Python operations on every object of the package: each works, or raises an exception, and the interpreter
lives. Each object is copied, pickled, closed, taken through fork() and used from two threads."""
import copy
import gc
import os
import pickle
import signal
import threading

import numpy as np
import pytest

import atoll

RECORD = atoll.Table("my-shelfie", seed=bytes(32)).record()
WAYS = [copy.copy, copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]


def begun():
    state = atoll.State("reef")
    state.draw_all(atoll.Rng(3))
    return state


def aec():
    env = atoll.make("reef", limit=50)
    env.reset(seed=4)
    return env


def vec():
    env = atoll.make_vec("reef", 4, threads=2)
    env.reset(seed=4)
    return env


def bot_moves(bot):
    return bot.choose(begun())


def batch_moves(batch):
    batch.step(batch.random())
    return batch.observations.tobytes() + batch.states.tobytes()


def env_moves(env):
    env.step(int(env.truth.actions()[0]))
    return env.observe(env.agent_selection)["observation"].tobytes()


def vec_moves(env):
    return env.step(env.random_actions())[0].tobytes()


def replay_moves(replay):
    return next(iter(replay))


def table_moves(table):
    table.move(table.state.turn, table.state.moves()[0])
    return table.record()


# How each object is made, and an operation on it: the same result for the same history.
THINGS = {
    "Game": (lambda: atoll.Game("reef"), lambda game: game.id),
    "State": (begun, lambda state: state.act(state.actions()[0]) or str(state)),
    "Rng": (lambda: atoll.Rng(5), lambda rng: rng.pick(1000)),
    "Bot": (lambda: atoll.Bot("reef", "search:nodes=300", seed=1), bot_moves),
    "Batch": (lambda: atoll.Batch("reef", 8, seed=2, threads=2), batch_moves),
    "Record": (lambda: atoll.Record(atoll.State("reef")), lambda record: record.apply(record.state.moves()[0]) or str(record)),
    "Replay": (lambda: atoll.Replay(RECORD), replay_moves),
    "Match": (lambda: atoll.match("template", ["random", "random"], games=2, seed=1), str),
    "AECEnv": (aec, env_moves),
    "VectorEnv": (vec, vec_moves),
}
OWNED = {"Table": (lambda: atoll.Table("reef", seed=bytes(32)), table_moves)}
EVERYTHING = {**THINGS, **OWNED}
CLOSED = {name: EVERYTHING[name] for name in ("Bot", "Batch", "Replay", "Table", "VectorEnv")}


@pytest.mark.parametrize("way", WAYS, ids=["copy", "deepcopy", "pickle"])
@pytest.mark.parametrize("name", THINGS)
def test_copies_are_things_of_their_own(name, way):
    make, use = THINGS[name]
    one, same = make(), make()
    if name != "Bot":  # its copies start again
        assert use(one) == use(same)
    other = way(one)
    expected = use(same)
    assert use(other) == expected
    assert use(one) == expected, "the copy has moved it"
    del one
    gc.collect()
    use(other)


@pytest.mark.parametrize("way", WAYS, ids=["copy", "deepcopy", "pickle"])
def test_there_is_one_of_a_table(way):
    table = atoll.Table("reef")
    with pytest.raises(TypeError, match="Table cannot be copied"):
        way(table)
    table_moves(table)
    with pytest.raises(TypeError):
        way(table._own)


@pytest.mark.parametrize("name", CLOSED)
def test_what_is_closed_is_an_error(name):
    make, use = CLOSED[name]
    thing = make()
    thing.close()
    thing.close()
    with pytest.raises(atoll.Error, match="closed"):
        use(thing)
    repr(thing)
    if name != "Table":
        if name in ("Batch", "VectorEnv"):
            pytest.raises(atoll.Error, pickle.dumps, thing)
        else:
            use(copy.copy(thing))


def test_every_call_of_a_closed_batch_is_an_error():
    batch = atoll.Batch("reef", 4, threads=3)
    actions = batch.random().copy()
    batch.close()
    for call in (lambda: batch.step(actions), batch.random, batch.reset, batch.refresh, lambda: batch.state(0),
                 lambda: batch.episode(0), lambda: copy.copy(batch)):
        with pytest.raises(atoll.Error, match="this Batch is closed"):
            call()
    assert batch.observations.any() and batch.plane("turn").shape[0] == 4
    env = atoll.make_vec("reef", 4)
    env.close()
    for call in lambda: env.step(actions), env.reset, env.random_actions:
        with pytest.raises(atoll.Error, match="closed"):
            call()


def in_a_child(work):
    """Whether work() is true in a forked process, which is killed if it hangs."""
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        code = 1
        try:
            code = 0 if work() else 2
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1] == 0


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("name", EVERYTHING)
def test_after_fork_both_go_on(name):
    make, use = EVERYTHING[name]
    one, same = make(), make()
    expected = [use(same) for _ in range(3)] if name not in ("Bot", "Replay") else [use(same)]

    def child():
        fine = [use(one) for _ in expected] == expected
        if name in CLOSED:
            one.close()
        return fine

    assert in_a_child(child)
    assert [use(one) for _ in expected] == expected


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_while_another_thread_steps():
    """The child may get an error, never a hang."""
    batch, stop = atoll.Batch("reef", 512, seed=1, threads=2), threading.Event()

    def step():
        while not stop.is_set():
            batch.step(batch.random())

    def child():
        try:
            batch_moves(batch)
        except atoll.Error as why:
            return "another thread" in str(why)
        return True

    thread = threading.Thread(target=step)
    thread.start()
    try:
        assert all(in_a_child(child) for _ in range(5))
    finally:
        stop.set()
        thread.join()


@pytest.mark.parametrize("name", EVERYTHING)
def test_two_threads(name):
    """Everything either works or says that another thread is using it, or that a move came too late."""
    make, use = EVERYTHING[name]
    thing, wrong, begin = make(), [], threading.Barrier(3)

    def work():
        begin.wait()
        for _ in range(30):
            try:
                use(thing)
            except (atoll.Error, StopIteration, IndexError, KeyError):
                pass
            except BaseException as why:  # pylint: disable=broad-except
                wrong.append(why)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_batch_in_use_refuses_another_thread():
    batch = atoll.Batch("reef", 4)
    with batch._own:
        for call in batch.random, batch.reset, batch.close, lambda: batch.state(0):
            with pytest.raises(atoll.Error, match="another thread is using this Batch"):
                call()
    batch.step(batch.random())


def test_a_constructor_that_fails_leaves_nothing():
    for make in (lambda: atoll.Bot("reef", "nobody"), lambda: atoll.Batch("reef", 0), lambda: atoll.Replay("nothing"),
                 lambda: atoll.Table("reef", players=7), lambda: atoll.Batch("reef", 4, players=9)):
        with pytest.raises(atoll.Error):
            make()
    gc.collect()


def test_numbers_are_whole_numbers():
    state = begun()
    action = int(state.actions()[0])
    for wrong in action + 0.7, str(action), None:
        with pytest.raises(TypeError):
            state.act(wrong)
    with pytest.raises(TypeError):
        state.apply(1.5)
    state.act(np.int64(action))
    env = aec()
    with pytest.raises(TypeError):
        env.step(0.5)
    for wrong in -1, 0, 2**32:
        with pytest.raises(atoll.Error):
            atoll.Rng(1).pick(wrong)
    for wrong in -1, 0, 5, 2**31, 258:
        with pytest.raises((atoll.Error, OverflowError)):
            atoll.State("reef", players=wrong)
    with pytest.raises(atoll.Error, match="not -1"):
        atoll.State("reef", players=-1)
    with pytest.raises(TypeError):
        atoll.Rng(0.5)


def test_an_environment_begins_with_reset():
    env = atoll.make("reef")
    for call in env.last, lambda: env.step(0), lambda: next(env.agent_iter()):
        with pytest.raises(atoll.Error, match=r"reset\(\) begins a game"):
            call()


def test_without_a_seed_one_is_taken_and_told():
    assert atoll.Rng().seed != atoll.Rng().seed
    rng = atoll.Rng()
    assert [rng.pick(1000) for _ in range(9)] == list(map(atoll.Rng(rng.seed).pick, [1000] * 9))
    one, other = atoll.Batch("reef", 2), atoll.Batch("reef", 2)
    assert one.seed != other.seed and (atoll.Batch("reef", 2, seed=one.seed).states == one.states).all()
    one.reset()
    assert (atoll.Batch("reef", 2, seed=one.seed).states == one.states).all()
    assert atoll.Bot("reef", "random").seed != atoll.Bot("reef", "random").seed
    match = atoll.match("template", ["random", "greedy"], games=4)
    assert str(atoll.match("template", ["random", "greedy"], games=4, seed=match.seed)) == str(match)
    env = atoll.make("reef")
    env.reset()
    first, seed = env.truth.copy(), env.np_random_seed
    env.reset(seed=seed)
    assert env.truth == first
    many = atoll.make_vec("reef", 2)
    observations, _ = many.reset()
    assert (atoll.make_vec("reef", 2).reset(seed=many.np_random_seed)[0] == observations).all()


def test_nonsense_forfeits():
    """A player that gives no move loses the game, and the others share it; what it raises is raised."""
    nonsense = [lambda view: "no move", lambda view: None, lambda view: 1.5, lambda view: 2**40, lambda view: 0]
    for choose in nonsense:
        match = atoll.match("template", [choose, "random", "random"], games=3, seed=1)
        assert match.games == 3 and match.wins == [0.0, 1.5, 1.5]
        assert len(match.forfeits[0]) == 3 and not match.forfeits[1] and match.points == [[], [], []]
        assert "3 forfeited" in str(match)

    def breaks(view):
        raise KeyError(view.viewer)

    with pytest.raises(KeyError):
        atoll.match("template", [breaks, "random"], games=1)


def test_messages_count_seats_as_the_interface_does():
    state = begun()
    turn = state.turn
    with pytest.raises(atoll.IllegalMove) as refused:
        state.apply(1)
    if "seat" in str(refused.value):
        assert f"seat {turn}" in str(refused.value)
    table = atoll.Table("reef", seed=bytes(32))
    other = 1 - table.state.turn
    with pytest.raises(atoll.Error, match=f"seat {other} is not to move"):
        table.move(other, table.state.moves()[0])
    with pytest.raises(atoll.Error, match="no seat 2"):
        state.view(2)
