"""People in the order of the reader's alphabet."""

from scorekeeper.web.sorting import by_name
from tests.cases import cases

ORDERS = [
    ("en", ["1 Ann", "ann", "Ánn", "Anna", "Ben", "Ștefan", "Zoë", "Ұлан", "김하늘"]),
    ("nl", ["Daan", "Daän", "Dáan", "IJsbrand", "Jan", "Öznur", "Pim"]),
    (
        "ro",
        ["Ana", "Azur", "Ăla", "Âna", "Bogdan", "Ion", "Îo", "Sorin", "Șerban", "Tudor", "Țica"],
    ),
    ("ro", ["Sus", "Şerban", "Țica", "Ţicu"]),
    ("kk", ["Айгүл", "Әсел", "Ботагөз", "Гүлнар", "Ғалым", "Еркін", "Ёлка", "Илья", "Йод"]),
    ("kk", ["Кәрім", "Қанат", "Нұр", "Ңа", "Оспан", "Өмір", "Улан", "Ұлан", "Үміт", "Фая"]),
    ("kk", ["Хан", "Һанс", "Ыбырай", "Ілияс", "Эля", "Янна", "Anna", "김하늘"]),
    ("ko", ["7", "강민", "김하늘", "나래", "하늘", "Anna", "Ұлан"]),
]


@cases("language, names", ORDERS)
def test_names_are_in_the_order_of_the_alphabet(language: str, names: list[str]) -> None:
    """As in a list on paper, in whatever order they come."""
    mixed = [*names[1::2], *names[::2]]
    assert sorted(mixed, key=by_name(language)) == names


def test_one_letter_is_one_letter_however_it_is_composed() -> None:
    """A letter with a mark typed as two characters stands where the one would."""
    composed, decomposed = "Ștefan", "S\u0326tefan"
    assert by_name("ro")(composed)[0] == by_name("ro")(decomposed)[0]


@cases("name", ["", "\u0301", "🏆", "\ud83c", "ᄀ", "\x00"])
def test_anything_has_its_place(name: str) -> None:
    """No name is refused by sorting."""
    assert sorted(["Ann", name], key=by_name("kk"))
