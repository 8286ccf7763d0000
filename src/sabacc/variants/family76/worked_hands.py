"""One hand of each 76-card game, told; the rules pages tell the same hands at length, and tests play them."""

from __future__ import annotations

from sabacc.rules import Rules
from sabacc.variants.worked_hands import is_played_alike

WORKED_HANDS = {
    "cloud-city": (
        "Ana deals, Ben sits to her left, then Cy; each has 100. They ante 1 and 1: hand pot 3, sabacc pot 3. Ben has S9 C6 "
        "(15), Cy F12 T7 (19), Ana EN T11 (3). Ben bets 2, Cy matches, Ana raises by 1, both match: hand pot 12. Ben rolls 5, "
        "no shift, and gains F3 (18). Cy checks and rolls 2, a shift: Ben loses C6 and gets C11 (23), Cy loses T7 and gets "
        "S2 (14), Ana loses EN and gets C10 (21). Cy gains T6 (20). Ana bets 1, both match: hand pot 15. She rolls 6 and "
        "stands. Everybody has had a turn. Ben checks and rolls 4; Ana calls the hand. Ben's 23 wins. Ana called and did not "
        "win: she pays 15, and the sabacc pot holds 18. Ben takes 15 and 18. Stacks: Ben 127, Cy 94, Ana 79."
    ),
    "classic": (
        "Ana deals, Ben sits to her left, then Cy; each has 300. They ante 3 and 3: hand pot 9, sabacc pot 9. Ben has C14 F5 "
        "(19), Cy S10 T3 (13), Ana F8 DE (−5). Ben raises to 4, puts C14 into the static field, rolls 2 and 5, and stands. "
        "Cy matches (hand pot 17) and rolls 3 and 3, a core shift: Ben keeps C14 and gets S7 (21), Cy gets F12 T2 (14), Ana "
        "S4 C6 (10). Cy gains C7 (21). Ana matches (21 in the pot), rolls 1 and 6, and gains S9 (19). Ben raises to 10 (27) "
        "and rolls 2 and 4. Cy calls the hand and pays the missing 6 (33); Ana folds and pays 1 (sabacc pot 10). Ben and Cy "
        "both show 21: a sudden demise. Ben gets QA (19), Cy S2: 23. Cy takes 33 and, with a 23, the 10 of the sabacc pot. "
        "Stacks: Ben 284, Cy 327, Ana 289."
    ),
    "force": (
        "Ana deals and is Light, Ben to her left is Dark, Cy is Light; each has 300. They ante 3 and 3: hand pot 9, sabacc "
        "pot 9. Ben has F9 T6 (−15), Cy S12 C6 (18), Ana S7 F4 (3). Ben raises to 2, rolls 1 and 4, and gains T8: −23. Cy "
        "matches, rolls 2 and 6, and gains S5: 23. Ana matches (hand pot 15), rolls 5 and 3, and trades F4 for DE (−6). Ben "
        "checks; Ana folds and pays 1 (sabacc pot 10). Ben rolls 6 and 1, and Cy calls the hand. Light's 23 beats Dark's "
        "−23: Cy takes 15 and 10. Stacks: Ben 292, Cy 317, Ana 291."
    ),
    "pagat": (
        "Ana deals, Ben sits to her left, then Cy; each has 300. They ante 3 and 3: hand pot 9, sabacc pot 9. Ben has S13 C4 "
        "and declares 17, Cy T10 ST and −7, Ana F9 C2 and 11. Ben puts S13 into the field, stands, and rolls 2 and 3. Cy "
        "trades ST for F8 (18) and rolls 4 and 4, a core shift: Ben has S13 T9 (22), Cy C1 S6 (7), Ana C7 T12 (19). Ana puts "
        "T12 into the field, stands, and rolls 1 and 5. Ben bets 3, both match: hand pot 18. In the second round Cy gains "
        "F11 (18); else everybody stands and checks in rounds two and three, and no doubles come. In the fourth betting "
        "round Ben bets 4 and calls the hand with it, Cy folds and pays 1, Ana matches: hand pot 27. Ana rolls the last "
        "roll, 6 and 6: Ben's T9 becomes BA (2), Ana's C7 becomes S8 (20). Ana takes 27; the sabacc pot of 9 stays. Stacks: "
        "Ben 287, Cy 290, Ana 314."
    ),
    "galactic": (
        "The token, which shows who is dealt to first, is before Ben; Cy, Dee and Ana follow to his left; each has 300. They "
        "ante 3 and 3: hand pot 12, sabacc pot 12. In the first round Ben gains T5 to C8 T7 (20), Cy gains F2 to ID S4 (6), "
        "Dee trades EN of F15 EN for C6 (21), Ana trades C13 of S11 C13 for T9 (20). Ben bets 4, all match: hand pot 28. In "
        "the second round Cy trades S4 for C3, which makes ID F2 C3, the Idiot's Array; Dee puts F15 into the field. In the "
        "third, Cy puts all three cards into the field; after Ana's turn a pulse strikes: Ben gets S10 QA F1 (9), Dee C9 (24), "
        "Ana F12 S6 (18). In the fourth, Ben gains C15 (24) and Dee trades C9 for T4 (19). In the fifth, Ben stands and Cy "
        "calls the hand; all check. Ben has bombed out and pays 28 (sabacc pot 40). Cy takes 28 and 40. Stacks: Ben 262, Cy "
        "358, Dee 290, Ana 290."
    ),
}


def explain_worked_hand(rules: Rules) -> list[str]:
    """The preset's worked hand, where it would be played just so."""
    return [f"A hand from start to end. {WORKED_HANDS[rules.preset]}"] if is_played_alike(rules) else []
