"""Settle a dispute: topics, each a question whose address holds all of it, and its ruling.

A topic is a module here with one `Topic` in it, that stands in `topics.py`, and

- its title and note in `explain/ruling.py`;
- `templates/settle/<key>.html`, the controls that stay as they are while the question is asked;
faults are shown beside them with `{{ wrong("points") }}` of `settle/_wrong.html`;
- where controls come and go with the answers, `templates/settle/<key>_more.html`, which is swapped
  with each ruling.

`read` makes a question of an address's parameters. A question is any value with `table`, `wrong`
and `lacks`. `table` has the rules and the sides' names (`settle_table.read_table`). `wrong` has a
sentence for each field that could not be read; the rest is kept. `lacks` is the answer that is
missing. `rule` gives the `Ruling` (explain/ruling.py), or None while a field is wrong or an answer
is missing. All else (the page, its parts for htmx, picture, paper, sharing) is in `views.py`, the
same for all topics. Its `_page` has the values for the templates.

    @dataclass(frozen=True)
    class DealerQuestion:
        table: Table
        wrong: Mapping[str, str]
        suit: Suit | None
        lacks: str = ""

    TOPIC = Topic("dealer", read=_read, rule=_rule, fields=("suit",))
"""

from scorekeeper.web.settle.views import pages

__all__ = ["pages"]
