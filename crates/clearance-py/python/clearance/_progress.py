"""A bar for long batches."""

from __future__ import annotations

import sys
import time


class Bar:
    """Called with how many are done and of how many; draws itself on the terminal."""

    def __init__(self, width: int = 40) -> None:
        self.width = width
        self.began = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        part = done / total if total else 1.0
        full = round(self.width * part)
        took = time.monotonic() - self.began
        left = took * (1 - part) / part if part else 0.0
        bar = "█" * full + "·" * (self.width - full)
        end = "\n" if done >= total else ""
        sys.stderr.write(f"\r{bar} {done}/{total}  {took:.1f} s, {left:.1f} s to go {end}")
        sys.stderr.flush()
