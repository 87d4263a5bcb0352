"""A hand as a line of text: `90κ 97`, `them nine hearts ninety-seven` (docs/rules.md).

Pure, as the rules are. The phone has a second runtime of it in `static/js/lines/`.
"""
