"""Who plays whom in the next round of a tournament: values and pure functions.

Nothing here reads a clock or draws by chance: a lot follows from the seed, the round and the names
alone, so that anyone can draw a round again. Apart from rustworkx it is the standard library.
"""
