# Sourced by the scripts beside it: the checkout's own environment, in .venv or where $venv says.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Debian puts GNU Go there, which is not on root's path.
PATH="$PATH:/usr/games"

venv="${venv:-.venv}"
case "$venv" in
    /*) venv_path="$venv" ;;
    *) venv_path="$PWD/$venv" ;;
esac

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

# Without its package python3-venv, Debian's Python makes an environment that has no pip.
make_venv() {
    local python new=
    python="$(find_python)" || return
    [ -e "$venv" ] || new=1
    echo "Making $venv with $("$python" --version)" >&2
    if ! "$python" -m venv "$venv" >&2 || [ ! -x "$venv/bin/pip" ]; then
        if [ "$new" ]; then rm -rf "$venv"; fi
        echo "An environment with pip can't be made; on Debian and Ubuntu: apt install python3-venv" >&2
        return 1
    fi
}

# use_venv [EXTRA [REQUIREMENT...]] makes the environment if it is missing or has no pip, installs
# cfggo with the extra and what else is required into it if pyproject.toml has changed since the last
# time, and puts its programs first on the path.
use_venv() {
    local extra="${1:+[$1]}" installed="$venv/installed-${1:-plain}"
    if [ ! -x "$venv/bin/python" ] || [ ! -x "$venv/bin/pip" ]; then
        make_venv || return
    fi
    if ! cmp -s pyproject.toml "$installed"; then
        echo "Installing cfggo$extra into $venv" >&2
        # Python compiles what it imports; pip would take longer to compile all there is.
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile \
            -e ".$extra" "${@:2}"
        cp pyproject.toml "$installed"
    fi
    PATH="$venv_path/bin:$PATH"
}
