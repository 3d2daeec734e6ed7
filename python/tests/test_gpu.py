"""Batches on a GPU. The tests run with a libcuda that computes on the processor (tests/fake_cuda.c), whose memory
nobody else can touch; `make gpu-check` runs them on a real one."""
import ctypes
import gc
import pickle

import numpy as np
import pytest

import atoll
from atoll import gpu as gpus

ARRAYS = ("states", "masks", "observations", "turns", "rewards", "done", "points")


@pytest.fixture(autouse=True)
def needs_kernels(game):
    try:
        gpus.Gpu.named("cuda")
        if game.name == "template":
            with pytest.raises(atoll.Error, match="Pearls has no kernels for GPUs"):
                atoll.Batch(game, 1, device="cuda")
            pytest.skip("it is in no list")
    except atoll.Error as why:
        assert "this build has no kernels for GPUs" in str(why) or "there is no GPU" in str(why)
        pytest.skip(str(why))


class Foreign:
    """Another library's array on the GPU, as PyTorch shows its own."""

    def __init__(self, values):
        self.array = gpus.GpuArray(gpus.Gpu.named("cuda"), values.shape, values.dtype)
        self.array.write(values)
        self.__cuda_array_interface__ = dict(self.array.__cuda_array_interface__, strides=None)


def same(there, here):
    return all((getattr(there, name).numpy() == getattr(here, name)).all() for name in ARRAYS)


def test_a_gpu_says_what_the_processor_says(game):
    for players in game.players:
        there = atoll.Batch(game, 20, players=players, seed=4, device="cuda", limit=25)
        here = atoll.Batch(game, 20, players=players, seed=4, limit=25)
        assert same(there, here)
        for i in range(60):
            actions = here.random()
            assert (there.random().numpy() == actions).all()
            there.step([there.random(), Foreign(actions), Foreign(actions.astype(np.int64)), actions, list(actions)][i % 5])
            here.step(actions)
        assert same(there, here)
        assert there.state(3) == here.state(3) and there.episode(3) == here.episode(3)
        there.reset(8)
        here.reset(8)
        assert same(there, here)


def test_planes_are_views(game):
    there, here = atoll.Batch(game, 6, seed=2, device="cuda"), atoll.Batch(game, 6, seed=2)
    for name, part in game.observation_parts.items():
        plane = there.plane(name)
        assert plane.shape == (6, *part.shape) and (plane.numpy() == here.plane(name)).all()
        assert plane.at == there.observations.at + part.first
    with pytest.raises(atoll.Error, match="has no plane"):
        there.plane("nonsense")


def test_what_is_wrong_is_refused(game):
    there, here = atoll.Batch(game, 4, seed=1, device="cuda"), atoll.Batch(game, 4, seed=1)
    with pytest.raises(atoll.Error) as refused:
        here.step(np.full(4, game.actions, np.int32))
    with pytest.raises(type(refused.value), match=str(refused.value)):
        there.step(np.full(4, game.actions, np.int32))
    with pytest.raises(atoll.IllegalMove):
        there.step(Foreign(np.full(4, 2**33, np.int64)))
    for wrong in (np.zeros(3, np.int32), Foreign(np.zeros(3, np.int32)), Foreign(np.zeros(4, np.float32)), np.zeros(4)):
        with pytest.raises(atoll.Error):
            there.step(wrong)
    assert same(there, here)
    for device in ("gpu", "cuda:x", "cuda:7", ""):
        with pytest.raises(atoll.Error):
            atoll.Batch(game, 4, device=device)


def test_arrays_of_others_are_used(game):
    masks = Foreign(np.zeros((4, game.actions), np.uint8))
    there = atoll.Batch(game, 4, seed=1, device="cuda", masks=masks, observations=False)
    assert there.masks.at == masks.array.at and there.observations is None
    assert (masks.array.numpy() == atoll.Batch(game, 4, seed=1).masks).all()
    for wrong in (np.zeros((4, game.actions), np.uint8), Foreign(np.zeros((4, 3), np.uint8))):
        with pytest.raises(atoll.Error, match="masks"):
            atoll.Batch(game, 4, device="cuda", masks=wrong)


def test_a_batch_is_kept_and_goes_on(game):
    there, here = atoll.Batch(game, 5, seed=3, device="cuda"), atoll.Batch(game, 5, seed=3)
    for _ in range(7):
        there.step(there.random())
        here.step(here.random())
    again = pickle.loads(pickle.dumps(there))
    assert again.device == "cuda" and same(again, here)
    again.step(again.random())
    here.step(here.random())
    assert same(again, here)


USED = b"used_dltensor"  # lives as long as any capsule
POINTER = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
RENAME = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_SetName", ctypes.pythonapi))


def taken(capsule):
    """A consumer of DLPack: reads the tensor, renames the capsule, and calls the deleter at the end."""
    address = POINTER(capsule, b"dltensor")
    assert RENAME(capsule, USED) == 0
    return address, gpus._Managed.from_address(address)


def test_dlpack_hands_over_the_memory(game):
    batch = atoll.Batch(game, 6, seed=2, device="cuda")
    assert batch.rewards.__dlpack_device__() == (2, 0)
    before = len(gpus._lent)
    for array, code, bits in ((batch.observations, 1, 8), (batch.rewards, 2, 32), (batch.turns, 0, 8),
                              (batch.points, 0, 32), (batch.plane(next(iter(game.observation_parts))), 1, 8) if game.version
                              else (batch.done, 1, 8)):
        address, managed = taken(array.__dlpack__(stream=1, max_version=(1, 0)))
        tensor = managed.tensor
        assert (tensor.data, tensor.device.kind, tensor.device.number) == (array.at, 2, 0)
        assert (tensor.type.code, tensor.type.bits, tensor.type.lanes) == (code, bits, 1)
        assert tuple(tensor.shape[:tensor.ndim]) == array.shape
        steps = tuple(step * bits // 8 for step in tensor.strides[:tensor.ndim])
        assert steps == array._strides()
        assert len(gpus._lent) == before + 1
        managed.deleter(address)
        assert len(gpus._lent) == before


def test_memory_lives_as_long_as_somebody_uses_it(game):
    before = len(gpus._lent)
    capsule = atoll.Batch(game, 3, device="cuda").masks.__dlpack__()
    gc.collect()
    (memory,) = [kept[3] for kept in list(gpus._lent.values())[before:]]
    assert memory.at
    del capsule, memory  # nobody took it
    gc.collect()
    assert len(gpus._lent) == before
