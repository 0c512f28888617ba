"""A query's `overrideSettings`: a few settings count, KataGo's others are known."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from cfggo.go.points import BLACK, WHITE
from cfggo.interfaces.analysis.fields import SHOWN, QueryError, is_number
from cfggo.search.effort import MOST_PLAYOUTS

FIELD = "overrideSettings"

MOST_SECONDS = 1e20
"""The longest time that a query can ask for, as in KataGo."""

_NAMES = """
    alwaysComputePassAliveUnderSuicideRules antiMirror avoidRepeatedPatternUtility
    chosenMovePrune chosenMoveSubtract chosenMoveTemperature chosenMoveTemperatureEarly
    chosenMoveTemperatureHalflife chosenMoveTemperatureOnlyBelowProb conservativePass
    cpuctExploration cpuctExplorationBase cpuctExplorationLog cpuctUtilityStdevPrior
    cpuctUtilityStdevPriorWeight cpuctUtilityStdevScale drawEquivalentWinsForWhite
    dynamicScoreCenterScale dynamicScoreCenterZeroWeight dynamicScoreUtilityFactor
    enableMorePassingHacks enablePassingHacks endgameTurnTimeDecay evalCacheMinVisits
    fillDameBeforePass fpuLossProp fpuParentWeight fpuParentWeightByVisitedPolicy
    fpuParentWeightByVisitedPolicyPow fpuReductionMax futileVisitsThreshold
    graphSearchCatchUpLeakProb graphSearchCatchUpProp graphSearchRepBound
    humanSLChosenMoveIgnorePass humanSLChosenMovePiklLambda humanSLChosenMoveProp
    humanSLCpuctExploration humanSLCpuctPermanent humanSLOppExploreProbWeightful
    humanSLOppExploreProbWeightless humanSLPlaExploreProbWeightful humanSLPlaExploreProbWeightless
    humanSLProfile humanSLRootExploreProbWeightful humanSLRootExploreProbWeightless
    ignoreAllHistory ignorePreRootHistory lagBuffer lcbStdevs maxPlayoutsPondering maxTimePondering
    maxVisitsPondering midgameTimeFactor midgameTurnPeakTime minPlayoutsPerThread
    minVisitPropForLCB nnPolicyTemperature noResultUtilityForWhite nodeTableShardsPowerOfTwo
    noisePruneUtilityScale noisePruningCap numSearchThreads numVirtualLossesPerThread
    obviousMovesPolicyEntropyTolerance obviousMovesPolicySurpriseTolerance obviousMovesTimeFactor
    overallocateTimeFactor playoutDoublingAdvantage playoutDoublingAdvantagePla policyOptimism
    rootDesiredPerChildVisitsCoeff rootDirichletNoiseTotalConcentration rootDirichletNoiseWeight
    rootEndingBonusPoints rootFpuLossProp rootFpuReductionMax rootNoiseEnabled
    rootNumSymmetriesToSample rootPolicyOptimism rootPolicyTemperature rootPolicyTemperatureEarly
    rootPruneUselessMoves rootSymmetryPruning searchFactorAfterOnePass searchFactorAfterTwoPass
    staticScoreUtilityFactor subtreeValueBiasFactor subtreeValueBiasFreeProp
    subtreeValueBiasTableNumShards subtreeValueBiasWeightExponent treeReuseCarryOverTimeFactor
    uncertaintyCoeff uncertaintyExponent uncertaintyMaxWeight useEvalCache useGraphSearch
    useLcbForSelection useNoisePruning useNonBuggyLcb useUncertainty valueWeightExponent
    wideRootNoise winLossUtilityFactor
"""

_WITHOUT_EFFECT = frozenset(_NAMES.split())
"""KataGo's settings of a search that have no counterpart here."""


class Perspective(Enum):
    """Whose win rates and scores an answer gives, by KataGo's words."""

    BLACK = "BLACK"
    WHITE = "WHITE"
    SIDE_TO_MOVE = "SIDETOMOVE"

    def sign(self, colour: int) -> int:
        """Returns 1 if it is that colour's with that colour to move, else -1."""
        seen_by = {Perspective.BLACK: BLACK, Perspective.WHITE: WHITE}.get(self, colour)
        return 1 if seen_by == colour else -1


def parse_perspective(text: str) -> Perspective:
    """Returns the perspective of KataGo's words, in any case. Raises ValueError for others."""
    word = {"B": "BLACK", "W": "WHITE"}.get(text.strip().upper(), text.strip().upper())
    try:
        return Perspective(word)
    except ValueError:
        words = ", ".join(perspective.value for perspective in Perspective)
        raise ValueError(f"expected one of {words}, not {text[:SHOWN]!r}") from None


@dataclass(frozen=True)
class Overrides:
    """Settings for one query; what is None is as without them.

    Public attributes:
        perspective -- Perspective
        visits, playouts -- int: of a search; the smaller counts
        seconds     -- float
        unknown     -- list of the settings' names that KataGo does not know either
    """

    perspective: Perspective | None
    visits: int | None
    playouts: int | None
    seconds: float | None
    unknown: list[str]


def read_overrides(settings: Any) -> Overrides:
    """Returns the settings of an object.

    Raises QueryError if it is none, or one that counts has a value that it can't have.
    """
    if not isinstance(settings, dict):
        raise QueryError("Must be an object", FIELD)
    values = dict(settings)
    perspective = values.pop("reportAnalysisWinratesAs", None)
    counts = {
        name: _number(settings, name, 1, MOST_PLAYOUTS)
        for name in ("maxVisits", "maxPlayouts")
        if values.pop(name, None) is not None
    }
    if any(n != int(n) for n in counts.values()):
        raise QueryError("Could not set settings: visits must be an integer", FIELD)
    whole = {name: int(n) for name, n in counts.items()}
    seconds = None
    if values.pop("maxTime", None) is not None:
        seconds = _number(settings, "maxTime", 0, MOST_SECONDS)
    try:
        text = perspective if isinstance(perspective, str) else json.dumps(perspective)
        seen_as = None if perspective is None else parse_perspective(text)
    except ValueError as error:
        raise QueryError(
            f"Could not set settings: reportAnalysisWinratesAs: {error}", FIELD
        ) from None
    return Overrides(
        seen_as,
        whole.get("maxVisits"),
        whole.get("maxPlayouts"),
        seconds,
        [name for name in values if name not in _WITHOUT_EFFECT],
    )


def _number(settings: Mapping[str, Any], name: str, least: float, most: float) -> float:
    """Returns a setting's number, which may stand in a text, as in KataGo."""
    value = settings[name]
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            value = None
    if not is_number(value) or not least <= value <= most:
        raise QueryError(
            f"Could not set settings: {name} must be a number from {least:g} to {most:g}", FIELD
        )
    return value
