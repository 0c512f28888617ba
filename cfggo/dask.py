"""Connects to a Dask cluster, for training and for games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cfggo.errors import CfggoError

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 30


def connect(address: str) -> Client:
    """Returns a client of the scheduler at an address such as "tcp://10.0.0.1:8786".

    Raises CfggoError if Dask is not installed or the scheduler can't be reached.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise CfggoError(
            'a cluster needs Dask, which is not installed: pip install "cfggo[cluster]"'
        ) from error
    try:
        return Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise CfggoError(f"scheduler {address}: can't be reached: {error}") from error
