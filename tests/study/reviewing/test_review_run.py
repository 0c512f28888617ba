"""Runs over many games: files, folders and archives, going on, processes."""

import re
import shutil
import tarfile
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from cfggo import cli
from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.config import load_config
from cfggo.study.reviewing.review import GameReview
from cfggo.study.reviewing.review_run import ReviewOptions, ReviewRun, Task, find_games
from cfggo.study.reviewing.review_words import unfinished_words
from cfggo.study.reviewing.search import ReviewSettings

GAME = "(;SZ[5]PB[Ann];B[cc];W[bb];B[dd])"
OTHER = "(;SZ[5];B[cb];W[bc])"


def settings(playouts: int = 20) -> ReviewSettings:
    return ReviewSettings(load_config().with_values(playouts=playouts, seed=1))


def found_in(paths: list[Path], out: Path) -> tuple[list[str], list[str]]:
    """Returns the stems of the games' files below the output folder, and what failed."""
    failures: list[str] = []
    tasks = find_games(paths, out, ReviewOptions(5.0), failures.append)
    return [str(task.stem.relative_to(out)) for task in tasks], failures


def review_all(
    tasks: list[Task], options: ReviewOptions | None = None, processes: int = 1, playouts: int = 20
) -> tuple[list[GameReview], int]:
    """Returns the reviews of games, and how many positions were searched for them."""
    reviews: list[GameReview] = []
    searched: list[None] = []
    run = ReviewRun(tasks, settings(playouts), options or ReviewOptions(5.0))
    run.review(
        processes,
        lambda done, more: searched.append(None),
        lambda task, review: reviews.append(review),
    )
    return reviews, len(searched)


def contents(folder: Path) -> dict[str, bytes]:
    """Returns the files of a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Returns a folder of two games, one of them in a folder of its own."""
    folder = tmp_path / "games"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.sgf").write_text(GAME)
    (folder / "sub" / "a.sgf").write_text(OTHER)
    return folder


def test_a_files_name_is_kept(tmp_path: Path, games: Path) -> None:
    assert found_in([games / "a.sgf"], tmp_path / "out") == (["a"], [])


def test_folders_are_kept(tmp_path: Path, games: Path) -> None:
    assert found_in([games], tmp_path / "out") == (["a", "sub/a"], [])


def test_several_games_of_a_file_are_numbered(tmp_path: Path) -> None:
    path = tmp_path / "two.sgf"
    path.write_text(GAME + OTHER)
    assert found_in([path], tmp_path / "out") == (["two-1", "two-2"], [])


def test_equal_names_do_not_clash(tmp_path: Path, games: Path) -> None:
    paths = [games / "a.sgf", games / "sub" / "a.sgf"]
    assert found_in(paths, tmp_path / "out") == (["a", "a~2"], [])


def test_long_names_are_cut_by_their_bytes(tmp_path: Path, games: Path) -> None:
    (games / f"{chr(0x3042) * 80}.sgf").write_text(GAME)
    stems, failures = found_in([games], tmp_path / "out")
    assert failures == []
    longest = max(stems, key=len)
    assert longest == chr(0x3042) * 60
    assert len((longest + ".review.journal").encode()) < 255


