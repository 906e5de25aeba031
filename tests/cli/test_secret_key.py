"""The key that signs links and cookies."""

import stat
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from scorekeeper.config import SettingError
from scorekeeper.instance import secret_key


def test_the_key_is_made_once(tmp_path: Path) -> None:
    """Every later call returns the same key, of 256 bits."""
    key = secret_key(tmp_path / "new" / "instance")
    assert len(bytes.fromhex(key)) == 32
    assert secret_key(tmp_path / "new" / "instance") == key
    assert secret_key(tmp_path / "other") != key


def test_only_the_user_can_read_it(tmp_path: Path) -> None:
    """Folder and key are closed to other users of the machine."""
    instance = tmp_path / "instance"
    secret_key(instance)
    assert _mode(instance) == 0o700
    assert _mode(instance / "secret-key") == 0o600


def test_a_fresh_checkout_s_folder_is_closed_too(tmp_path: Path) -> None:
    """The folder that comes with the code is open to all until it is first used."""
    (tmp_path / ".gitkeep").touch()
    tmp_path.chmod(0o755)
    secret_key(tmp_path)
    assert _mode(tmp_path) == 0o700


def test_a_folder_in_use_keeps_its_permissions(tmp_path: Path) -> None:
    """Who may enter a folder that holds something is its owner's choice."""
    (tmp_path / "something").touch()
    tmp_path.chmod(0o750)
    secret_key(tmp_path)
    assert _mode(tmp_path) == 0o750


def test_a_key_that_is_there_stays(tmp_path: Path) -> None:
    """A host's own key is used as it stands."""
    (tmp_path / "secret-key").write_text("the host's own\n", encoding="ascii")
    assert secret_key(tmp_path) == "the host's own"


def test_processes_that_start_together_agree(tmp_path: Path) -> None:
    """Of many first starts at once, one makes the key."""
    with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as processes:
        keys = set(processes.map(secret_key, [tmp_path / "instance"] * 16))
    assert len(keys) == 1


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    """The sentence names the file."""
    (tmp_path / "file").touch()
    with pytest.raises(SettingError, match="secret-key"):
        secret_key(tmp_path / "file" / "instance")


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
