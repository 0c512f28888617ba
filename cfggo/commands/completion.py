"""cfggo completion: a script that completes commands, options and values in a shell."""

import argparse

from cfggo.commands.parser import Parser

DESCRIPTION = """\
Prints a script for a shell, which then completes commands, options, presets,
levels, rules and files when Tab is pressed. It knows this version of cfggo: print
it again after an update, or let the shell read it at each start, as below."""

EXAMPLES = """\
in every new shell:
  bash  echo 'eval "$(cfggo completion bash)"' >> ~/.bashrc
  zsh   echo 'eval "$(cfggo completion zsh)"' >> ~/.zshrc    (after the line with compinit)
  fish  cfggo completion fish > ~/.config/fish/completions/cfggo.fish"""

SHELLS = ("bash", "zsh", "fish")


def add_options(parser: Parser) -> None:
    """Adds the command's options."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(args: argparse.Namespace) -> int:
    """Prints the script."""
    from cfggo.commands.completion_scripts import SCRIPTS
    from cfggo.commands.completion_words import commands_of

    print(SCRIPTS[args.shell](commands_of(args.commands)), end="")
    return 0
