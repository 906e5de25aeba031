"""The command of whoever works on the translations: `bin/translations update | check | compile`."""

import argparse
import sys

from .catalogues import compile_catalogue, extract, languages, path_of, update
from .checks import problems

DESCRIPTION = """\
update   bring the catalogues up to date with the source and compile them; a language that has
         none yet is begun by naming it
check    say what is missing, fuzzy, unused or unlike its original, and fail if anything is
compile  write what the app reads
"""


def main() -> int:
    """Run one command on the languages named, or on all."""
    parser = argparse.ArgumentParser(
        prog="bin/translations",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=("update", "check", "compile"))
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE")
    asked = parser.parse_args()
    named = asked.languages or languages()
    if asked.command != "update" and (unknown := [n for n in named if not path_of(n).exists()]):
        parser.error(f"there is no catalogue of {', '.join(unknown)}")
    if asked.command == "check":
        return _check(named)
    if asked.command == "update":
        template = extract()
        for language in named:
            update(language, template)
    for language in named:
        compile_catalogue(language)
    return 0


def _check(named: list[str]) -> int:
    template = extract()
    found = {language: problems(language, template) for language in named}
    for language, said in found.items():
        for problem in said:
            print(f"{language}: {problem}")
        print(f"{language}: {len(said)} problems" if said else f"{language}: complete and right")
    return 1 if any(found.values()) else 0


sys.exit(main())
