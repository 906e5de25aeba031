#!/usr/bin/python3
"""Opens bare WebKitGTK windows for WebKitWebDriver, as narrow as a phone: no browser allows that.

It is run by the system's Python, which has GTK, and told by its environment: ENGINE_SIZE is the
size of a window, ENGINE_DARK asks for dark pages, and ENGINE_DATA is a folder that cookies and
storage outlive the browser in.
"""

import os
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")

from gi.repository import Gtk, WebKit2  # noqa: E402 - their versions are chosen above

WATCH = (Path(__file__).parent / "watch.js").read_text(encoding="utf-8")
NEVER = WebKit2.HardwareAccelerationPolicy.NEVER
WIDTH, HEIGHT = map(int, os.environ["ENGINE_SIZE"].split("x"))

operations: list[Any] = []
"""What is being printed: an operation that nobody holds would be lost."""


def open_window(context: Any) -> Any:
    """Return the view of a new window."""
    manager = WebKit2.UserContentManager()
    frames, start = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime
    manager.add_script(WebKit2.UserScript(WATCH, frames, start.START, None, None))
    settings = WebKit2.Settings(hardware_acceleration_policy=NEVER)
    view = WebKit2.WebView(
        is_controlled_by_automation=True,
        web_context=context,
        settings=settings,
        user_content_manager=manager,
    )
    manager.register_script_message_handler("print")
    manager.connect("script-message-received::print", lambda _, told: print_page(view, told))
    window = Gtk.Window()
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _: window.destroy())
    return view


def print_page(view: Any, told: Any) -> None:
    """Print the page on A4, with the margins that GTK gives it, into the file that was named."""
    path = told.get_js_value().to_string()
    settings = Gtk.PrintSettings()
    settings.set_printer("Print to File")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, f"file://{path}.part")
    setup = Gtk.PageSetup()
    setup.set_paper_size_and_default_margins(Gtk.PaperSize.new("iso_a4"))
    operation = WebKit2.PrintOperation(web_view=view, print_settings=settings, page_setup=setup)
    operation.connect("finished", lambda _: Path(f"{path}.part").rename(path))
    operations.append(operation)
    operation.print_()


def data_manager() -> Any:
    """Return where cookies and storage are kept."""
    folder = os.environ.get("ENGINE_DATA")
    if not folder:
        return WebKit2.WebsiteDataManager.new_ephemeral()
    manager = WebKit2.WebsiteDataManager(
        base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache"
    )
    kind = WebKit2.CookiePersistentStorage.SQLITE
    manager.get_cookie_manager().set_persistent_storage(f"{folder}/cookies.sqlite", kind)
    return manager


def start(context: Any, session: Any) -> None:
    """Let the driver in."""
    session.set_application_info(WebKit2.ApplicationInfo())
    session.connect("create-web-view", lambda _: open_window(context))


dark = "gtk-application-prefer-dark-theme"
Gtk.Settings.get_default().set_property(dark, os.environ.get("ENGINE_DARK") == "1")
the_context = WebKit2.WebContext.new_with_website_data_manager(data_manager())
the_context.set_preferred_languages(["en-GB"])
the_context.set_automation_allowed(True)
the_context.connect("automation-started", start)
Gtk.main()
