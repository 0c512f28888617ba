"""A Dask cluster that shares the work of training, or plays games."""

from __future__ import annotations

import gc
import hashlib
import math
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import console

if TYPE_CHECKING:
    from distributed import Client, Future

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

CONNECT_SECONDS = 30

SECONDS_BETWEEN_LOOKS = 1.0

SECONDS_UNTIL_SAID = 5.0
"""That there are no workers."""


class Cluster:
    """The workers of a Dask scheduler, which need the same cfggo. Use it as a context manager.

    It is an executor (`cfggo.base.executor`): what calls of `map` have in common is sent to the
    workers once, and stays there until it is something else. When a worker dies, others do its
    work; when none is left, the run says so on standard error and waits for new ones.

    Public attributes:
        client -- Dask's Client
    """

    def __init__(self, address: str) -> None:
        """Connects to a scheduler at an address such as "tcp://10.0.0.1:8786".

        Raises CfggoError if Dask is not installed, the scheduler can't be reached, or a worker has
        no cfggo or another one than this process.
        """
        self.client = _connect(address)
        self._common: Any = None
        self._sent: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.close()

    @property
    def cores(self) -> int:
        """Number of threads of all workers."""
        return sum(self.client.nthreads().values())

    def map(
        self,
        function: Callable[[Any, Any, _Item], _Result],
        common: Any,
        shared: Any,
        items: Iterable[_Item],
    ) -> Iterator[_Result]:
        """Yields function(common, shared, item) of all items in their order.

        Raises CfggoError if the cluster fails.
        """
        from distributed import KilledWorker

        with self.failures(KilledWorker):
            if common is not self._common:
                self._sent = self.client.submit(_identity, common, pure=False)
                self._common = common
            sent = self.client.submit(_identity, shared, pure=False)
            futures = [
                self.client.submit(function, self._sent, sent, item, pure=False) for item in items
            ]
            for future in futures:
                self.first_done([future])
                yield future.result()

    def first_done(
        self, futures: Collection[Future[_Result]], patience: float = math.inf
    ) -> set[Future[_Result]]:
        """Returns the tasks that are done, as soon as one is; says so if there are no workers.

        Raises CfggoError if there are none for more seconds than the patience.
        """
        from distributed import wait

        last_seen = time.monotonic()
        has_said = False
        while True:
            with suppress(TimeoutError), self.client.as_current():
                done: set[Future[_Result]] = wait(
                    futures, timeout=SECONDS_BETWEEN_LOOKS, return_when="FIRST_COMPLETED"
                ).done
                return done
            if self.cores:
                last_seen = time.monotonic()
            seconds = time.monotonic() - last_seen
            if seconds > patience:
                raise CfggoError(f"the Dask cluster has had no workers for {seconds:.0f} s")
            if seconds > SECONDS_UNTIL_SAID and not has_said:
                console().print("the Dask cluster has no workers; waiting for some")
                has_said = True

    @contextmanager
    def failures(self, *others: type[Exception]) -> Iterator[None]:
        """Raises CfggoError for errors within that tell of a lost scheduler, and for others."""
        from distributed import CancelledError

        try:
            yield
        except (CancelledError, OSError, *others) as error:
            raise CfggoError(f"the Dask cluster failed: {error}") from error


def _identity(data: Any) -> Any:
    """Returns the data.

    As the result of a task it comes back when the worker that holds it dies; scattered data would
    be lost.
    """
    return data


def _connect(address: str) -> Client:
    """Returns a client of a scheduler; raises CfggoError as `Cluster` does.

    A worker that can't read its work ends without a word, and the work would wait for ever.
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
