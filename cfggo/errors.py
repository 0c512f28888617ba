"""The error that users see."""


class CfggoError(Exception):
    """Something the user can put right.

    The message is one line that names the file, line or value at fault. The command line prints it
    after ``cfggo: error:`` and exits with 2.
    """
