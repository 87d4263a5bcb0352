"""The rules of Pilotta: values and pure functions, from the standard library alone.

Nothing here reads a clock, draws lots, writes a log or knows a framework. Points are raw card
points (162 a hand). Scores are in the rule set's unit: tenths (16 a hand) or points.
"""
