// Names, values and numbers of cards are those of the server; what is not known here is shown plainly.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ARCANA_GLYPHS } from "../src/cards/glyphs";
import { cardLabel } from "../src/cards/labels";
import { CORELLIAN } from "../src/families/corellian";
import { CORUSCANT } from "../src/families/coruscant";
import { FAMILY_76 } from "../src/families/family76";
import { plainFamily } from "../src/families/plain";
import { cardValue, FAMILIES, familyOf } from "../src/families/registry";
import { consequenceText, nearnessText } from "../src/families/standing_text";
import type { ShownEvent, Standing, You } from "../src/protocol";
import { newView } from "../src/table/model/view";

interface Golden {
  decks: Record<string, [card: string, name: string, value: number, copies: number][]>;
  sides: Record<string, Record<string, number>>;
}

const golden = JSON.parse(readFileSync(new URL("./goldens/decks.json", import.meta.url), "utf8")) as Golden;
const shown = (name: string, total: number, bombed_out = false, cards: string[] = []): ShownEvent => ({ type: "shown", seat: 0, cards, name, total, bombed_out });

describe.each(Object.entries(golden.decks))("the %s deck", (key, cards) => {
  const family = FAMILIES.find((one) => one.deckKey === key)!;

  test("has the same cards", () => {
    expect(family.cards).toEqual(cards.map(([card]) => card));
  });

  test.each(cards)("%s", (card, name, value, copies) => {
    expect([family.cardName(card), family.printedValue(card), family.copies(card)]).toEqual([name, value, copies]);
  });
});

test.each(["light", "dark"])("cards are worth the same to the %s side", (side) => {
  const worths = Object.keys(golden.sides[side]!).map((card) => [card, cardValue(card, FAMILY_76, { has_sides: true, card_values: { MO: -13 } }, side)]);
  expect(Object.fromEntries(worths)).toEqual(golden.sides[side]);
});

test("where there are no sides, a side changes nothing", () => {
  expect(cardValue("S7", FAMILY_76, { has_sides: false, card_values: {} }, "dark")).toBe(7);
  expect(cardValue("S7", FAMILY_76, { has_sides: true, card_values: {} }, null)).toBe(7);
});

test("the table's rules may change what the Star and Moderation are worth", () => {
  const game = { has_sides: false, card_values: { ST: -10, MO: -13 } };
  expect(["ST", "MO", "EO"].map((card) => cardValue(card, FAMILY_76, game))).toEqual([-10, -13, -15]);
});

test("a card is read out with its value where the name doesn't say it", () => {
  expect(cardLabel("S7", FAMILY_76)).toBe("7 of Sabers");
  expect(cardLabel("S7", FAMILY_76, -7)).toBe("7 of Sabers, −7");
  expect(cardLabel("C12", FAMILY_76)).toBe("Commander of Coins, 12");
  expect(cardLabel("ST", FAMILY_76, -10)).toBe("The Star, −10");
  expect(cardLabel("-7", CORELLIAN)).toBe("−7");
  expect(cardLabel("0", CORELLIAN)).toBe("Sylop, 0");
  expect(cardLabel("+10t", CORUSCANT)).toBe("+10 of Triangles");
});

test("each of the arcana has an emblem of its own", () => {
  const arcana = FAMILY_76.cards.filter((card) => card in ARCANA_GLYPHS);
  expect(new Set(arcana.map((card) => ARCANA_GLYPHS[card])).size).toBe(8);
});

describe("a shown hand", () => {
  test("is read as its total, unless it has a name", () => {
    expect(FAMILY_76.shownText({ ...shown("Total -10", -10), rank: 4 })).toBe("−10");
    expect(FAMILY_76.shownText({ ...shown("Bombed out at 26", 26, true), rank: 5 })).toBe("Bombed out at 26");
    expect(FAMILY_76.shownText({ ...shown("Idiot's Array", 5), rank: 1 })).toBe("Idiot's Array");
    expect(FAMILY_76.shownText({ ...shown("Pure Sabacc at -23", -23), rank: 3 })).toBe("Pure Sabacc at −23");
    expect(FAMILY_76.shownText(shown("Total -23", -23))).toBe("Total −23"); // an old hand, of which no rank was stored
    expect([CORELLIAN.shownText(shown("Nuhlrek", -3)), CORELLIAN.shownText(shown("Pure Sabacc", 0))]).toEqual(["Nuhlrek, −3", "Pure Sabacc"]);
  });

  test("wins with its name, or by being on the number", () => {
    const view = { ...newView(["Ana"], 0), gold: 5 };
    expect(FAMILY_76.winningText({ ...shown("Total 21", 21), rank: 4 }, view)).toBe("with 21");
    expect(CORUSCANT.winningText(shown("On the number, 2 of the suit", 5), view)).toBe("On the number, 2 of the suit");
    expect(CORUSCANT.winningText(shown("1 off, 2 of the suit", 4), view)).toBe("with 1 off, 2 of the suit");
  });

});

