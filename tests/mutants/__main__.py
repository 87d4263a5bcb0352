"""`make mutants`: change every rule in turn and see a test turn red."""

import argparse
import multiprocessing
import sys

from tests.mutants import js_mutants, python_mutants
from tests.mutants.asked import asked
from tests.mutants.equivalent import EQUIVALENT

RUNTIMES = {"Python": python_mutants, "JavaScript": js_mutants}
_judges = {}
"""In each of the processes that work side by side, its own."""


def main(arguments):
    """Print every survivor; the status is 1 if there is one that was not known."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("files", nargs="*", help="only these, such as scoring.py scoring.js")
    files = parser.parse_args(arguments).files
    chosen = [
        (language, mutant)
        for language, runtime in RUNTIMES.items()
        for mutant in runtime.mutants()
        if not files or mutant.file in files
    ]
    survivors, file = set(), None
    with multiprocessing.get_context("fork").Pool(initializer=_begin, initargs=[asked()]) as pool:
        for mutant, survived in pool.imap(_judge, chosen):
            if mutant.file != file:
                file = mutant.file
                print(f"{file} …", flush=True)
            if survived:
                survivors.add(mutant.name)
                if mutant.name not in EQUIVALENT:
                    print(mutant, flush=True)
    known = survivors & EQUIVALENT.keys()
    caught = {mutant.name for _, mutant in chosen} & EQUIVALENT.keys() - survivors
    for name in sorted(caught):
        print("caught, and listed as equivalent:", *name)
    new = len(survivors) - len(known)
    print(f"{len(chosen)} changes: {new} that no test saw, {len(known)} known to change nothing")
    return 1 if new or caught else 0


def _begin(all_asked):
    _judges.update({name: runtime.Judge(all_asked) for name, runtime in RUNTIMES.items()})


def _judge(one):
    language, mutant = one
    return mutant, _judges[language].passes(mutant)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
