from pathlib import Path

from atlas import cache as caching
from atlas.cache import Cache, key_of


def test_kept_and_found_again(tmp_path: Path) -> None:
    said: list[str] = []
    cache = Cache(tmp_path / "kept", said.append)
    assert cache.get("cards", "k1") is None
    cache.put("cards", "k1", {"a": [1, 2]})
    assert cache.get("cards", "k1") == {"a": [1, 2]}
    assert cache.get("cards", "k2") is None
    cache.put("cards", "k2", 3)
    assert cache.get("cards", "k1") is None and cache.get("cards", "k2") == 3
    assert said == []


def test_a_flipped_byte_is_noticed_and_set_aside(tmp_path: Path) -> None:
    said: list[str] = []
    cache = Cache(tmp_path, said.append)
    cache.put("cards", "k", list(range(100)))
    (path,) = tmp_path.iterdir()
    data = bytearray(path.read_bytes())
    for place in (0, 40, len(data) - 1):
        damaged = data.copy()
        damaged[place] ^= 1
        path.write_bytes(damaged)
        assert cache.get("cards", "k") is None
        assert path.with_suffix(".damaged").exists() and not path.exists()
    path.write_bytes(b"")
    assert cache.get("cards", "k") is None
    assert len(said) == 4 and "damaged" in said[0]
    cache.put("cards", "k", 1)
    assert cache.get("cards", "k") == 1


def test_the_key_changes_with_options_and_sources(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    assert key_of("cards", 1) == key_of("cards", 1) != key_of("cards", 2)
    before = key_of("policies")
    for source in caching.PACKAGE.glob("*.py"):
        (tmp_path / source.name).write_bytes(source.read_bytes())
    monkeypatch.setattr(caching, "PACKAGE", tmp_path)
    assert key_of("policies") == before
    (tmp_path / "dice.py").write_bytes((tmp_path / "dice.py").read_bytes() + b"\n")
    assert key_of("policies") != before, "a module it imports through others"
    changed = key_of("policies")
    (tmp_path / "cli.py").write_bytes(b"")
    assert key_of("policies") == changed, "a module it does not import"