describe("a family that is not known here", () => {
  const moons = { card: "M4", name: "4 of Moons", value: 4, copies: 2 };
  const family = plainFamily({ key: "lucky", title: "the Lucky Seven family", deck: "Lucky Seven deck", has_sabacc_pot: true, cards: [moons] });

  test("has the cards that the server tells of", () => {
    expect([family.cardName("M4"), family.printedValue("M4"), family.copies("M4")]).toEqual(["4 of Moons", 4, 2]);
    expect(cardValue("M4", family, { has_sides: true, card_values: {} }, "dark")).toBe(4);
  });

  test("calls hands as the server does", () => {
    expect(family.shownText(shown("2 short", 5))).toBe("2 short");
    expect(family.handName({ seat: 0, hand: "2 short", total: 5, rank: 3 })).toBe("2 short");
  });

  test("is there without cards until the server has told of it", () => {
    const unknown = familyOf("kessel");
    expect([unknown.cardName("B4"), unknown.shownText(shown("Prime Sabacc", 0)), unknown.printedValue("B4")]).toEqual(["B4", "Prime Sabacc", 0]);
  });
});

const SOURCES = new URL("../src/", import.meta.url);

function filesUnder(folder: URL): URL[] {
  return readdirSync(folder).flatMap((name) => {
    const at = new URL(name, folder);
    return statSync(at).isDirectory() ? filesUnder(new URL(`${name}/`, folder)) : [at];
  });
}

test("no file outside families/ names a family, a deck or a preset", () => {
  const names = [...FAMILIES.flatMap(({ key, deckKey }) => [key, deckKey]), "cloud-city", "force", "pagat", "galactic", "corellian-house", "coruscant-shift"];
  const named = new RegExp(`["'\`](?:${names.join("|")})["'\`]`);
  const outside = filesUnder(SOURCES).filter((file) => /\.(ts|svelte)$/.test(file.pathname) && !file.pathname.includes("/src/families/"));
  expect(outside.filter((file) => named.test(readFileSync(file, "utf8"))).map((file) => file.pathname)).toEqual([]);
});

describe("what one's hand means now", () => {
  const of76 = (total: number, rank: number, standing: Standing, bombed_out = false): You => ({ seat: 0, hand: `Total ${total}`, total, rank, bombed_out, standing });
  const near = (you: You, family = FAMILY_76) => nearnessText(you, family);

  test.each([
    [22, 4, { aim: 23, off: 1, strength: "strong" }, false, "one short of 23, strong"],
    [9, 4, { aim: 23, off: 14, strength: "weak" }, false, "14 short of 23, weak"],
    [-22, 4, { aim: -23, off: 1, strength: "strong" }, false, "one short of −23, strong"],
    [-5, 4, { aim: 23, off: 28, strength: "weak" }, false, "below zero, weak"],
    [5, 4, { aim: -23, off: 28, strength: "weak" }, false, "above zero, weak"],
    [26, 5, { aim: 23, off: 3, beyond: true, strength: "weak" }, true, "over by 3"],
    [-25, 5, { aim: -23, off: 2, beyond: true, strength: "weak" }, true, "past −23 by 2"],
    [0, 5, { aim: 23, off: 23, strength: "weak" }, true, "0 is a bomb-out"],
    [23, 2, { aim: 23, off: 0, strength: "top" }, false, ""],
  ] as const)("%d", (total, rank, standing, bombed, text) => {
    expect(near(of76(total, rank, standing, bombed))).toBe(text);
  });

  test("is measured from zero, or from the number of the round, elsewhere", () => {
    expect(near({ seat: 0, hand: "Nuhlrek, +3", total: 3, rank: 20, standing: { aim: 0, off: 3, strength: "weak" } }, CORELLIAN)).toBe("3 from zero, weak");
    expect(near({ seat: 0, hand: "+4 so far", total: 4, standing: { aim: 5, off: 1, strength: "strong" } }, CORUSCANT)).toBe("1 from +5, strong");
    expect(near({ seat: 0, hand: "0 so far", total: 0, standing: { aim: 0, off: 0, strength: "top" } }, CORUSCANT)).toBe("exactly 0");
  });

  test("costs the penalty for sure where one has bombed out", () => {
    expect(consequenceText(of76(26, 5, { penalty: 22 }, true), FAMILY_76, false)).toBe("If called now, you pay 22.");
    expect(consequenceText(of76(26, 5, { penalty: 22, settled: true }, true), FAMILY_76, false)).toBe("You pay 22.");
    expect(consequenceText(of76(26, 5, {}, true), FAMILY_76, false)).toBe("If called now, you win nothing.");
  });

  test("says what the best hand wins, and what a call that loses costs", () => {
    expect(consequenceText(of76(22, 4, { wins: 34, caller_penalty: 20 }), FAMILY_76, false)).toBe("If called now, the best hand wins 34. A lost call costs 20.");
    expect(consequenceText(of76(23, 2, { wins: 34, wins_sabacc: 12 }), CORELLIAN, false)).toBe("If shown now, the best hand wins 34 and the sabacc pot of 12.");
  });

  test("is nothing once cards are shown, or where the server says nothing", () => {
    expect(consequenceText(of76(22, 4, { wins: 34 }), FAMILY_76, true)).toBe("");
    expect(consequenceText({ seat: 0 }, FAMILY_76, false)).toBe("");
  });
});
