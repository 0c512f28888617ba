"""KaTrain's published package plays and analyses with cfggo; skipped where it is not installed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CLIENT = Path(__file__).with_name("katrain_client.py")

KATRAIN = Path(os.environ.get("CFGGO_KATRAIN", "no-katrain"))
"""Folder with the packages katrain and kivy; `scripts/test` fills it in continuous integration."""

pytestmark = pytest.mark.skipif(
    not all((KATRAIN / name).is_dir() for name in ("katrain", "kivy")),
    reason="needs KaTrain in the folder CFGGO_KATRAIN",
)


def test_katrain_works_with_cfggo_as_its_katago(zero_weights_file: Path, tmp_path: Path) -> None:
    file = zero_weights_file
    katago = tmp_path / "katago"
    katago.write_text(
        "#!/bin/sh\n"
        f'exec "{sys.executable}" -m cfggo "$@" '
        f'--set "tree={file}" --set "playout={file}" --set "glance={file}"\n'
    )
    katago.chmod(0o755)
    kernels = os.environ.get("CFGGO_CACHE_DIR") or str(Path.home() / ".cache" / "cfggo")
    home = {"HOME": str(tmp_path), "CFGGO_CACHE_DIR": kernels}
    paths = [*filter(None, [os.environ.get("PYTHONPATH")]), str(KATRAIN)]
    kivy = {"KIVY_HOME": str(tmp_path / "kivy"), "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1"}
    done = subprocess.run(
        [sys.executable, str(CLIENT), str(katago)],
        capture_output=True,
        text=True,
        env={**os.environ, **home, **kivy, "PYTHONPATH": os.pathsep.join(paths)},
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["errors"] == []
    assert len(found["played"]) > 5
    assert len(found["nodes"]) == 5
    for node in found["nodes"]:
        assert node["visits"] >= 60
        assert 0 < node["winrate"] < 1
        assert abs(node["score"]) < 82
        assert node["owners"] == 81
        assert node["policy"] == 82
        assert len(node["losses"]) > 5
