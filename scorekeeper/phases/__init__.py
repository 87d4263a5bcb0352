"""A tournament with phases: seeding, the order of each phase, the final order. Pure values.

`advance` folds the results phase by phase; nothing here reads a clock or draws by chance. The
rules are on docs/phases.md.
"""
