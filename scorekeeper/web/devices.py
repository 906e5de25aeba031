"""What kind of thing a device is, as far as it says so itself: enough to tell two apart."""

from flask import request
from flask_babel import gettext as _

from scorekeeper.store.history import Device
from scorekeeper.store.kept import Pen

KINDS = (
    ("iPhone", "iphone"),
    ("iPad", "ipad"),
    ("Android", "android"),
    ("Windows", "windows"),
    ("Macintosh", "mac"),
    ("Linux", "linux"),
)


def kind_of_device() -> str:
    """Return what sent the request, as a word that the history keeps."""
    agent = request.headers.get("User-Agent", "")
    return next((kind for mark, kind in KINDS if mark in agent), "other")


def kinds_of_device() -> dict[str, str]:
    """Return what each kind of device is called."""
    return {
        "iphone": _("iPhone"),
        "ipad": _("iPad"),
        "android": _("Android phone"),
        "windows": _("Windows computer"),
        "mac": _("Mac"),
        "linux": _("Linux computer"),
        # Translators: A device of which nothing is known, as in “device 3f2”.
        "other": _("device"),
    }


def name_of(device: Device | Pen) -> str:
    """Return what a device is called on the table: its kind, and a mark to tell it by."""
    kinds = kinds_of_device()
    own_id = device.id if isinstance(device, Device) else device.device
    return f"{kinds.get(device.name, kinds['other'])} {own_id[:3]}"
