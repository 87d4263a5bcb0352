"""Routes that work out how their address is built when one is first built."""

from collections.abc import Callable
from functools import cache, partial

from werkzeug.routing import Rule


class LazyRule(Rule):
    """A route whose builders of addresses are compiled at their first use.

    Werkzeug compiles two for each of some three hundred routes, a tenth of a second at every
    start; most of them build nothing until the server ends.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))
        return lambda rule, /, **values: compiled()(rule, **values)
