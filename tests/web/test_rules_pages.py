"""The rules as a player reads them: each preset, two side by side, and which are ours."""

from dataclasses import fields

import pytest

from scorekeeper.explain.example_words import score_words
from scorekeeper.rules.checks import outcome
from scorekeeper.rules.examples import EXAMPLES
from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.presets import PRESETS, QUESTIONS
from scorekeeper.web.settle.topic import switch_code as written_value
from tests.support.page import plain
from tests.support.phone import Phone
from tests.support.table import MADE
from tests.web.test_pages import check

SWITCHES = [field.name for field in fields(RuleSet) if field.name not in ("preset", "version")]
LIKE_ONLINE = {
    "unit": "tenths",
    "doubling": "stake",
    "failed_declarations": "defence",
    "failed_pilotta": "defence",
    "extras_count": "true",
    "six_six": "bidder",
    "bid_step": "10",
}


def tables(page):
    """Return the text of each example, with its result by each value."""
    return {
        " ".join("".join(table.find("caption").itertext()).split()): {
            row.find("th").text: plain("".join(row.find("td").itertext()))
            for row in table.iter("tr")
            if row.find("td") is not None
        }
        for table in page.root.iter("table")
    }


def which(phone, **answers):
    return phone.get("/rules/which", list(answers.items()))


# --- in both languages ---


PATHS = [
    "/rules",
    *(f"/rules/{preset}" for preset in PRESETS),
    "/rules/chess",
    "/rules/cafe?six_six=bidder&target=77&stake=perhaps",
    *(f"/rules/compare?a=cafe&b={preset}" for preset in PRESETS),
    "/rules/which",
    "/rules/which?unit=points&doubling=any",
]


@pytest.mark.parametrize("language", ["el", "en"])
@pytest.mark.parametrize("path", PATHS)
def test_every_page_holds_together(app, language, path):
    page = Phone(app, language).get(path)
    assert page.status == (404 if path.endswith("chess") else 200)
    check(page, language)


@pytest.mark.slow
def test_every_link_of_them_leads_somewhere(phone):
    linked = {link: path for path in PATHS for link in phone.get(path).links()}
    found = {(path, link): phone.get(link).status for link, path in linked.items()}
    assert found == dict.fromkeys(found, 200)


# --- all of them ---


def test_the_list_leads_to_every_preset_to_the_comparison_and_to_the_questions(phone):
    links = phone.get("/rules").links()
    assert {f"/rules/{preset}" for preset in PRESETS} <= set(links)
    assert {"/rules/compare", "/rules/which"} <= set(links)


def test_it_is_linked_where_rules_are_chosen_and_named(keep):
    scorer = keep(MADE, rules="online")
    assert "/rules" in scorer.get("/").links()
    assert {"/rules/online", "/rules/which"} <= set(scorer.get("/matches/new").links())
    assert "/rules/online" in scorer.page().links()


def test_the_house_rules_of_a_match_are_linked_with_their_switches(keep):
    scorer = keep(MADE, stake=False, both_over="bidder")
    [link] = [link for link in scorer.page().links() if link.startswith("/rules/")]
    page = scorer.get(link)
    assert page.words(".//h1") == "House rules (from Café table)"
    turned = page.findall(".//details[@class='turned']")
    assert len(turned) == 2


# --- one of them ---


def test_a_preset_tells_every_switch_with_its_value_and_its_source(phone):
    page = phone.get("/rules/cafe")
    told = page.findall(".//details")
    assert len(told) == len(SWITCHES)
    for switch in told:
        words = " ".join(switch.itertext())
        assert "Source:" in words
        assert switch.find("summary/b").text


