"""Connects to a Dask cluster, for training and for games."""

from __future__ import annotations

import gc
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 30


def connect(address: str) -> Client:
    """Returns a client of the scheduler at an address such as "tcp://10.0.0.1:8786".

    Raises CfggoError if Dask is not installed, the scheduler can't be reached, or a worker has no
    cfggo or another one than this process. A worker that can't read its work ends without a word,
    and the work would wait for ever.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise CfggoError(
            'a cluster needs Dask, which is not installed: pip install "cfggo[cluster]"'
        ) from error
    client, reason = None, ""
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, TypeError, RuntimeError, ImportError) as error:
        # The last three come from schemes such as tls: and ucx:, which need settings or packages.
        reason = str(error)
    if client is None:
        # The half-made client is closed here: if it were while another one starts, that would hang.
        gc.collect()
        raise CfggoError(f"scheduler {address}: can't be reached: {reason}")
    try:
        _check_workers(client)
    except BaseException:
        client.close()
        raise
    return client


@cache
def sources_digest() -> str:
    """Returns a digest of the package's sources, as they were when the process first asked."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for file in sorted(package.rglob("*.py")):
        source = file.read_bytes()
        digest.update(f"{file.relative_to(package).as_posix()} {len(source)}\n".encode() + source)
    return digest.hexdigest()


def _check_workers(client: Client) -> None:
    """Raises CfggoError if a worker's cfggo is missing or another one; workers may be gone."""
    digests = client.run(sources_digest, on_error="return")
    for worker, found in sorted(digests.items()):
        if found != sources_digest() and not isinstance(found, OSError):
            raise CfggoError(
                f"worker {worker}: has no cfggo, or another one than this machine; install the "
                "same there and start the worker again"
            )
