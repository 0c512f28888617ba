"""KataGo's facts about a model, which its clients ask for by any protocol."""

from typing import Any

from cfggo.version import __version__


def katago_model(preset: str) -> dict[str, Any]:
    """Returns the facts about KataGo's network for its clients: here it stands for the policies."""
    return {
        "name": preset,
        "internalName": f"cfggo {__version__} {preset}",
        "maxBatchSize": 1,
        "usesHumanSLProfile": False,
        "version": 0,
        "usingFP16": "false",
    }
