// Names, values and numbers of cards are those of the server.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cardsOf, copiesOf, nameOf, printedValue, spoken, valueOf, type DeckKey } from "../src/cards/decks";
import { ARCANA_GLYPHS } from "../src/cards/glyphs";

interface Golden {
  decks: Record<DeckKey, [card: string, name: string, value: number, copies: number][]>;
  sides: Record<string, Record<string, number>>;
}

const golden = JSON.parse(readFileSync(new URL("./goldens/decks.json", import.meta.url), "utf8")) as Golden;

describe.each(Object.entries(golden.decks))("the %s deck", (key, cards) => {
  const deck = key as DeckKey;

  test("has the same cards", () => {
    expect(cardsOf(deck)).toEqual(cards.map(([card]) => card));
  });

  test.each(cards)("%s", (card, name, value, copies) => {
    expect([nameOf(card, deck), printedValue(card), copiesOf(card, deck)]).toEqual([name, value, copies]);
  });
});

test.each(["light", "dark"])("cards are worth the same to the %s side", (side) => {
  const worths = Object.keys(golden.sides[side]!).map((card) => [card, valueOf(card, { preset: "force" }, side)]);
  expect(Object.fromEntries(worths)).toEqual(golden.sides[side]);
});

test("the table's rules may change what the Star and Moderation are worth", () => {
  expect(valueOf("ST", { preset: "classic", star: -10 })).toBe(-10);
  expect(valueOf("MO", { preset: "classic", moderation: -13 })).toBe(-13);
});

test("a card is read out with its value where the name doesn't say it", () => {
  expect(spoken("S7", "classic")).toBe("7 of Sabers");
  expect(spoken("C12", "classic")).toBe("Commander of Coins, 12");
  expect(spoken("ST", "classic", -10)).toBe("The Star, −10");
  expect(spoken("-7", "corellian")).toBe("−7");
  expect(spoken("+10t", "coruscant")).toBe("+10 of Triangles");
});

test("each of the arcana has an emblem of its own", () => {
  const arcana = cardsOf("classic").filter((card) => card in ARCANA_GLYPHS);
  expect(new Set(arcana.map((card) => ARCANA_GLYPHS[card])).size).toBe(8);
});
