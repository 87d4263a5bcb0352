"""The JSON API, as docs/api.md and openapi.json have it: for programs and for our own pages.

A browser's form carries a token; here the secret itself is sent, or a page of ours says that it is
one (`access`). Everything goes through the services, as every form does.
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
