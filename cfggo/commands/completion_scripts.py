"""Scripts that complete commands, options and values in bash, zsh and fish.

They hold all words themselves, so that the Tab key need not wait for Python to start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cfggo.commands.completion_words import Command, Option, Value

_FILES = "<files>"
"""Stands in bash's lists for the names of files, which no word is."""

_BASH = """\
# Completion of cfggo for bash; made by: cfggo completion bash
_cfggo() {{
    local line=${{COMP_LINE:0:COMP_POINT}} word before command choices options last
    local -a typed
    read -ra typed <<< "$line"
    [[ $line == *[[:space:]] ]] && typed+=("")
    last=$((${{#typed[@]}} - 1))
    word=${{typed[last]}} before=${{typed[last - 1]}} command=${{typed[1]}} choices="" options=""
    if [[ $word == --*=* ]]; then  # --option=value
        before=${{word%%=*}}
    fi
    if ((last == 1)); then
        choices="{commands}" options="--help --version"
    else
        case $command in
{cases}
        esac
    fi
    local begun=$word
    if [[ $word == --*=* ]]; then
        begun=${{word#*=}}
    elif [[ $word == -* ]]; then
        choices=$options
    fi
    COMPREPLY=($(compgen -P "${{word%"$begun"}}" -W "${{choices//{files}/}}" -- "$begun"))
    if [[ ${{#COMPREPLY[@]}} == 0 && " $choices " == *" {files} "* ]]; then
        compopt -o default 2> /dev/null
        return
    fi
    # Bash takes what stands before a colon or an equals sign for a word of its own.
    local breaks=${{COMP_WORDBREAKS//[^:=]/}}
    if [[ -n $breaks && $word == *[$breaks]* ]]; then
        COMPREPLY=("${{COMPREPLY[@]#"${{word%"${{word##*[$breaks]}}"}}"}}")
    fi
    [[ ${{#COMPREPLY[@]}} == 1 && ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace 2> /dev/null
}}
complete -F _cfggo cfggo
"""

_BASH_CASE = """\
            {names})
                options="{options}"
                case $before in
{values}                    *) choices="{choices}" ;;
                esac
                ;;"""

_ZSH = """\
#compdef cfggo
# Completion of cfggo for zsh; made by: cfggo completion zsh
_cfggo() {{
    if (( CURRENT == 2 )); then
        local -a commands
        commands=(
{commands}
        )
        _describe -t commands command commands
        _arguments '--help[explain cfggo]' '--version[print the version]'
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{cases}
    esac
}}
if [[ $funcstack[1] == _cfggo ]]; then
    _cfggo "$@"
else
    compdef _cfggo cfggo
fi
"""

_FISH = """\
# Completion of cfggo for fish; made by: cfggo completion fish
complete -c cfggo -f
complete -c cfggo -n __fish_use_subcommand -l help -s h -d 'explain cfggo'
complete -c cfggo -n __fish_use_subcommand -l version -d 'print the version'
{lines}
"""


def bash_script(commands: Sequence[Command]) -> str:
    """Returns the script for bash."""
    return _BASH.format(
        commands=" ".join(command.names[0] for command in commands),
        cases="\n".join(map(_bash_case, commands)),
        files=_FILES,
    )


def _bash_case(command: Command) -> str:
    indent = " " * 20
    values = "".join(
        f'{indent}{"|".join(option.names)}) choices="{_bash_words([option.value])}" ;;\n'
        for option in command.options
        if option.value is not None
    )
    options = [name for option in command.options for name in option.names if name != "-h"]
    return _BASH_CASE.format(
        names="|".join(command.names),
        options=" ".join(options),
        values=values,
        choices=_bash_words(command.values),
    )


def _bash_words(values: Sequence[Value]) -> str:
    """Returns all that values may be, in the form of bash's lists."""
    words = [word for value in values for word in value.words]
    return " ".join([*words, _FILES] if any(value.files for value in values) else words)


def zsh_script(commands: Sequence[Command]) -> str:
    """Returns the script for zsh."""
    described = [
        f"            {_quoted(f'{command.names[0]}:{command.help}')}" for command in commands
    ]
    cases = [
        f"        {'|'.join(command.names)})\n            _arguments \\\n"
        + " \\\n".join(f"                {spec}" for spec in _zsh_specs(command))
        + "\n            ;;"
        for command in commands
    ]
    return _ZSH.format(commands="\n".join(described), cases="\n".join(cases))


def _zsh_specs(command: Command) -> list[str]:
    specs = [spec for option in command.options for spec in _zsh_options(option)]
    if command.values:
        names = " or ".join(value.name for value in command.values)
        specs.append(_quoted(f"*:{names}:{_zsh_action(command.values)}"))
    return specs


def _zsh_options(option: Option) -> list[str]:
    escaped = option.help.replace("[", r"\[").replace("]", r"\]").replace(":", r"\:")
    value = ""
    if option.value is not None:
        value = f":{option.value.name}:{_zsh_action([option.value])}"
    first = "*" if option.repeats else f"({' '.join(option.names)})"
    return [_quoted(f"{first}{name}[{escaped}]{value}") for name in option.names]


def _zsh_action(values: Sequence[Value]) -> str:
    """Returns zsh's code that adds all that values may be; a blank for nothing."""
    words = [word for value in values for word in value.words]
    actions = ["_files"] if any(value.files for value in values) else []
    whole = [word for word in words if not word.endswith("=")]
    keys = [word for word in words if word.endswith("=")]
    if whole:
        actions.append(f"compadd -- {' '.join(whole)}")
    if keys:
        actions.append(f'compadd -S "" -- {" ".join(keys)}')
    return "{" + "; ".join(actions).replace(":", r"\:") + "}" if actions else " "


def fish_script(commands: Sequence[Command]) -> str:
    """Returns the script for fish."""
    lines = [
        f"complete -c cfggo -n __fish_use_subcommand -a {command.names[0]} "
        f"-d {_fish_quoted(command.help)}"
        for command in commands
    ]
    for command in commands:
        start = f"complete -c cfggo -n '__fish_seen_subcommand_from {' '.join(command.names)}'"
        lines += [f"{start} {_fish_option(option)}" for option in command.options]
        lines += [f"{start} {_fish_value(value)}" for value in command.values]
    return _FISH.format(lines="\n".join(lines))


def _fish_option(option: Option) -> str:
    names = " ".join(map(_fish_name, option.names))
    value = "" if option.value is None else f" -r {_fish_value(option.value)}"
    return f"{names}{value} -d {_fish_quoted(option.help)}"


def _fish_name(name: str) -> str:
    """Returns fish's way to write an option's name: long, short, or long after a single dash."""
    if name.startswith("--"):
        return f"-l {name[2:]}"
    return f"-s {name[1:]}" if len(name) == 2 else f"-o {name[1:]}"


def _fish_value(value: Value) -> str:
    words = f" -a {_fish_quoted(' '.join(value.words))}" if value.words else ""
    return f"{'-F' if value.files else '-f'}{words}"


def _quoted(text: str) -> str:
    """Returns a text in single quotes, as bash and zsh read them."""
    return "'" + text.replace("'", r"'\''") + "'"


def _fish_quoted(text: str) -> str:
    """Returns a text in single quotes, as fish reads them."""
    return "'" + text.replace("\\", r"\\").replace("'", r"\'") + "'"


SCRIPTS: dict[str, Callable[[Sequence[Command]], str]] = {
    "bash": bash_script,
    "zsh": zsh_script,
    "fish": fish_script,
}
"""The function that makes each shell's script."""
