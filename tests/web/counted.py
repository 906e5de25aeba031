"""A small book whose figures can be counted on one's fingers, and what is read of it."""

import re

from tests.conftest import Device, Keeper

Players = dict[str, dict[str, object]]


def play_three(keeper: Keeper) -> Keeper:
    """Play two games to their end and begin a third.

    Ann wins the first before Ben, 21 to −20; Ben and Cy share the second with 10 and 10; in the
    third, of three, one hand is scored, in which Ben goes set without anybody counting.
    """
    first = keeper.set_up(["Ann", "Ben"], order="custom", hand_sizes="2,1")
    keeper.save(first, 1, bids=[1, 1], taken=[2, 0], trump="spades")
    keeper.save(first, 2, bids=[1, 1], taken=[1, 0])
    second = keeper.set_up(["Cy", "Ben"], order="custom", hand_sizes="2")
    keeper.save(second, 1, bids=[1, 1], taken=[1, 1])
    third = keeper.set_up(["Ann", "Ben", "Cy"], order="custom", hand_sizes="3,2")
    keeper.save(third, 1, bids=[2, 2, 1], taken=[1, "S", 1])
    return keeper


def data(device: Device) -> Players:
    """Return the players of `/stats.json` by name, without their ids."""
    answer = device.get("/stats.json")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    players = answer.get_json()["players"]
    return {p["name"]: {k: v for k, v in p.items() if k not in ("id", "name")} for p in players}


def ids(device: Device) -> dict[str, str]:
    return {p["name"]: p["id"] for p in device.get("/stats.json").get_json()["players"]}


def listed(page: str) -> list[str]:
    """Return the games that a page lists."""
    return re.findall(r'<li><a href="/games/(\w{16})">', page)
