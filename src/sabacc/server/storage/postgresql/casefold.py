"""Python's `str.casefold` as a function of PostgreSQL, whose own `lower` depends on where the database was made."""

from __future__ import annotations

import functools

LAST_CASED = 0x1FFFF  # no letter behind it has a case


@functools.cache
def casefold_function() -> str:
    """The statement that makes the function `sabacc_casefold`."""
    folded = {char: char.casefold() for char in map(chr, _code_points()) if char.casefold() != char}
    single = {char: other for char, other in folded.items() if len(other) == 1}
    longer = {char: other for char, other in folded.items() if len(other) > 1}
    each = f"translate(value, '{''.join(single)}', '{''.join(single.values())}')"
    spelled = each
    for char, other in longer.items():
        spelled = f"replace({spelled}, '{char}', '{other}')"
    return f"""CREATE OR REPLACE FUNCTION sabacc_casefold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $fold$
        SELECT CASE
            WHEN octet_length(value) = length(value) THEN lower(value COLLATE "C")
            WHEN value ~ '[{"".join(longer)}]' THEN {spelled}
            ELSE {each}
        END
    $fold$"""


def _code_points() -> list[int]:
    return [point for point in range(1, LAST_CASED + 1) if not 0xD800 <= point <= 0xDFFF]
