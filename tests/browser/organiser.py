"""An organiser's keyboard and mouse, which count: clicks, keys and page loads, part by part."""

from contextlib import contextmanager

from tests.browser.test_grid import Keys, field


class Organiser(Keys):
    """At a laptop."""

    def __init__(self, phone, parts=None):
        super().__init__(phone.page)
        self.phone, self.clicks = phone, 0
        self.parts = {} if parts is None else parts

    @contextmanager
    def part(self, name):
        """Count the work in this block for this part of the evening."""
        before = self.clicks, self.count, self.loads
        yield
        spent = [now - then for now, then in zip(self._counts(), before, strict=True)]
        known = self.parts.get(name, [0, 0, 0])
        self.parts[name] = [one + more for one, more in zip(known, spent, strict=True)]

    def _counts(self):
        return self.clicks, self.count, self.loads

    def together(self):
        """The clicks, keys and page loads of all parts."""
        return tuple(sum(counts) for counts in zip(*self.parts.values(), strict=True))

    def figures(self):
        """The parts in words, and all of them together."""
        return "; ".join(
            f"{name}: {clicks} clicks, {keys} keys, {loads} loads"
            for name, (clicks, keys, loads) in [*self.parts.items(), ("together", self.together())]
        )

    def type(self, text):
        """Greek letters, too."""
        self.page.keyboard.type(str(text))
        self.count += len(str(text))

    def paste(self, text):
        """By one key."""
        self.page.keyboard.insert_text(text)
        self.count += 1

    def open(self, *keys):
        """Press keys, the last of which leads to another page."""
        self.press(*keys[:-1])
        with self.page.expect_navigation():
            self.press(keys[-1])

    def click(self, target):
        """Click on what is in this place, or has this name."""
        self._named(target).click()
        self.clicks += 1

    def stay(self, *keys, click=None):
        """Press keys, or click on what, bring an answer into this page."""
        part = self.page.locator("#stays").element_handle()
        self.press(*keys)
        if click:
            self.click(click)
        part.wait_for_element_state("hidden")  # another part is in its place

    def follow(self, target):
        """Click on what leads to another page."""
        with self.page.expect_navigation():
            self.click(target)

    def _named(self, target):
        if not isinstance(target, str):
            return target
        control = self.page.locator("main").get_by_role("link", name=target, exact=True)
        return control.or_(self.page.get_by_role("button", name=target, exact=True)).first

    def choose(self, *names):
        """In a form of lists: a click on the first, then by its first letters and Tab."""
        for at, (name, text) in enumerate(names):
            if not at:
                field(self.phone, name).focus()
                self.clicks += 1  # it opens and shuts
            self.type(text)
            self.press("Tab")
