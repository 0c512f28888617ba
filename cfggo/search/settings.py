"""The settings of a search in the form that jitted code reads."""

from __future__ import annotations

from typing import NamedTuple

from cfggo.config import EngineConfig, PolicyConfig
from cfggo.search.rules_of_thumb import RulesOfThumb

NO_PRIORS = -1
"""Number of candidates with which the tree policy is not asked, and all moves are alike."""


class Settings(NamedTuple):
    """The numbers of the selection formula (main paper, IV-A) and of the tree's growth.

    exploration        -- C
    rave_bias          -- B
    progressive_bias   -- PB
    bias_visits        -- visits of a node from which on PB grows as their square root; 0: never
    first_play_urgency -- win rate assumed of a move that no playout has made yet
    expand_visits      -- visits after which a leaf gets children, as long as there is much room
    candidates         -- moves of a leaf that the tree policy looks at closely; 0 for all,
                          NO_PRIORS for no tree policy
    pass_empty         -- share of the points that may be empty for PASS to be a child of a leaf
    rules_of_thumb     -- the rules that overrule the playout policy
    komi               -- what Black must exceed to win, in area points
    avoided_moves      -- moves from the root on among which `Buffers.avoided` may leave some out
    alone              -- whether no other thread works on the tree
    rave               -- whether RAVE values count
    informs            -- whether nodes visited often have their priors mended (`informed_prior`)
    lasting_bias       -- LB: weight of the logarithm of a prior; 0 unless `informs`
    """

    exploration: float
    rave_bias: float
    progressive_bias: float
    bias_visits: int
    first_play_urgency: float
    expand_visits: int
    candidates: int
    pass_empty: float
    rules_of_thumb: RulesOfThumb
    komi: float
    avoided_moves: int
    alone: bool
    rave: bool = True
    informs: bool = False
    lasting_bias: float = 0.0

    def at_root(self) -> Settings:
        """Returns the settings by which the root gets its children: the tree policy looks at all
        moves closely, and PASS is among them.
        """
        return self._replace(candidates=0, pass_empty=1.0, avoided_moves=0)


def search_settings(
    config: EngineConfig, komi: float, avoided_moves: int = 0, informs: bool = False
) -> Settings:
    """Returns the settings of a search.

    komi, avoided_moves, informs -- as in Settings
    """
    search = config.search
    return Settings(
        exploration=search.exploration,
        rave_bias=search.rave_bias,
        progressive_bias=search.progressive_bias,
        bias_visits=search.bias_visits,
        first_play_urgency=search.first_play_urgency,
        expand_visits=search.expand_visits,
        candidates=search.candidates if search.priors else NO_PRIORS,
        pass_empty=search.pass_empty,
        rules_of_thumb=rules_of_thumb_of(config.policy),
        komi=komi,
        avoided_moves=avoided_moves,
        alone=config.play.threads == 1,
        rave=search.rave,
        informs=informs,
        lasting_bias=search.lasting_bias if informs else 0.0,
    )


def rules_of_thumb_of(policy: PolicyConfig) -> RulesOfThumb:
    """Returns the rules of thumb in force."""
    return RulesOfThumb(
        rescue_from=policy.rescue_from,
        punish_self_atari=policy.punish_self_atari,
        refuse_self_atari=policy.refuse_self_atari,
        keep_eyes=policy.keep_eyes,
        capture_first=policy.capture_first,
        pattern_answers=policy.pattern_answers,
    )
