import hashlib
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from atlas.game.rules import Outcome, Verdict
from atlas.making.cache import Cache, opened
from atlas.policies.conditions import Condition
from atlas.policies.policy import Rule, strategy


def test_kept_and_found_again(tmp_path: Path) -> None:
    said: list[str] = []
    cache = Cache(tmp_path / "kept", said.append)
    assert cache.find("cards", "k1") is None
    first = cache.put("cards", "k1", {"a": [1, 2]})
    assert cache.find("cards", "k1") == first and cache.get(first) == {"a": [1, 2]}
    assert cache.find("cards", "k2") is None
    second = cache.put("cards", "k2", 3)
    assert cache.get(first) == {"a": [1, 2]} and cache.get(second) == 3
    assert said == []


def test_the_same_contents_have_the_same_checksum(tmp_path: Path) -> None:
    cache = Cache(tmp_path, print)
    one, other, third = (cache.put("cards", key, value) for key, value in (("a", [1]), ("b", [1]), ("c", [2])))
    assert one.checksum == other.checksum != third.checksum


def test_a_result_names_the_classes_of_the_atlas_in_it(tmp_path: Path) -> None:
    """What its objects do depends on their code, and not only on that of the function that takes them."""
    rule = Rule(Outcome.WON, Verdict.TEST, Condition("luck >= 6"), "at six")
    entry = Cache(tmp_path, print).put("cards", "k", {"rule": [rule], "path": tmp_path, "function": strategy})
    assert {
        ("atlas.game.rules", "Outcome"),
        ("atlas.game.rules", "Verdict"),
        ("atlas.policies.conditions", "Condition"),
        ("atlas.policies.policy", "Rule"),
        ("atlas.policies.policy", "strategy"),
    } == set(entry.classes)


def test_a_flipped_byte_is_noticed_and_set_aside(tmp_path: Path) -> None:
    said: list[str] = []
    cache = Cache(tmp_path, said.append)
    cache.put("cards", "k", list(range(100)))
    path = tmp_path / "cards.k"
    data = bytearray(path.read_bytes())
    for place in (0, 40, len(data) - 1):
        damaged = data.copy()
        damaged[place] ^= 1
        path.write_bytes(damaged)
        assert cache.find("cards", "k") is None
        assert (tmp_path / "cards.k.damaged").exists() and not path.exists()
    path.write_bytes(b"")
    assert cache.find("cards", "k") is None
    assert len(said) == 4 and "cards.k is damaged" in said[0]
    assert cache.get(cache.put("cards", "k", 1)) == 1


def test_a_full_disk_is_told_with_the_path(tmp_path: Path) -> None:
    cache = Cache(tmp_path, print)
    unfinished = tmp_path / f"large-one.key.{os.getpid()}.unfinished"
    unfinished.symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left on device") as error:
        cache.put("large one", "key", bytes(100_000))
    assert error.value.filename == str(unfinished) and cache.find("large one", "key") is None
    sent = pickle.loads(pickle.dumps(error.value))
    assert sent.filename == str(unfinished), "also from a worker"


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path, print)
    for age, name in enumerate(("new", "middle", "old")):
        cache.put(name, "k", b"x" * 1000)
        os.utime(tmp_path / f"{name}.k", (1000 - age, 1000 - age))
    (tmp_path / "half.k.1.unfinished").write_bytes(b"x")
    cache.prune(most=2500)
    assert {path.name for path in tmp_path.iterdir()} == {"new.k", "middle.k"}
    os.utime(tmp_path / "new.k", (500, 500))
    cache.find("middle", "k")
    cache.prune(most=1500)
    assert {path.name for path in tmp_path.iterdir()} == {"middle.k"}


class Harmful:
    """Runs code when it is read."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return os.mkdir, (str(self.marker),)


def plant(folder: Path, marker: Path) -> None:
    content = pickle.dumps(Harmful(marker))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cards.k").write_bytes(hashlib.sha256(content).digest() + content)


def open_the_folder(own: Path) -> None:
    (own / "cache").chmod(0o777)


def open_it_to_a_group(own: Path) -> None:
    (own / "cache").chmod(0o770)


def open_the_one_around_it(own: Path) -> None:
    own.chmod(0o777)


def put_a_link_there(own: Path) -> None:
    (own / "cache").rename(own / "elsewhere")
    (own / "cache").symlink_to(own / "elsewhere")


@pytest.mark.parametrize("change", [open_the_folder, open_it_to_a_group, open_the_one_around_it, put_a_link_there])
def test_what_others_could_have_written_is_not_read(tmp_path: Path, change: Callable[[Path], None]) -> None:
    own, marker, said = tmp_path / ".atlas", tmp_path / "ran", list[str]()
    plant(own / "cache", marker)
    change(own)
    with opened(own / "cache", said.append) as cache:
        assert cache.find("cards", "k") is None
        assert cache.get(cache.put("cards", "k", 1)) == 1
        assert cache.folder.stat().st_mode & 0o777 == 0o700
    assert not cache.folder.exists() and not marker.exists()
    (line,) = said
    assert line.startswith(str(own)) and "is not a folder of yours alone" in line
    assert (own / "cache" / "cards.k").exists(), "nothing of others is removed"


def test_what_another_user_has_kept_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As root in someone's clone."""
    plant(tmp_path / "cache", tmp_path / "ran")
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    with opened(tmp_path / "cache", str) as cache:
        assert cache.find("cards", "k") is None


@pytest.mark.parametrize("umask", [0o000, 0o002, 0o077])
def test_a_folder_that_a_build_makes_is_ours_alone(tmp_path: Path, umask: int) -> None:
    said: list[str] = []
    before = os.umask(umask)
    try:
        for _ in range(2):
            with opened(tmp_path / ".atlas" / "cache", said.append) as cache:
                cache.put("cards", "k", 1)
    finally:
        os.umask(before)
    assert said == [] and cache.folder == tmp_path / ".atlas" / "cache" and cache.find("cards", "k")
    assert all(folder.stat().st_mode & 0o777 == 0o700 for folder in (cache.folder, cache.folder.parent))
