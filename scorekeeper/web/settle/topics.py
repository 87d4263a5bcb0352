"""All topics, in the order of the list."""

from typing import Final

from scorekeeper.web.settle import auction, card, dealer, declaration, other_rules, tricks, why
from scorekeeper.web.settle.topic import Topic

TOPICS: Final[dict[str, Topic]] = {
    topic.key: topic
    for topic in (
        why.TOPIC,
        other_rules.TOPIC,
        tricks.TOPIC,
        declaration.TOPIC,
        auction.TOPIC,
        card.TOPIC,
        dealer.TOPIC,
    )
}