def test_an_example_has_both_outcomes(phone):
    page = phone.get("/rules/cafe")
    found = tables(page)
    assert found["We bid 12 ♥ and take 92. The pilotta is ours."] == {
        "to the defence": "0 – 30",
        "stays with its holder": "2 – 28",
    }
    assert found["We bid 8 ♥ and take 76. The pilotta is ours."] == {
        "to the side with more points": "17 – 9",
        "to the bidder": "18 – 8",
        "the table says each time": "–",
    }
    held = "Hearts are trumps. In the trick: ♠ A ♥ 9. You hold: ♥ J 7 ♣ A. What may you play?"
    assert page.has(".//caption/span[@class='hearts']")
    assert found[held] == {
        "always": "♥ J",
        "only when one cannot follow suit": "♥ J",
        "never": "♥ J 7",
    }
    assert found["You dealt this hand. Who deals the next?"] == {
        "on the dealer's right": "the player on your right",
        "on the dealer's left": "the player on your left",
    }


def test_an_example_says_what_else_it_needs(phone):
    assert (
        "Only with: Contracts: the suits, no trump and all trump"
        in phone.get("/rules/cafe").words()
    )
    assert "Only with: Contracts" not in phone.get("/rules/cardrules").words()


def test_it_says_who_plays_so(phone):
    page = phone.get("/rules/cafe")
    assert "Played by: Point to the bidder" in page.words()
    assert "Played by: Pilotta stays, Cards alone, Open–closed" in page.words()


def test_preset_is_named_only_where_the_switch_plays_a_part_in_it(phone):
    page = phone.get("/rules/simple")
    bonus = next(
        " ".join(told.itertext())
        for told in page.findall(".//details")
        if "Bonus for winning a no-trump" in " ".join(told.itertext())
    )
    assert "Played by: Simple 151" in bonus
    assert "Café table" not in bonus


def test_it_tells_what_the_table_does_besides(phone):
    def besides(preset):
        return phone.get(f"/rules/{preset}").words(".//main/section[last()]")

    assert "first of its two cards. Source: cardrulesplus" in besides("cardrules")
    assert "second of its two cards. Source: rule card to 151" in besides("simple")
    assert "whenever one of its two cards is played. Source: Wikipedia" in besides("wikipedia")
    assert "3, 2 and 3 cards to the left (clockwise)" in besides("simple")
    assert "until the second trick is led" in besides("cardrules")
    assert "Before the first trick each player names them. Source: rule card to 151" in besides(
        "simple"
    )
    assert (
        "The side that scores shows them, once all four could name theirs, or loses them. "
        "Source: cardrulesplus"
    ) in besides("cardrules")
    assert "They are shown in the second trick" in besides("simple"), "it says nothing of its own"
    assert "never cut into two. Source: Tefteri's reading" in besides("cafe")
    assert "redouble" in besides("cafe")
    assert "redouble" not in besides("kypros"), "nothing is doubled there"


def test_a_new_match_can_be_started_by_them(new):
    page = new.get("/rules/online?failed_pilotta=holder")
    [link] = [link for link in page.links() if link.startswith("/matches/new")]
    started = new.press(new.get(link), "Start match")
    new.url = started.goes_to
    rules = new.match().rules
    assert (rules.preset, rules.failed_pilotta, rules.target) == ("online", "holder", 201)


def test_a_form_by_named_rules_keeps_the_names_of_the_last_match(new):
    new.start(name_A="Eagles", preset="simple")
    form = new.get("/matches/new?preset=online").form("/matches/")
    assert (form.value("name_A"), form.value("preset"), form.value("target")) == (
        "Eagles",
        "online",
        "201",
    )


# --- bad addresses ---


def test_rules_that_there_are_not_are_told_with_those_that_there_are(phone):
    page = phone.get("/rules/<b>chess")
    assert page.status == 404
    assert page.words(".//p[@role='alert']") == "There are no rules of the name “<b>chess”."
    assert "/rules/cafe" in page.links()


