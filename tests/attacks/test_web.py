"""The web's own rules: hosts, cookies, headers, proxies, and names of files that no file has."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from importlib import metadata
from pathlib import Path

import pytest

from tests.attacks.client.launcher import Launcher
from tests.attacks.client.raw_socket import RawSocket
from tests.attacks.client.server import Server, running

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def plain(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(launcher, tmp_path_factory.mktemp("plain"), "--allowed-host", "Sabacc.Example") as server:
        yield server


@pytest.fixture(scope="module")
def secure(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(launcher, tmp_path_factory.mktemp("secure"), "--secure", "--behind-proxy") as server:
        yield server


def ask(server: Server, path: str, method: str = "GET", body: str | None = None, **headers: str) -> HTTPResponse:
    """A request with just these headers; its answer, read."""
    client = HTTPConnection("127.0.0.1", server.port, timeout=60)
    client.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    lines = {"Host": f"127.0.0.1:{server.port}"} | {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        lines |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    for name, value in lines.items():
        client.putheader(name, value)
    client.endheaders(body.encode() if body is not None else None)
    answer = client.getresponse()
    answer.text = answer.read().decode()  # type: ignore[attr-defined]  # to be looked at below
    client.close()
    return answer


# ---- hosts


@pytest.mark.parametrize(
    "host", ["evil.test", "evil.test:7777", "localhost.evil.test", "127.0.0.1.evil.test", "", "x" * 300]
)
def test_a_site_whose_name_points_here_gets_nothing(plain: Server, host: str) -> None:
    """DNS rebinding: to the browser, our server is then a part of that site."""
    answer = ask(plain, "/api/me", Host=host, Origin=f"http://{host}")
    assert answer.status == 421
    assert "--allowed-host" in answer.text  # type: ignore[attr-defined]
    made = ask(plain, "/api/guest", "POST", "{}", Host=host, Origin=f"http://{host}")
    assert made.status == 421
    with pytest.raises(AssertionError, match="403"), RawSocket(plain) as line:
        line.upgrade("/ws/lobby", Host=host or "x", Origin=f"http://{host}")


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:7777", "127.0.0.1", "[::1]:7777", "192.0.2.7:80", "sabacc.example"]
)
def test_its_own_names_and_all_addresses_are_served(plain: Server, host: str) -> None:
    assert ask(plain, "/api/me", Host=host, Origin=f"http://{host}").status == 200


def test_behind_a_proxy_that_knows_its_names_any_is_served(secure: Server) -> None:
    assert ask(secure, "/api/me", Host="sabacc.example").status == 200


# ---- https


def test_with_secure_browsers_are_told_to_come_over_https_alone(plain: Server, secure: Server) -> None:
    for path in ("/", "/api/me", "/nowhere"):
        assert (ask(secure, path).getheader("Strict-Transport-Security") or "").startswith("max-age=31536000")
        assert ask(plain, path).getheader("Strict-Transport-Security") is None


def test_with_secure_the_cookie_can_t_come_from_a_neighbour(secure: Server) -> None:
    answer = ask(secure, "/api/guest", "POST", "{}")
    cookie = answer.getheader("Set-Cookie") or ""
    assert cookie.startswith("__Host-sabacc_session=")
    attributes = {one.strip().lower() for one in cookie.split(";")[1:]}
    assert {"secure", "httponly", "path=/"} <= attributes
    assert not any(one.startswith("domain") for one in attributes)
    token = cookie.partition("=")[2].partition(";")[0]
    known = ask(secure, "/api/me", Cookie=f"__Host-sabacc_session={token}").text  # type: ignore[attr-defined]
    assert '"guest":true' in known
    planted = ask(secure, "/api/me", Cookie=f"sabacc_session={token}").text  # type: ignore[attr-defined]
    assert planted == '{"person":null}'


# ---- proxies


PROXIES = [
    "Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port",
    "X-Forwarded-Server", "X-Original-Forwarded-For", "X-Real-IP", "X-Client-IP", "X-Cluster-Client-IP", "True-Client-IP",
    "CF-Connecting-IP", "CF-Ray", "Fastly-Client-IP", "CDN-Loop", "X-Envoy-External-Address", "X-Azure-ClientIP",
    "X-AppEngine-User-IP",
]  # fmt: skip


@pytest.mark.parametrize("name", PROXIES)
def test_what_a_proxy_passes_on_is_not_from_this_machine(plain: Server, name: str) -> None:
    assert ask(plain, "/metrics").status == 200
    assert ask(plain, "/metrics", **{name.lower(): "203.0.113.7"}).status == 403


# ---- paths


@pytest.mark.parametrize(
    "path",
    ["/assets/%00", "/assets/index.js%00.png", "/assets/a/%00/b", "/api/%00", "/table/%00", "/assets/" + 256 * "a",
     "/assets/" + 2500 * "a/", "/assets/" + 90 * "%F0%9F%82%A1"],
)  # fmt: skip
def test_a_path_that_no_file_can_have_is_not_found(plain: Server, path: str) -> None:
    assert ask(plain, path).status == 404


# ---- packages


def test_all_packages_of_the_lock_have_hashes() -> None:
    entries = re.split(r"(?<!\\)\n", (ROOT / "requirements.lock").read_text().strip())
    packages = [one for one in entries if not one.startswith("#")]
    assert len(packages) > 80
    for one in packages:
        assert re.match(r"[\w.-]+==[^\s;]+( ;[^\\]+)? \\\n", one), one[:80]
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", one), one[:80]


def test_the_lock_has_all_that_is_installed_with_the_package() -> None:
    """They are installed without looking for what they need, so nothing may be missing."""
    found = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_the_lock_has_all_that_the_extras_name() -> None:
    locked = {
        _normal(name) for name in re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    }
    named = {_normal(re.split(r"[^\w.-]", line)[0]) for line in metadata.requires("sabacc") or ()}
    assert named - {"sabacc"} <= locked


def _normal(name: str) -> str:
    """As the index spells it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()
