"""The form that past games are found by; it is sent as an address, so that it can be kept."""

import re
from urllib.parse import urlencode

from flask_babel import gettext as _

from scorekeeper.store.ids import is_own_id
from scorekeeper.store.searching import Kind, Search

from .fields import DayField, ErrorsForm, TextField

PAGE = re.compile(r"[0-9]{1,6}")


class SearchForm(ErrorsForm):
    """What games are looked for by; `from` and `to` are days, both counting in."""

    player = TextField()
    title = TextField()
    kind = TextField()
    since = DayField(name="from")  # a word that Python keeps for itself
    to = DayField()

    def search(self) -> Search | None:
        """Return what is looked for, or None with errors."""
        self.validate()
        since, until = self.since.day, self.to.day
        if since and until and since > until:
            self.refuse("to", _("The last day is before the first."))
        if self.messages:
            return None
        player, kind = self.player.value, self.kind.value
        return Search(
            player_id=player if is_own_id(player) else None,
            title=self.title.value,
            since=since,
            until=until,
            kind=Kind(kind) if kind in set(Kind) else Kind.ANY,
        )

    @property
    def is_narrowed(self) -> bool:
        """Tell whether anything at all is looked for."""
        return any(field.value for field in self.inputs.values())

    def query(self, page: int) -> str:
        """Return the query of the address that shows another page of the same search."""
        asked = {name: field.value for name, field in self.inputs.items() if field.value}
        return urlencode({**asked, "page": page}, errors="replace")


def page_number(text: str) -> int:
    """Return the page that is asked for; the first where it is none."""
    return int(text) if PAGE.fullmatch(text) else 1
