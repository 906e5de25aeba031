"""What a server holds of the memory, all its processes together."""

import re
from pathlib import Path


def megabytes(pid: int) -> float:
    """Return the memory of a process and its descendants, shared pages counted once."""
    return sum(_proportional(each) for each in _family(pid)) / 1024


def _family(pid: int) -> set[int]:
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        parents[int(stat.parent.name)] = int(fields[1])
    family = {pid}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return family


def _proportional(pid: int) -> int:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    found = re.search(r"^Pss: +([0-9]+) kB", text, re.MULTILINE)
    return int(found[1]) if found else 0
