"""The spaces of actions and observations, in Gymnasium's terms. If Gymnasium is installed its own spaces are used; if
not, these do what environments need."""
from __future__ import annotations

from typing import Any, Dict as Mapping, Optional

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete  # type: ignore[import]
except ImportError:

    class _Space:
        """Shared by all spaces."""

        shape: Any = None
        dtype: Any = None

        def __init__(self) -> None:
            self._dice = np.random.default_rng()

        def seed(self, seed: Optional[int] = None) -> None:
            """For sample()."""
            self._dice = np.random.default_rng(seed)

        def __contains__(self, x: Any) -> bool:
            return bool(self.contains(x))

        def contains(self, x: Any) -> bool:
            """Is x an element?"""
            raise NotImplementedError

        def __eq__(self, other: object) -> bool:
            return type(other) is type(self) and repr(other) == repr(self)

        def __hash__(self) -> int:
            return hash(repr(self))

    class Discrete(_Space):  # type: ignore[no-redef]
        """The numbers 0 to n - 1."""

        n: int
        shape: Any
        dtype: Any

        def __init__(self, n: int) -> None:
            super().__init__()
            self.n, self.shape, self.dtype = n, (), np.dtype(np.int64)

        def sample(self, mask: Optional[NDArray[Any]] = None) -> int:
            """A random element, of those with a 1 in the mask."""
            return int(self._dice.integers(self.n) if mask is None else self._dice.choice(np.flatnonzero(mask)))

        def contains(self, x: Any) -> bool:
            return np.ndim(x) == 0 and np.asarray(x).dtype.kind in "iu" and 0 <= int(x) < self.n

        def __repr__(self) -> str:
            return f"Discrete({self.n})"

    class MultiDiscrete(_Space):  # type: ignore[no-redef]
        """Arrays of such numbers."""

        nvec: Any
        shape: Any
        dtype: Any

        def __init__(self, nvec: NDArray[Any]) -> None:
            super().__init__()
            self.nvec = np.asarray(nvec, np.int64)
            self.shape, self.dtype = self.nvec.shape, np.dtype(np.int64)

        def sample(self) -> NDArray[Any]:
            """One at random."""
            return self._dice.integers(self.nvec)

        def contains(self, x: Any) -> bool:
            found = np.asarray(x)
            return found.shape == self.shape and found.dtype.kind in "iu" and bool(((0 <= found) & (found < self.nvec)).all())

        def __repr__(self) -> str:
            return f"MultiDiscrete({self.nvec.shape}, {self.nvec.max()})"

    class Box(_Space):  # type: ignore[no-redef]
        """Arrays of numbers, each with its minimum and maximum."""

        low: Any
        shape: Any
        dtype: Any
        high: Any

        def __init__(self, low: Any, high: Any, shape: Any = None, dtype: Any = np.uint8) -> None:
            super().__init__()
            self.shape = tuple(shape) if shape is not None else np.shape(high)
            self.dtype = np.dtype(dtype)
            self.low = np.broadcast_to(np.asarray(low, dtype), self.shape)
            self.high = np.broadcast_to(np.asarray(high, dtype), self.shape)

        def sample(self) -> NDArray[Any]:
            """One at random."""
            return self._dice.integers(self.low, self.high, endpoint=True).astype(self.dtype)

        def contains(self, x: Any) -> bool:
            return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
                    and bool(((self.low <= x) & (x <= self.high)).all()))

        def __repr__(self) -> str:
            return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"

    class Dict(_Space):  # type: ignore[no-redef]
        """Several by name."""

        spaces: dict[str, Any]

        def __init__(self, spaces: Mapping[str, Any]) -> None:
            super().__init__()
            self.spaces = dict(spaces)

        def __getitem__(self, key: str) -> Any:
            return self.spaces[key]

        def keys(self) -> Any:
            """Their names."""
            return self.spaces.keys()

        def seed(self, seed: Optional[int] = None) -> None:
            for space in self.spaces.values():
                space.seed(seed)

        def sample(self) -> Mapping[str, Any]:
            """One of each at random."""
            return {key: space.sample() for key, space in self.spaces.items()}

        def contains(self, x: Any) -> bool:
            return isinstance(x, dict) and x.keys() == self.keys() and all(s.contains(x[k]) for k, s in self.spaces.items())

        def __repr__(self) -> str:
            return f"Dict({self.spaces})"


__all__ = ["Box", "Dict", "Discrete", "MultiDiscrete"]
