"""What is searched next for the page's teacher."""

from cfggo.interfaces.browser.found import CAREFUL, Found
from cfggo.interfaces.browser.search_agenda import LONG, REVIEW, TEACH, SearchAgenda
from cfggo.interfaces.browser.searches import LOOK


def test_moves_played_fast_are_judged_when_there_is_time() -> None:
    line = [f"after {n}" for n in range(10)]
    agenda = SearchAgenda(lambda page: True)
    agenda.take(line[0], Found(TEACH))
    agenda.take(line[1], Found(TEACH))
    agenda.look("page", line[8], [], lesson=True)
    searched: list[int] = []
    while (task := agenda.next(line)) is not None:
        kind, position, playouts = task
        assert (kind, playouts) == ("evaluation", TEACH if len(searched) < 7 else LONG)
        agenda.take(position, Found(playouts))
        searched.append(int(position.split()[1]))
    assert sorted(searched[:3]) == [6, 7, 8]  # the last moves first, then what was passed over
    assert searched[3:7] == [5, 4, 3, 2]
    assert sorted(searched[7:]) == [6, 7, 8]  # the last moves again, for longer


def test_a_record_that_is_opened_is_not_reviewed_unasked() -> None:
    line = [f"after {n}" for n in range(10)]
    agenda = SearchAgenda(lambda page: True)
    agenda.look("page", line[8], [], lesson=True)
    for n in (6, 7, 8):
        agenda.take(line[n], Found(LONG))
    assert agenda.next(line) is None


def test_what_may_be_a_mistake_is_searched_for_longer_while_the_teacher_is_on() -> None:
    line = [f"after {n}" for n in range(4)]
    agenda = SearchAgenda(lambda page: True)
    for position in line:
        agenda.take(position, Found(TEACH))
    agenda.doubtful = ["of another line", *line[1:3]]
    assert agenda.next(line) is None
    agenda.look("page", line[3], [], lesson=True)
    searched: list[str] = []
    while (task := agenda.next(line)) is not None:
        _, position, playouts = task
        assert playouts == (CAREFUL if len(searched) < 2 else LONG)
        agenda.take(position, Found(playouts))
        searched.append(position)
    assert searched == [*line[1:3], line[3]]
    agenda.look("page", line[1], ["analysis"], lesson=True)  # that search had nothing to draw
    assert agenda.next(line) == ("analysis", line[1], LOOK)


def test_a_review_looks_again_at_twelve_moves_that_may_be_mistakes_and_ends() -> None:
    line = [f"after {n}" for n in range(40)]
    agenda = SearchAgenda(lambda page: True)
    agenda.reviews = True
    agenda.doubtful = line[5:35]
    searched = []
    while (task := agenda.next(line)) is not None:
        assert agenda.is_reviewing(line)
        _, position, playouts = task
        agenda.take(position, Found(playouts))
        searched.append((position, playouts))
    assert not agenda.is_reviewing(line)
    first, again = [(position, REVIEW) for position in line], line[5:29]
    assert searched == first + [(position, CAREFUL) for position in again]
    agenda.doubtful = line[36:]  # of moves that come later
    assert agenda.next(line) is None
