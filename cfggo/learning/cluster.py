"""A Dask cluster that shares the work of a pass over the games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Self, TypeVar

from cfggo.base.dask import connect
from cfggo.base.errors import CfggoError
from cfggo.base.terminal import console

if TYPE_CHECKING:
    from distributed import Future

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

_SECONDS_BETWEEN_LOOKS = 2.0


class Cluster:
    """An executor with the workers of a Dask scheduler, which need the same cfggo.

    Use it as a context manager.

    What calls of `map` have in common is sent to the workers once, and stays there until it is
    something else.  When a worker dies, others do its work; when none is left, the run says so on
    standard error and waits for new ones.
    """

    def __init__(self, address: str) -> None:
        """Connects to a scheduler, such as "tcp://10.0.0.1:8786".

        Raises CfggoError if there is none, if it has no workers, if a worker's cfggo is not this
        one, or if Dask is not installed.
        """
        self._client = connect(address)
        if not self.cores:
            self._client.close()
            raise CfggoError(f"{address}: the Dask scheduler has no workers")
        self._common: Any = None
        self._sent: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._client.close()

    @property
    def cores(self) -> int:
        """Number of threads of all workers."""
        return sum(self._client.nthreads().values())

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
        from distributed import CancelledError, KilledWorker

        try:
            if common is not self._common:
                self._sent = self._client.submit(_identity, common, pure=False)
                self._common = common
            sent = self._client.submit(_identity, shared, pure=False)
            futures = [
                self._client.submit(function, self._sent, sent, item, pure=False) for item in items
            ]
            for future in futures:
                self._wait_for(future)
                yield future.result()
        except (CancelledError, KilledWorker, OSError) as error:
            raise CfggoError(f"the Dask cluster failed: {error}") from error

    def _wait_for(self, future: Future[Any]) -> None:
        """Returns when a task is done; says so, once, if there is no worker that could do it."""
        from distributed import wait

        has_said = False
        while not future.done():
            try:
                wait([future], timeout=_SECONDS_BETWEEN_LOOKS)
            except TimeoutError:
                if not has_said and not self.cores:
                    console().print("the Dask cluster has no workers left; waiting for new ones")
                    has_said = True


def _identity(data: Any) -> Any:
    """Returns the data.

    As the result of a task it comes back when the worker that holds it dies; scattered data would
    be lost.
    """
    return data
