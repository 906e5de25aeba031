"""From a key to the frame that shows it, through a whole game, on a fast and on a slow phone."""

import pytest
from playwright.sync_api import Browser

from tests.benchmarks.conftest import table
from tests.browser.conftest import PHONE
from tests.browser.offline.conftest import Host

HANDS = 25
PLAY = """async () => {
  const main = document.querySelector("main");
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = resolve;
    after.port2.postMessage(null);
  }));
  const key = () => document.querySelector("[data-key]:enabled:not([hidden])");
  const [handled, shown] = [[], []];
  while (main.dataset.phase !== "over") {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await painted();
    const began = performance.now();
    key().click();
    handled.push(performance.now() - began);
    await painted();
    shown.push(performance.now() - began);
  }
  return [handled, shown];
}"""


@pytest.mark.parametrize(("players", "slower"), [(4, 1), (4, 6), (15, 1), (15, 6)])
def test_key_to_frame(
    browser: Browser,
    host: Host,
    capsys: pytest.CaptureFixture[str],
    players: int,
    slower: int,
) -> None:
    """A game of 25 hands, each key as soon as the one before is answered."""
    names = [f"Player {seat}" for seat in range(players)]
    sizes = ",".join(str(1 + number % 3) for number in range(HANDS))
    rules = {"order": "custom", "hand_sizes": sizes} if players > 4 else {}
    game_id = host.keeper.set_up(names, **rules)
    context = browser.new_context(base_url=f"http://127.0.0.1:{host.port}", viewport=PHONE)
    context.request.get(host.link)
    page = context.new_page()
    page.goto(f"/games/{game_id}")
    page.locator("[data-turn]:not(:empty)").wait_for()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    handled, shown = page.evaluate(PLAY)
    context.close()
    times = {"the tap's own work": handled, "until painted, wait for the frame included": shown}
    with capsys.disabled():
        print(table(f"{players} players, CPU {slower} times slower, ms", times))  # noqa: T201
