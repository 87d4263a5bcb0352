"""All topics, in the order of the list."""

from typing import Final

from scorekeeper.web.settle import declaration, tricks, why
from scorekeeper.web.settle.topic import Topic

TOPICS: Final[dict[str, Topic]] = {
    topic.key: topic for topic in (why.TOPIC, tricks.TOPIC, declaration.TOPIC)
}
