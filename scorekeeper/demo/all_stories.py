"""The evening: all stories, told as yesterday's."""

from datetime import datetime, timedelta
from typing import Final

from scorekeeper.config import current_settings
from scorekeeper.demo import cafe, happenings, preset_stories
from scorekeeper.demo.default_stories import default_stories
from scorekeeper.demo.script import tell

_STORIES: Final = (*cafe.STORIES, *preset_stories.STORIES, *happenings.STORIES)
STORIES: Final = (*_STORIES, *default_stories(_STORIES))


def tell_evening(phone_id: int) -> dict[str, str]:
    """Write every match as this phone's; by the stories' names, their addresses."""
    zone = current_settings().zone
    # Yesterday: whatever the hour is now, the evening is over and nothing lies in the future.
    return tell(STORIES, datetime.now(zone).date() - timedelta(days=1), phone_id)