@pytest.mark.parametrize(
    ("address", "place"),
    [("/rules/%s", "p[@role='alert']"), ("/rules/compare?a=%s", "span[@id='wrong-a']")],
)
def test_message_does_not_repeat_hidden_characters_of_an_address(phone, address, place):
    told = phone.get(address % "ch\u202eess").words(f".//{place}")
    assert told == "There are no rules of the name “chess”."


def test_a_wrong_switch_is_told_and_the_others_are_kept(phone):
    page = phone.get("/rules/cafe?six_six=me&stake=false&target=7&fbclid=1")
    assert [alert.text for alert in page.findall(".//p[@role='alert']")] == [
        "“six_six” cannot be read; it is more_points, bidder, ask.",
        "the target cannot be read; it is a whole number from 21 to 5000.",
    ]
    assert len(page.findall(".//details[@class='turned']")) == 1


def test_a_wrong_preset_is_told_beside_its_field_and_the_other_is_kept(phone):
    page = phone.get("/rules/compare?a=chess&b=simple")
    field = page.find(".//select[@name='a']")
    assert field.get("aria-invalid") == "true"
    assert "chess" in page.words(f".//*[@id='{field.get('aria-describedby')}']")
    assert page.form("/rules/compare").value("b") == "simple"
    assert not page.has(".//*[@id='wrong-b']")


def test_a_wrong_answer_is_told_and_asked_again_and_the_others_are_kept(phone):
    page = which(phone, **{**LIKE_ONLINE, "failed_pilotta": "mine"})
    assert "“failed_pilotta” cannot be read" in page.words(".//p[@role='alert']")
    form = page.form("/rules/which")
    assert form.value("six_six") == "bidder"
    assert form.value("failed_pilotta") is None
    assert "Question 4 of 7" in page.words(".//h2")


# --- two of them ---


@pytest.mark.parametrize("preset", PRESETS)
def test_only_what_differs_stands_side_by_side(phone, preset):
    page = phone.get(f"/rules/compare?a=cafe&b={preset}")
    differing = [
        one for one in SWITCHES if getattr(PRESETS[preset], one) != getattr(PRESETS["cafe"], one)
    ]
    assert len(page.findall(".//section")) == len(differing)
    assert ("They are the same rules." in page.words()) == (preset == "cafe")


def test_the_example_of_a_difference_turns_that_switch_alone(phone):
    found = tables(phone.get("/rules/compare?a=cafe&b=gamerules"))
    assert found["We bid 8 ♣ and take 80."] == {
        "Café table": "16 – 8",
        "Cards alone": "8 – 16",
    }


def test_the_comparison_is_a_form_without_scripts(phone):
    page = phone.get("/rules/compare")
    other = phone.press(page, "Compare", a="openclose", b="online")
    assert "They differ in" in other.words()
    assert other.form("/rules/compare").value("a") == "openclose"


# --- which of them ---


def test_it_asks_seven_questions_and_names_a_preset(phone):
    page, numbers = phone.get("/rules/which"), []
    for question in QUESTIONS["tenths"]:
        numbers.append(page.words(".//h2/small"))
        wanted = LIKE_ONLINE[question.switch]
        page = phone.press(page, next(b for b in page.buttons() if sent_by(page, b) == wanted))
    assert numbers == [f"Question {number} of 7" for number in range(1, 8)]
    assert page.words(".//h2") == "You play Point to the bidder"
    assert "/matches/new?preset=online" in page.links()


def sent_by(page, button):
    """The value of the button."""
    return page.form_of(button).filled[-1][1]


def test_each_answer_shows_what_it_comes_to(phone):
    page = which(phone, unit="tenths", doubling="stake")
    scores = [one.text for one in page.findall(".//button[@class='answer']/b")]
    assert scores == ["0 – 28", "2 – 26"]


def test_the_examples_are_by_the_nearest_rules_so_far(phone):
    page = which(phone, unit="points", doubling="off")
    scores = [one.text for one in page.findall(".//button[@class='answer']/b")]
    assert scores == ["0 – 182", "0 – 162"]


