"""The draw of a tournament's next round: values and pure functions.

Nothing here reads a clock or draws by chance. A lot follows from the seed, the round and the names
alone, so that anyone can draw a round again. The only import beyond the standard library is
rustworkx.
"""
