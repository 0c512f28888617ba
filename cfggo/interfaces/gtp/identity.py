"""As which program the engine introduces itself: some clients look at name and version."""

from dataclasses import dataclass

from cfggo.version import __version__


@dataclass(frozen=True)
class Identity:
    """The answers of `name` and `version`."""

    name: str
    version: str


IDENTITIES = {
    "cfggo": Identity("cfggo", __version__),
    # LizzieYzy asks for the owners after each move from this version on.
    "katago": Identity(f"KataGo (cfggo {__version__})", "1.16"),
    # Lizzie warns of versions before 0.15.
    "leela-zero": Identity(f"Leela Zero (cfggo {__version__})", "0.17"),
}
"""All identities by the name that `cfggo gtp --as` takes."""