def answers_shown(page):
    return [one.text for one in page.findall(".//button[@class='answer']/b")]


def test_the_first_question_shows_what_ready_rules_write(phone):
    assert answers_shown(which(phone)) == ["19 – 6", "97 – 65"]


@pytest.mark.parametrize("preset", PRESETS)
def test_each_answer_is_shown_by_a_preset_that_plays_so(phone, preset):
    answers = {}
    unit = PRESETS[preset].unit
    for question in QUESTIONS[unit]:
        page = which(phone, **answers)
        example = EXAMPLES[question.switch][0]
        for value, shown in zip(question.values, answers_shown(page), strict=True):
            playing = [
                rules
                for rules in PRESETS.values()
                if getattr(rules, question.switch) == value
                and ("unit" not in answers or rules.unit == unit)
            ]
            written = {score_words(outcome(example.hand, rules)) for rules in playing}
            assert shown in written or not playing, (question.switch, value)
        given = getattr(PRESETS[preset], question.switch)
        answers[question.switch] = written_value(given) if given in question.values else "any"


def test_the_named_rules_say_what_was_not_asked(phone):
    page = which(phone, **LIKE_ONLINE)
    [unasked] = page.findall(".//details[@id='unasked']")
    told = words_of(unasked)
    unasked = len(SWITCHES) - 7
    assert told.startswith(f"Not asked, and as in Point to the bidder: {unasked} more rules")
    assert "The match is played to: 201" in told
    assert "At 100 a four beats a run: no" in told
    assert "Doubling" not in told, "that was asked"


def words_of(element):
    return " ".join("".join(element.itertext()).replace("\xad", "").split())


def test_rules_like_no_preset_are_house_rules_made_of_the_nearest(new):
    page = which(new, **{**LIKE_ONLINE, "failed_pilotta": "holder"})
    assert page.words(".//h2") == "You play House rules (from Point to the bidder)"
    assert "0 – 30" in page.words()
    started = new.press(
        new.get("/matches/new?preset=online&switch_failed_pilotta=holder"), "Start match"
    )
    assert "/matches/new?preset=online&switch_failed_pilotta=holder" in page.links()
    new.url = started.goes_to
    assert new.match().rules.failed_pilotta == "holder"


def test_undecided_answers_lead_to_rules_that_are_alike(phone):
    page = which(phone, **dict.fromkeys(LIKE_ONLINE, "any"))
    assert "these are alike: Café table, No doubling" in page.words()


def test_an_answer_is_asked_again_and_the_others_stay(phone):
    page = which(phone, **LIKE_ONLINE)
    again = next(link for link in page.links() if "which" in link and "six_six" not in link)
    asked = phone.get(again)
    assert "Question 6 of 7" in asked.words(".//h2")
    assert asked.form("/rules/which").value("bid_step") == "10"


def test_every_set_is_listed_with_its_target(phone):
    listed = phone.get("/rules").findall(".//ul[@class='presets']/li/a/i")
    told = [" ".join("".join(one.itertext()).split()) for one in listed]
    assert told == [f"to {rules.target}" for rules in PRESETS.values()]


@pytest.mark.parametrize(
    ("preset", "said"),
    [
        ("gamerules", "stays with its holder Source: gamerules, Wikipedia, open–closed scorer"),
        ("simple", "to the right (anticlockwise) Source: cardrulesplus, Wikipedia Played by"),
        ("simple", "rule card to 151, Tefteri's reading of Wikipedia, kypros.org"),
        ("cafe", "151 Source: cardrulesplus, rule card to 151, Wikipedia Played by"),
        ("cafe", "251 Source: cardrulesplus, Wikipedia"),
    ],
)
def test_a_value_cites_every_source_that_has_it_and_no_other(phone, preset, said):
    assert said in phone.get(f"/rules/{preset}").words().replace("\xa0", " ")
