"""The race as numbers."""

from scorekeeper.printing.charts import HEIGHT, WIDTH, Race, race_chart
from tests.printing.evening import EVENING, PASSED_OUT, Json, hand, many, match


def race(hands: list[Json], **head: object) -> Race:
    played = match(hands, **head)
    return race_chart(played.standing(), played.rules.target)


def points(line: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in line.split())]


def test_both_sides_start_together_at_the_bottom_left() -> None:
    chart = race(EVENING)

    assert points(chart.a)[0] == points(chart.b)[0] == (chart.left, chart.bottom)
    assert len(points(chart.a)) == len(points(chart.b)) == 14


def test_a_line_rises_with_its_totals_and_never_beside_the_plot() -> None:
    chart = race(EVENING)
    ours = points(chart.a)

    assert chart.view_box == f"0 0 {WIDTH} {HEIGHT}"
    assert [y for _, y in ours] == sorted((y for _, y in ours), reverse=True)
    for x, y in [*ours, *points(chart.b)]:
        assert chart.left <= x <= chart.right
        assert chart.top <= y <= chart.bottom
    assert ours[-1] == chart.a_end
    assert chart.a_end[0] == chart.right
    assert chart.a_end[1] < chart.b_end[1], "262 stands above 137"


def test_the_target_is_the_top_until_it_is_passed() -> None:
    assert race(EVENING).target_y == race(EVENING).top
    assert race(EVENING, target=250).target_y > race(EVENING, target=250).top


def test_a_total_below_zero_has_room() -> None:
    chart = race([hand("A", 150, "spades", 97, pilotta_failed="A")], rules="cardrules")

    assert points(chart.a)[0][1] < chart.bottom
    assert chart.a_end[1] == chart.bottom
    assert "0" in [tick.label for tick in chart.scores]


def test_ticks_name_scores_and_hands() -> None:
    chart = race(EVENING)

    assert [tick.label for tick in chart.scores] == ["0", "100", "200", "300"]
    assert chart.scores[0].at == chart.bottom
    assert [tick.label for tick in chart.hands] == ["2", "4", "6", "8", "10", "12"]
    assert len(race(many(40), target=5000).hands) <= 12


def test_an_adjustment_moves_the_lines_and_is_no_hand() -> None:
    chart = race([EVENING[0], {"adjust": {"A": 100}}, PASSED_OUT])

    assert len(points(chart.a)) == 4
    assert [tick.label for tick in chart.hands] == ["1", "2"]


def test_a_match_without_a_hand_has_two_points() -> None:
    chart = race([])

    assert points(chart.a) == points(chart.b) == [(chart.left, chart.bottom)]
    assert chart.hands == ()