def test_this_folder_keeps_the_names(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(games)
    assert found_in([Path()], games / "out") == (["a", "sub/a"], [])


def test_archives_are_read_and_cannot_lead_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../evil.sgf", GAME)
        archive.writestr("/sub/b.sgf", GAME)
        archive.writestr("c:\\d.sgf", GAME)
    stems, failures = found_in([path], tmp_path / "out")
    assert (stems, failures) == (["evil", "sub/b", "c_/d"], [])
    game, tar = tmp_path / "game.sgf", tmp_path / "a.tar"
    game.write_text(GAME)
    with tarfile.open(tar, "w") as archive:
        archive.add(game, "x/../../y.sgf")
    assert found_in([tar], tmp_path / "out") == (["x/y"], [])


def test_broken_files_are_named_and_the_rest_goes_on(tmp_path: Path, games: Path) -> None:
    (games / "broken.sgf").write_text("(;SZ[5];B[zz];W[cc])")
    (games / "empty.sgf").write_text("")
    (games / "bad.zip").write_bytes(b"PK\3\4 no zip")
    stems, failures = found_in([games], tmp_path / "out")
    assert stems == ["a", "sub/a"]
    assert [line.split(":")[0] for line in failures] == [
        str(games / name) for name in ("bad.zip", "broken.sgf", "empty.sgf")
    ]
    assert all("\n" not in line for line in failures)


def test_commented_records_are_not_reviewed_again(tmp_path: Path, games: Path) -> None:
    review_all(find_games([games], games, ReviewOptions(5.0), print))
    assert found_in([games], games) == (["a", "sub/a"], [])


def test_a_review_is_whole_and_has_its_files(tmp_path: Path, games: Path) -> None:
    out = tmp_path / "out"
    reviews, searched = review_all(find_games([games], out, ReviewOptions(5.0), print))
    assert searched == 4 + 3
    assert all(review.is_whole for review in reviews)
    assert [*contents(out)] == [
        f"{stem}.review{suffix}"
        for stem in ("a", "sub/a")
        for suffix in (".html", ".journal", ".sgf")
    ]


def test_pages_can_be_left_out(tmp_path: Path, games: Path) -> None:
    out = tmp_path / "out"
    review_all(
        find_games([games / "a.sgf"], out, ReviewOptions(5.0), print),
        ReviewOptions(5.0, page=False),
    )
    assert [*contents(out)] == ["a.review.journal", "a.review.sgf"]


def test_a_part_of_a_game(tmp_path: Path, games: Path) -> None:
    tasks = find_games([games / "a.sgf"], tmp_path / "out", ReviewOptions(5.0), print)
    reviews, searched = review_all(tasks, ReviewOptions(5.0, first=2, last=2))
    assert searched == 2
    assert [move.number for move in reviews[0].moves] == [2]
    assert reviews[0].moves[0].points_lost is not None
    reviews, searched = review_all(tasks)
    assert searched == 2
    assert len(reviews[0].moves) == 3


def test_a_finished_review_is_not_searched_again(tmp_path: Path, games: Path) -> None:
    tasks = find_games([games], tmp_path / "out", ReviewOptions(5.0), print)
    review_all(tasks)
    before = contents(tmp_path / "out")
    reviews, searched = review_all(tasks)
    assert (len(reviews), searched) == (2, 0)
    assert contents(tmp_path / "out") == before


def test_another_threshold_needs_no_search(tmp_path: Path, games: Path) -> None:
    tasks = find_games([games / "a.sgf"], tmp_path / "out", ReviewOptions(5.0), print)
    review_all(tasks)
    reviews, searched = review_all(tasks, ReviewOptions(0.01))
    assert searched == 0
    assert reviews[0].mistakes


def test_other_playouts_are_refused_before_anything_is_searched(
    tmp_path: Path, games: Path
) -> None:
    tasks = find_games([games], tmp_path / "out", ReviewOptions(5.0), print)
    review_all(tasks)
    with pytest.raises(CfggoError, match="playouts was 20 and is now 30"):
        ReviewRun(tasks, settings(30), ReviewOptions(5.0))
    _, searched = review_all(tasks, ReviewOptions(5.0, restart=True), playouts=30)
    assert searched == 7


def test_a_file_that_can_t_be_written_leaves_the_others(tmp_path: Path, games: Path) -> None:
    tasks = find_games([games], tmp_path / "out", ReviewOptions(5.0), lambda failure: None)
    review_all(tasks, ReviewOptions(5.0, page=False))
    first, second = (task.file(".review.html") for task in tasks)
    first.mkdir()
    with pytest.raises(CfggoError, match=re.escape(str(first))):
        review_all(tasks)
    assert second.is_file()


class Stop(BaseException):
    """Stands for a Ctrl-C."""


def test_what_was_found_before_an_interruption_is_kept(tmp_path: Path, games: Path) -> None:
    out, other = tmp_path / "out", tmp_path / "other"
    tasks = find_games([games], out, ReviewOptions(5.0), print)
    searched: list[None] = []
    written: list[GameReview] = []

    def count(done: int, more: int) -> None:
        searched.append(None)
        if len(searched) == 2:
            raise Stop

    run = ReviewRun(tasks, settings(), ReviewOptions(5.0))
    with pytest.raises(Stop):
        run.review(1, count, lambda task, review: written.append(review))
    assert [review.is_whole for review in written] == [False]
    assert "not finished: 2 of 4" in (out / "a.review.html").read_text()
    _, went_on = review_all(tasks)
    assert went_on == 5
    review_all(find_games([games], other, ReviewOptions(5.0), print))
    assert contents(out) == contents(other)


def test_why_processes_can_not_search_is_said(
    tmp_path: Path, games: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Only the processes read the weights."""
    damaged = tmp_path / "damaged.weights"
    damaged.write_bytes(b"PK")
    words = ["review", str(games), "--out", str(tmp_path / "out"), "--set", f"tree={damaged}"]
    assert cli.main([*words, "--jobs", "2"]) == 2
    error = capfd.readouterr().err
    assert f"{damaged}: not a weight file" in error
    assert "Traceback" not in error
    assert "has died" not in error


SURE = ReviewOptions(0.01, sure=1)


def test_the_worst_move_is_searched_again(tmp_path: Path, games: Path) -> None:
    tasks = find_games([games / "a.sgf"], tmp_path / "out", SURE, print)
    ((review,), searched) = review_all(tasks, SURE)
    assert review.is_whole
    again = review.again
    (move,) = (move for move in review.moves if move.is_sure)
    assert {move.position, move.position + 1} == {*again}
    assert all(position.times == 100 for position in again.values())
    assert all(position.visits == 1600 for position in again.values())
    assert searched == 4 + len(again)
    assert "were looked at again with 100 times" in (tmp_path / "out" / "a.review.sgf").read_text()
    assert "looked at again" in (tmp_path / "out" / "a.review.html").read_text()
    assert review_all(tasks, SURE)[1] == 0


@pytest.mark.parametrize("stop_after", [4, 5])
def test_second_looks_go_on_after_an_interruption(
    tmp_path: Path, games: Path, stop_after: int
) -> None:
    out, other = tmp_path / "out", tmp_path / "other"
    tasks = find_games([games / "a.sgf"], out, SURE, print)
    done: list[int] = []
    written: list[GameReview] = []

    def stop(times: int, more: int) -> None:
        done.append(times)
        if len(done) == stop_after:
            raise Stop

    with pytest.raises(Stop):
        ReviewRun(tasks, settings(), SURE).review(1, stop, lambda _, found: written.append(found))
    assert [review.is_whole for review in written] == [False]
    review_all(tasks, SURE)
    review_all(find_games([games / "a.sgf"], other, SURE, print), SURE)
    assert contents(out) == contents(other)


def test_what_was_looked_at_for_other_wishes_does_not_count(tmp_path: Path, games: Path) -> None:
    out, other = tmp_path / "out", tmp_path / "other"
    for options in (ReviewOptions(0.01, last=2, sure=2), ReviewOptions(0.01), SURE):
        review_all(find_games([games / "a.sgf"], out, options, print), options)
        tasks = find_games([games / "a.sgf"], other, options, print)
        review_all(tasks, replace(options, restart=True))
        for name in ("a.review.sgf", "a.review.html"):
            assert (out / name).read_bytes() == (other / name).read_bytes()


def test_a_review_says_that_second_looks_are_missing(tmp_path: Path, games: Path) -> None:
    tasks = find_games([games / "a.sgf"], tmp_path / "out", SURE, print)
    review_all(tasks)
    written: list[GameReview] = []
    done: list[int] = []

    def stop(times: int, more: int) -> None:
        done.append(times)
        raise Stop

    with pytest.raises(Stop):
        ReviewRun(tasks, settings(), SURE).review(1, stop, lambda _, found: written.append(found))
    assert done == [250]
    text = "the moves that lost most are still to be looked at again ("
    assert unfinished_words(written[0]).startswith(text)
    assert text in (tmp_path / "out" / "a.review.html").read_text()


def test_other_weights_of_the_same_name_are_no_part_of_a_review(
    tmp_path: Path, games: Path
) -> None:
    weights = tmp_path / "my.weights"
    shutil.copy(find_weights("baseline"), weights)
    mine = ReviewSettings(settings().config.with_values(tree=str(weights), candidates=0))
    tasks = find_games([games / "a.sgf"], tmp_path / "out", ReviewOptions(5.0), print)
    ReviewRun(tasks, mine, ReviewOptions(5.0)).review(1, lambda *_: None, lambda *_: None)
    shutil.copy(find_weights("paper-baseline"), weights)
    with pytest.raises(CfggoError, match=r"content of .*my\.weights was '"):
        ReviewRun(tasks, mine, ReviewOptions(5.0))


def test_processes_find_the_same_and_look_again_at_the_same(tmp_path: Path, games: Path) -> None:
    found = []
    for processes in (1, 2):
        out = tmp_path / str(processes)
        review_all(find_games([games], out, SURE, print), SURE, processes)
        found.append({name: data for name, data in contents(out).items() if "journal" not in name})
    assert found[0] == found[1]
