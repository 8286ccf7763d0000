import { describe, expect, it } from "vitest";
import { CORELLIAN } from "../src/families/corellian";
import { FAMILY_76 } from "../src/families/family76";
import { splitAtCards, spokenText } from "../src/cards/event_text";
import { chipText } from "../src/cards/labels";
import type { GameEvent } from "../src/protocol";

const dealt = (card: string): GameEvent => ({ type: "dealt", seat: 1, shuffle: 1, position: 1, card });
const shown = (cards: string[]): GameEvent => ({ type: "shown", seat: 1, cards, name: "Nuhlrek", total: 0, bombed_out: false });

describe("a sentence", () => {
  it("is cut up where it names the event's cards", () => {
    expect(splitAtCards("You get S7.", dealt("S7"))).toEqual(["You get ", { card: "S7" }, "."]);
    expect(splitAtCards("Ana shows +5 -5 0: Nuhlrek, 0.", shown(["+5", "-5", "0"]))).toEqual([
      "Ana shows ", { card: "+5" }, " ", { card: "-5" }, " ", { card: "0" }, ": Nuhlrek, 0.",
    ]);
  });
  it("leaves alone who is called like a card", () => {
    expect(splitAtCards("C3 gets C3.", dealt("C3"))).toEqual(["C3 gets ", { card: "C3" }, "."]);
  });
  it("does not take part of a number for a card", () => {
    expect(splitAtCards("Ana gets -10.", dealt("0"))).toEqual(["Ana gets -10."]);
    expect(splitAtCards("Ana gets S12.", dealt("S1"))).toEqual(["Ana gets S12."]);
  });
  it("may begin with a card that is nobody's", () => {
    expect(splitAtCards("-4 is turned up on the third petal.", { type: "board-dealt", place: 2, card: "-4", shuffle: 1, position: 9 })).toEqual([
      { card: "-4" }, " is turned up on the third petal.",
    ]);
  });
  it("has names for who listens", () => {
    expect(spokenText("You get S7.", dealt("S7"), FAMILY_76)).toBe("You get 7 of Sabers.");
    expect(spokenText("Ana shows S7 ST: Total -10.", shown(["S7", "ST"]), FAMILY_76)).toBe("Ana shows 7 of Sabers, The Star: Total -10.");
    expect(spokenText("You get -7.", dealt("-7"), CORELLIAN)).toBe("You get −7.");
  });
});

describe("a card in a sentence", () => {
  it("has the value of its deck, or the one that it has at this table (D3)", () => {
    expect(chipText("MO", FAMILY_76, { card_values: {} })).toBe("−14");
    expect(chipText("MO", FAMILY_76, { card_values: { MO: -13 } })).toBe("−13");
    expect(chipText("+7", CORELLIAN, { card_values: {} })).toBe("+7");
  });
});
