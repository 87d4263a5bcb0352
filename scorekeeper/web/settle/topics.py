"""All topics, in the order of the list."""

from typing import Final

from scorekeeper.web.settle import auction, card, dealer, declaration, tricks
from scorekeeper.web.settle.hand import OTHER_RULES, WHY
from scorekeeper.web.settle.topic import Topic

TOPICS: Final[dict[str, Topic]] = {
    topic.key: topic
    for topic in (
        WHY,
        OTHER_RULES,
        tricks.TOPIC,
        declaration.TOPIC,
        auction.TOPIC,
        card.TOPIC,
        dealer.TOPIC,
    )
}
