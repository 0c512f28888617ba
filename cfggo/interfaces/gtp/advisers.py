"""The advisers of a session, which judge positions without a search; made when first asked."""

from functools import cached_property
from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.config import EngineConfig
from cfggo.interfaces.gtp.loading import Loader
from cfggo.interfaces.gtp.protocol import GtpError

if TYPE_CHECKING:
    from cfggo.models.pattern_beliefs.study import Student
    from cfggo.models.territory.model import Territory
    from cfggo.study.explaining.explainer import Explainer


class Advisers:
    """The advisers of an engine.  All raise GtpError if what they need could not be loaded."""

    def __init__(self, config: EngineConfig, loader: Loader) -> None:
        self._config = config
        self._loader = loader

    @cached_property
    def explainer(self) -> "Explainer":
        """Explains moves by the engine's tree policy."""
        engine = self._loader.wait_for_engine()
        from cfggo.study.explaining.explainer import Explainer

        return Explainer(engine.tree_policy)

    @cached_property
    def student(self) -> "Student":
        """Ranks moves by the pattern beliefs of the engine's tree policy.

        Raises GtpError if it has none.
        """
        engine = self._loader.wait_for_engine()
        from cfggo.models.pattern_beliefs.study import Student

        try:
            return Student(engine.tree_policy)
        except CfggoError:
            raise GtpError("the tree policy has no pattern beliefs; --config ranking has") from None

    @cached_property
    def territory(self) -> "Territory":
        """The field that says who owns the points of a board.

        Raises GtpError if the settings name one that can't be used.
        """
        from cfggo.search.owners import field_of

        try:
            return field_of(self._config)
        except CfggoError as error:
            raise GtpError(str(error)) from error
