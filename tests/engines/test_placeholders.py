"""A placeholder in an answer's field has the contrast of words, in every engine.

It is measured on a picture: WebKit tells no page how it draws a placeholder.
"""

import io

import pytest
from PIL import Image

SHOWN = """
for (const part of document.querySelectorAll("details")) part.open = true;
document.documentElement.style.fontSize = "200%"; // strokes as wide as a pixel, and more
const field = document.querySelector("input[placeholder]:not([placeholder=''])");
field.scrollIntoView({ block: "center" });
const { left, top, right, bottom } = field.getBoundingClientRect();
return [left, top, right, bottom].map((edge) => edge / innerWidth);
"""
PALER = """
const sheet = new CSSStyleSheet();
sheet.replaceSync("input::placeholder { opacity: 0.54 }");
document.adoptedStyleSheets = [sheet];
"""
FRAME = 0.02
"""Of the screen's width: the field's own edge, and its corners."""


def contrast(browser):
    """Of the placeholder's strongest stroke against the field."""
    browser.wait_painted()
    left, top, right, bottom = browser.run(SHOWN)
    with Image.open(io.BytesIO(browser.picture())) as picture:
        inner = (left + FRAME, top + FRAME, right - FRAME, bottom - FRAME)
        field = picture.convert("RGB").crop([round(edge * picture.width) for edge in inner])
    shades = sorted(light(colour) for _, colour in field.getcolors(field.width * field.height))
    return (shades[-1] + 0.05) / (shades[0] + 0.05)


def light(colour):
    """The relative luminance of WCAG."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (shade / 255 for shade in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_placeholder_is_read_as_words_are(open_phone, dark):
    phone = open_phone(dark=dark)
    phone.goto("/matches/new")
    browser = phone.browser
    assert contrast(browser) >= 4.5
    browser.run(PALER)
    assert contrast(browser) < 4.5, "as engines make them by themselves"
