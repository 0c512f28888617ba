# Sourced by the scripts beside it: the checkout's own environment in .venv.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Debian puts GNU Go there, which is not on root's path.
PATH="$PATH:/usr/games"

find_python() {
    local candidate
    for candidate in python3.11 python3 python3.12 python3.13; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "Python 3.11 or later is needed and was not found." >&2
    return 1
}

# use_venv [EXTRA] makes .venv if it is missing, installs cfggo with the extra into it if
# pyproject.toml has changed since the last time, and puts its programs first on the path.
use_venv() {
    local extra="${1:+[$1]}" installed=".venv/installed-${1:-plain}" python
    if [ ! -x .venv/bin/python ]; then
        python="$(find_python)"
        echo "Making .venv with $("$python" --version)" >&2
        "$python" -m venv .venv
    fi
    if ! cmp -s pyproject.toml "$installed"; then
        echo "Installing cfggo$extra into .venv" >&2
        .venv/bin/python -m pip install --quiet --disable-pip-version-check -e ".$extra"
        cp pyproject.toml "$installed"
    fi
    PATH="$PWD/.venv/bin:$PATH"
}
