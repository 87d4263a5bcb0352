"""Every page at every size of screen and letters: what is cut, covered, broken or out of reach.

`python -m tests.browser.letter_sizes home match` measures the pages whose names begin so and prints
what it finds, a line each; tests/browser/test_letter_sizes.py wants nothing found.
"""
