"""Write the demo's stories through the services, act by act, at their time."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta

from scorekeeper.club import rematches
from scorekeeper.config import current_settings
from scorekeeper.demo.story import Story, StoryStep, rule_set, sides
from scorekeeper.journal import clock
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import matches
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.match import Match
from scorekeeper.rules.match_file import read_match


def tell(stories: Iterable[Story], day: date, phone_id: int) -> dict[str, str]:
    """Write the stories into this evening; by their names, the addresses of the matches."""
    zone = current_settings().zone
    addresses: dict[str, str] = {}
    for story in sorted(stories, key=lambda story: story.at):
        moment = datetime.combine(day, datetime.strptime(story.at, "%H:%M").time(), zone)
        with clock.at(moment):
            loaded_match = _start(story, phone_id, addresses)
        addresses[story.name] = loaded_match.public_id
        for step in story.steps:
            moment += timedelta(minutes=step.minutes)
            with clock.at(moment):
                loaded_match = do_step(loaded_match, step, phone_id)
    return addresses


def _start(story: Story, phone_id: int, addresses: dict[str, str]) -> LoadedMatch:
    if story.rematch_of:
        return rematches.rematch(addresses[story.rematch_of], phone_id, new_operation_id())
    return matches.start_match(match_of(story), phone_id, new_operation_id())[0]


def match_of(story: Story) -> Match:
    """The match as it is started."""
    head = {"format": 1, "sides": sides(story.us, story.them), "first_dealer": story.dealer}
    match, wrong = read_match({**head, "rules": "cafe", "hands": []})
    assert match is not None, (story.name, wrong)
    return replace(match, rules=rule_set(story.rules))


def do_step(loaded_match: LoadedMatch, step: StoryStep, phone_id: int) -> LoadedMatch:
    """The match after the step; the phone must be its scorer's."""
    at = (loaded_match.public_id, phone_id, new_operation_id(), loaded_match.revision)
    return matches.append_act(*at, step.act(loaded_match.ledger))[0]
