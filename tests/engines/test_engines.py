"""Each engine is there, starts as a new phone, and reaches the first page."""


def test_it_is_a_new_phone_of_this_size_and_language(open_phone):
    phone = open_phone("el")
    phone.goto("/")
    assert phone.browser.run("return [innerWidth, innerHeight]") == [360, 640]
    assert phone.browser.run("return document.documentElement.lang") == "el"
    phone.tap("New match")
    phone.arrive("/matches/new")
    again = open_phone("en", dark=True)
    again.goto("/")
    assert again.browser.run("return document.documentElement.lang") == "en"
    assert again.browser.run("return matchMedia('(prefers-color-scheme: dark)').matches")
