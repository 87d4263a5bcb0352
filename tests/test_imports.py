"""No module of scorekeeper/ imports itself by way of others, those of types alone counted."""

from graphlib import TopologicalSorter

import grimp


def test_modules_import_each_other_in_no_circle():
    graph = grimp.build_graph("scorekeeper", cache_dir=None)
    imported = {
        module: {
            needed
            for found in graph.find_modules_directly_imported_by(module)
            for needed in loaded_with(found)
            if not module.startswith(needed)
        }
        for module in graph.modules
    }
    TopologicalSorter(imported).prepare()


def loaded_with(module):
    """A module and the packages around it, which Python loads before it."""
    parts = module.split(".")
    return {".".join(parts[:count]) for count in range(2, len(parts) + 1)}
