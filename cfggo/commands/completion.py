"""cfggo completion: a script that completes commands, options and values in a shell."""

import argparse

_DESCRIPTION = """\
Prints a script for a shell, which then completes commands, options, presets,
levels, rules and files when Tab is pressed. It knows this version of cfggo: print
it again after an update, or let the shell read it at each start, as below."""

_EXAMPLES = """\
in every new shell:
  bash  echo 'eval "$(cfggo completion bash)"' >> ~/.bashrc
  zsh   echo 'eval "$(cfggo completion zsh)"' >> ~/.zshrc    (after the line with compinit)
  fish  cfggo completion fish > ~/.config/fish/completions/cfggo.fish"""

SHELLS = ("bash", "zsh", "fish")


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command's parser."""
    parser = subparsers.add_parser(
        "completion",
        help="print a script for Tab in bash, zsh or fish",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
    parser.set_defaults(commands=subparsers)


def run(args: argparse.Namespace) -> int:
    """Prints the script."""
    from cfggo.commands.completion_scripts import SCRIPTS
    from cfggo.commands.completion_words import commands_of

    print(SCRIPTS[args.shell](commands_of(args.commands)), end="")
    return 0
