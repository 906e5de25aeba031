"""What makes the page an app: its manifest, its shortcuts, and its next version."""

import shutil
import struct
from pathlib import Path
from typing import Any

from playwright.sync_api import APIResponse, expect

from tests.browser.offline.conftest import ROOT, Host, LastingPhone, Phone, static_hash
from tests.browser.offline.wire import Wire

NEXT_VERSION = "\n// The next version.\n"
RESUMES = """async (path) => {
  const kept = await (await caches.open("bluke")).match("/resume");
  return Boolean(kept) && (await kept.text()) === path;
}"""
KEEPS_ONLY = """async ([fresh, stale]) => {
  const names = (await (await caches.open("bluke")).keys()).map(({ url }) => url);
  const has = (tree) => names.some((name) => name.includes(tree));
  return has(fresh) && !has(stale);
}"""


def _manifest(phone: Phone) -> dict[str, Any]:
    phone.page.goto("/")
    href = phone.page.locator("link[rel=manifest]").get_attribute("href") or ""
    answer = phone.context.request.get(href)
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest: dict[str, Any] = answer.json()
    return manifest


def _size(icon: APIResponse) -> str:
    """Return the width and height that a PNG file says it has."""
    width, height = struct.unpack(">II", icon.body()[16:24])
    return f"{width}x{height}"


def test_the_manifest_says_what_is_there(phone: Phone) -> None:
    """A browser may install it: a name, a start, and icons of the sizes that are stated."""
    manifest = _manifest(phone)
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == (
        "/",
        "/",
        "standalone",
    )
    assert manifest["name"]
    assert manifest["short_name"]
    for icon in manifest["icons"]:
        answer = phone.context.request.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"] == "image/png"
        assert _size(answer) == icon["sizes"]
    purposes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert purposes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}


def test_a_browser_finds_nothing_wrong_with_the_app(lasting_phone: LastingPhone) -> None:
    """Chromium itself reads the manifest and would install the page."""
    phone = lasting_phone  # a window that keeps nothing installs nothing
    phone.page.goto("/")
    browser = phone.context.new_cdp_session(phone.page)
    assert browser.send("Page.getAppManifest")["errors"] == []
    assert browser.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    phone.page.evaluate("document.querySelector('link[rel=manifest]').remove()")
    (wrong,) = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert wrong["errorId"] == "no-manifest"


def test_the_shortcuts_reach_what_they_say(host: Host, phone: Phone) -> None:
    """One resumes the latest game under way, the other starts a new one."""
    game_id = host.new_game()
    resume, new = [shortcut["url"] for shortcut in _manifest(phone)["shortcuts"]]
    phone.go(resume)
    assert phone.page.url == f"{phone.address}/games/{game_id}"
    phone.page.goto(new)
    expect(phone.page.locator("[name=players-0]")).to_be_visible()


def test_the_shortcut_resumes_without_a_network(host: Host, wire: Wire, phone: Phone) -> None:
    """With no network it opens the game that was on the table last; the book opens as well."""
    phone.install(host.new_game())
    game_id = host.new_game()
    phone.install(game_id)
    phone.until(RESUMES, f"/games/{game_id}")
    wire.is_cut = True
    phone.go("/resume")
    assert phone.page.url == f"{phone.address}/games/{game_id}"
    phone.page.goto("/")
    expect(phone.page.get_by_text("At the table now")).to_be_visible()


def test_a_dead_access_point_does_not_keep_the_page_waiting(
    host: Host, wire: Wire, phone: Phone
) -> None:
    """A network that neither answers nor refuses: the kept page comes after a few seconds."""
    game_id = host.new_game()
    phone.install(game_id)
    wire.hangs = True
    phone.page.goto(f"/games/{game_id}", timeout=10_000)
    phone.key(1)
    assert phone.sync == "saving"
    wire.mend()


def test_a_failing_server_s_page_is_not_shown(host: Host, wire: Wire, phone: Phone) -> None:
    """Where something before the server answers 502, the kept page is the better one."""
    game_id = host.new_game()
    phone.install(game_id)
    wire.fails_with = 502
    phone.go(f"/games/{game_id}")
    phone.key(1)
    wire.mend()
    phone.await_saved()
    assert host.document(game_id)["revision"] == 1


def test_the_next_version_takes_over_and_loses_no_tap(
    host: Host, wire: Wire, phone: Phone, tmp_path: Path
) -> None:
    """A page of the old version keeps working beside the new one, and hands its taps on."""
    game_id = host.new_game((2, 3, 1))
    phone.install(game_id)
    old = static_hash(phone.page)
    wire.is_cut = True
    phone.play()

    host.kill()
    host.start(_next_version(tmp_path / "next"))
    wire.mend()
    phone.await_saved()
    expect(phone.page.locator("[data-newer]")).to_be_visible()
    phone.play()
    wire.is_cut = True
    phone.key(1)
    wire.mend()
    phone.go(f"/games/{game_id}")
    new = static_hash(phone.page)
    assert new != old
    phone.await_saved()
    old_script = phone.context.request.get(f"/static/{old}/joined/table.js")
    assert (old_script.status, old_script.headers["cache-control"]) == (200, "no-cache")

    _await_assets_of(phone, new, old)
    wire.is_cut = True
    phone.page.reload()
    assert static_hash(phone.page) == new
    phone.key(1)
    phone.tap("[data-trump=hearts]")
    wire.mend()
    phone.await_saved()
    document = host.document(game_id)
    assert document["revision"] == phone.taps
    assert [play["bid"] for play in document["hands"][2]["plays"]] == [1, 1]


def _next_version(folder: Path) -> Path:
    """Copy the project and change one of its scripts."""
    for part in ("scorekeeper", "templates"):
        shutil.copytree(ROOT / part, folder / part)
    with (folder / "scorekeeper" / "static" / "js" / "words.js").open("a") as script:
        script.write(NEXT_VERSION)
    return folder


def _await_assets_of(phone: Phone, new: str, old: str) -> None:
    """Wait until the browser keeps the new version whole, and the old one no more."""
    phone.until(KEEPS_ONLY, [new, old])
