"""`python -m atlas` is the command `atlas`."""

import signal
import sys


def main() -> int:
    """Run the command. Stopped while it loads it ends without a word: there is nothing to clear up yet."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        from atlas.cli import main as command
    except (MemoryError, SystemError):
        # Where memory is short, Python's own import may end in a SystemError.
        sys.exit("atlas: there is not enough memory")
    except (ImportError, OSError) as error:
        sys.exit(f"atlas: {error}")
    return command()


if __name__ == "__main__":
    sys.exit(main())
