"""Commands that start this very cfggo in another process.

``python -m`` and ``python -c`` look for modules in the working directory first. A folder of a
user's may hold anything: a numbers.py, another version of cfggo.
"""

import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]

_FIND_IT = f"import sys; r = {str(_PACKAGE.parent)!r}; r in sys.path or sys.path.insert(0, r)"


def own_command(*arguments: str) -> tuple[str, ...]:
    """Returns the words of a command that does what ``cfggo`` does with these arguments."""
    return sys.executable, "-P", str(_PACKAGE / "__main__.py"), *arguments


def own_code(code: str) -> tuple[str, ...]:
    """Returns the words of a command that runs Python code which imports this package."""
    return sys.executable, "-P", "-c", f"{_FIND_IT}; {code}"
