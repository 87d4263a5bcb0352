"""The JSON API, as docs/api.md and openapi.json have it: for programs and for our own pages.

A browser's form carries a token. A request to the API carries the secret itself, or comes from a
page of ours (`access`). Everything goes through the services, as every form does.
"""

from scorekeeper.web.api import clubs, document, matches, member_links, operations, tournaments
from scorekeeper.web.api.blueprint import pages

__all__ = [
    "clubs",
    "document",
    "matches",
    "member_links",
    "operations",
    "pages",
    "tournaments",
]
