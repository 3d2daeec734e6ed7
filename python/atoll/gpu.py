"""Arrays in the memory of an NVIDIA GPU, as in Batch(device="cuda"): PyTorch, CuPy and others use them without a
copy."""
from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p, pythonapi
from typing import Any, Dict, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from ._native import Error, call, lib, make

CUDA = 2  # kDLCUDA


class _Device(Structure):
    _fields_ = [("kind", c_int32), ("number", c_int32)]


class _Type(Structure):
    _fields_ = [("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16)]


class _Tensor(Structure):
    _fields_ = [("data", c_void_p), ("device", _Device), ("ndim", c_int32), ("type", _Type),
                ("shape", POINTER(c_int64)), ("strides", POINTER(c_int64)), ("byte_offset", c_uint64)]


_Deleter = CFUNCTYPE(None, c_void_p)


class _Managed(Structure):
    """struct DLManagedTensor"""
    _fields_ = [("tensor", _Tensor), ("context", c_void_p), ("deleter", _Deleter)]


_lent: Dict[int, Any] = {}  # tensors that others still use, by the address of their DLManagedTensor


def _delete(address: int) -> None:
    _lent.pop(address, None)


_deleted = _Deleter(_delete)


_NAME = b"dltensor"
# Prototypes of our own: those in pythonapi are shared with everybody.
_capsule_new = ctypes.PYFUNCTYPE(ctypes.py_object, c_void_p, c_char_p, c_void_p)(("PyCapsule_New", pythonapi))
_capsule_valid = ctypes.PYFUNCTYPE(ctypes.c_int, c_void_p, c_char_p)(("PyCapsule_IsValid", pythonapi))
_capsule_pointer = ctypes.PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(("PyCapsule_GetPointer", pythonapi))


def _forget(capsule: int) -> None:
    """The end of a capsule: if nobody took it, it still has its name."""
    if _capsule_valid(capsule, _NAME):
        _lent.pop(_capsule_pointer(capsule, _NAME), None)


_forgotten = ctypes.PYFUNCTYPE(None, c_void_p)(_forget)


class Gpu:
    """GPU number 0, 1, ...: one object each, for as long as the program runs."""
    handle: int
    _opened: Dict[int, "Gpu"] = {}

    def __init__(self, number: int) -> None:
        self.number = number
        self.handle = make(lib.at_gpu_open, number)
        self.name: str = lib.at_gpu_name(self.handle).decode()

    @classmethod
    def named(cls, device: str) -> "Gpu":
        """ "cuda" or "cuda:1"."""
        kind, _, number = device.partition(":")
        if kind != "cuda" or (number and not number.isdigit()):
            raise Error(f"device is 'cpu', 'cuda' or 'cuda:N', not {device!r}")
        index = int(number or 0)
        if index not in cls._opened:
            cls._opened[index] = Gpu(index)
        return cls._opened[index]

    def copy(self, to: int, source: int, size: int) -> None:
        """Copies bytes from, to or within the GPU."""
        call(lib.at_gpu_copy, self.handle, to, source, size)


class _Memory:
    """A block of memory there, freed with the last array in it."""

    def __init__(self, gpu: Gpu, size: int) -> None:
        self.gpu = gpu
        self.at = make(lib.at_gpu_memory, gpu.handle, size)

    def __del__(self) -> None:
        at, self.at = getattr(self, "at", 0), 0
        if at:
            lib.at_gpu_release(self.gpu.handle, at)


class GpuArray:
    """An array in a GPU's memory. torch.from_dlpack(array), torch.as_tensor(array), cupy.asarray(array) and whatever else
    knows DLPack or __cuda_array_interface__ use the same memory, which the batch goes on writing to. numpy() is a copy
    for the processor; write() puts a numpy array there."""

    gpu: Gpu
    shape: tuple[int, ...]
    dtype: Any
    nbytes: Any
    at: int | None

    def __init__(self, gpu: Gpu, shape: Tuple[int, ...], dtype: Any, at: Optional[int] = None, keep: Any = None,
                 strides: Optional[Tuple[int, ...]] = None) -> None:
        self.gpu, self.shape, self.dtype = gpu, tuple(shape), np.dtype(dtype)
        self.nbytes = int(np.prod(self.shape)) * self.dtype.itemsize
        if at is None:
            keep = _Memory(gpu, self.nbytes)
            at = keep.at
        self.at, self._keep = at, keep
        self.strides = strides  # in bytes; None: row by row

    @property
    def __cuda_array_interface__(self) -> Dict[str, Any]:
        # The batch waits until everything is written: consumers need not wait for a stream.
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self.at, False), "version": 3,
                "strides": self.strides, "stream": None}

    def __dlpack_device__(self) -> Tuple[int, int]:
        return CUDA, self.gpu.number

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        code = {"i": 0, "u": 1, "f": 2}[self.dtype.kind]
        dims = len(self.shape)
        shape = (c_int64 * dims)(*self.shape)
        strides = (c_int64 * dims)(*(n // self.dtype.itemsize for n in self._strides()))
        managed = _Managed(_Tensor(self.at, _Device(CUDA, self.gpu.number), dims, _Type(code, 8 * self.dtype.itemsize, 1),
                                   shape, strides, 0), None, _deleted)
        address = ctypes.addressof(managed)
        _lent[address] = (managed, shape, strides, self._keep)
        return _capsule_new(address, _NAME, ctypes.cast(_forgotten, c_void_p))

    def _strides(self) -> Tuple[int, ...]:
        if self.strides is not None:
            return self.strides
        return tuple(int(np.prod(self.shape[i + 1:])) * self.dtype.itemsize for i in range(len(self.shape)))

    def columns(self, first: int, shape: Tuple[int, ...]) -> "GpuArray":
        """Columns of a table: `first` and the following ones of every row, in this shape; the same memory."""
        inner = GpuArray(self.gpu, shape, self.dtype, self.at)._strides()
        return GpuArray(self.gpu, self.shape[:1] + shape, self.dtype, self.at + first * self.dtype.itemsize, self._keep,
                        self._strides()[:1] + inner)

    def numpy(self) -> NDArray[Any]:
        """A copy for the processor."""
        out: NDArray[Any]
        if self.strides is None:
            out = np.empty(self.shape, self.dtype)
            self.gpu.copy(out.ctypes.data, self.at, self.nbytes)
            return out
        # Rows with gaps: copies everything from the first to the last, then removes the gaps.
        span = self.strides[0] * (self.shape[0] - 1) + self.nbytes // self.shape[0]
        raw = np.empty(span, np.uint8)
        self.gpu.copy(raw.ctypes.data, self.at, span)
        return np.ndarray(self.shape, self.dtype, raw.data, 0, self.strides).copy()

    def write(self, array: Any) -> None:
        """Puts an array of this shape there."""
        given = np.ascontiguousarray(array, self.dtype)
        if given.shape != self.shape or self.strides is not None:
            raise Error(f"wanted is an array of {self.shape}, not {given.shape}")
        self.gpu.copy(self.at, given.ctypes.data, self.nbytes)

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        array = self.numpy()
        return array if dtype is None else array.astype(dtype)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<GpuArray {self.shape} {self.dtype} on {self.gpu.name}>"


def foreign(array: Any, shape: Tuple[int, ...], types: Tuple[str, ...], name: str) -> Tuple[int, str]:
    """The address and the type of another library's array on a GPU, row by row and of this shape."""
    face = array.__cuda_array_interface__
    strides, size = face.get("strides"), int(face["typestr"][-1])
    plain = tuple(int(np.prod(shape[i + 1:])) * size for i in range(len(shape)))
    if tuple(face["shape"]) != shape or face["typestr"] not in types or (strides is not None and tuple(strides) != plain):
        raise Error(f"{name}: wanted is an array of {shape}, of {' or '.join(types)}, row by row; this is {tuple(face['shape'])} "
                    f"of {face['typestr']}")
    return int(face["data"][0]), str(face["typestr"])
