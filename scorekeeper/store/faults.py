"""What can keep the database from writing."""


class Busy(Exception):
    """The database was locked too long; nothing was written."""


class NoAnswer(Busy):
    """The connection to the database was lost; what was not acknowledged may be written or not."""


class NotWritable(Exception):
    """The disk is full or may not be written; nothing was written."""
