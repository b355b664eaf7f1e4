import os
from pathlib import Path

from atlas.making.cache import Cache


def test_kept_and_found_again(tmp_path: Path) -> None:
    said: list[str] = []
    cache = Cache(tmp_path / "kept", said.append)
    assert not cache.has("cards", "k1")
    cache.put("cards", "k1", {"a": [1, 2]})
    assert cache.has("cards", "k1") and cache.get("cards", "k1") == {"a": [1, 2]}
    assert not cache.has("cards", "k2")
    cache.put("cards", "k2", 3)
    assert cache.get("cards", "k1") == {"a": [1, 2]} and cache.get("cards", "k2") == 3
    assert said == []


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
        assert not cache.has("cards", "k")
        assert (tmp_path / "cards.k.damaged").exists() and not path.exists()
    path.write_bytes(b"")
    assert not cache.has("cards", "k")
    assert len(said) == 4 and "cards.k is damaged" in said[0]
    cache.put("cards", "k", 1)
    assert cache.has("cards", "k") and cache.get("cards", "k") == 1


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path, print)
    for age, name in enumerate(("new", "middle", "old")):
        cache.put(name, "k", b"x" * 1000)
        os.utime(tmp_path / f"{name}.k", (1000 - age, 1000 - age))
    (tmp_path / "half.k.1.unfinished").write_bytes(b"x")
    cache.prune(most=2500)
    assert {path.name for path in tmp_path.iterdir()} == {"new.k", "middle.k"}
    os.utime(tmp_path / "new.k", (500, 500))
    cache.get("middle", "k")
    cache.prune(most=1500)
    assert {path.name for path in tmp_path.iterdir()} == {"middle.k"}
