"""What can go wrong, each with a message of one line."""


class InputError(ValueError):
    """A value from outside that cannot be used; the message is one line for its owner."""


class BuildError(Exception):
    """A build that cannot go on; the message is one line."""
