import { describe, expect, it } from "vitest";
import type { GameEvent } from "../src/protocol";
import { endingOf } from "../src/table/stage/ending";
import { hintFor } from "../src/table/stage/hints";
import { around, clockwise, inFront } from "../src/table/stage/places";
import { potsOf } from "../src/table/stage/pots";
import { told } from "../src/table/stage/told";
import type { LogLine } from "../src/table/store.svelte";
import { newView, type View } from "../src/table/view";

const THREE: View = { ...newView(["Ana", "Ben", "Cy"], 0), number: 4, dealt_in: [0, 1, 2], live: [true, true, true], stacks: [50, 50, 50] };

function logOf(...events: [GameEvent, string][]): LogLine[] {
  return events.map(([event, text], id) => ({ id, hand: 4, event, text }));
}

describe("seats", () => {
  it("follow each other clockwise from our left", () => {
    expect(clockwise(4, 2)).toEqual([3, 0, 1]);
    expect(clockwise(3, null)).toEqual([0, 1, 2]);
  });
  it("stand in the order of play: from the left over the top to the right", () => {
    for (let others = 2; others <= 7; others++) {
      const xs = around(others).map((place) => place.x);
      expect(xs.at(0)).toBeLessThan(50);
      expect(xs.at(-1)).toBeGreaterThan(50);
    }
  });
  it("are all on the table, and bets lie nearer to the middle", () => {
    for (const place of around(7)) {
      expect(place.x).toBeGreaterThan(5);
      expect(place.x).toBeLessThan(95);
      expect(Math.abs(inFront(place).x - 50)).toBeLessThanOrEqual(Math.abs(place.x - 50));
    }
  });
});

describe("pots", () => {
  it("are one while nobody is all-in", () => {
    expect(potsOf({ ...THREE, paid: [10, 10, 5], fees: 2 })).toEqual([{ name: "Main pot", amount: 27 }]);
  });
  it("are divided where somebody all-in paid less", () => {
    const parts = potsOf({ ...THREE, paid: [20, 8, 20], stacks: [5, 0, 5] });
    expect(parts).toEqual([{ name: "Main pot", amount: 24 }, { name: "Side pot 1", amount: 24 }]);
  });
  it("say what nobody has matched yet", () => {
    const parts = potsOf({ ...THREE, paid: [20, 8, 8], stacks: [5, 0, 5] });
    expect(parts.at(-1)).toEqual({ name: "Not matched yet", amount: 12 });
  });
  it("do not count who has folded as all-in", () => {
    expect(potsOf({ ...THREE, paid: [10, 3, 10], stacks: [5, 0, 5], live: [true, false, true] })).toHaveLength(1);
  });
});

describe("the end of a hand", () => {
  const won: GameEvent = { type: "won", seat: 1, amount: 30, pot: 0, clause: "H4" };
  it("is none while the hand is played", () => {
    expect(endingOf(THREE, [])).toBeNull();
  });
  it("says who won, with what, and each payment", () => {
    const shown = { 1: { type: "shown" as const, seat: 1, cards: ["S15", "C6"], name: "Total 21", total: 21, bombed_out: false } };
    const paid: GameEvent = { type: "paid", seat: 0, amount: 30, pot: "sabacc", why: "bomb-out" };
    const ending = endingOf({ ...THREE, over: true, shown }, logOf([paid, "You pay 30."], [won, "Ben wins 30."]))!;
    expect(ending).toMatchObject({ winners: [1], headline: "Ben wins 30", why: "with 21", special: false });
    expect(ending.lines.map((line) => line.text)).toEqual(["You pay 30.", "Ben wins 30."]);
  });
  it("calls oneself you, and counts the sabacc pot in", () => {
    const log = logOf([{ ...won, seat: 0 }, "Everybody else has folded. You win the hand pot: 30."], [{ ...won, seat: 0, amount: 12, pot: -1 }, ""]);
    const ending = endingOf({ ...THREE, over: true }, log)!;
    expect(ending).toMatchObject({ headline: "You win 42", special: true, why: "Everybody else has folded." });
    expect(ending.lines[0]!.text).toBe("You win the hand pot: 30.");
  });
  it("leaves out bets, antes and other hands", () => {
    const bet: GameEvent = { type: "paid", seat: 0, amount: 3, pot: "hand", why: "bet" };
    const before = logOf([won, "Long ago."]).map((line) => ({ ...line, hand: 3 }));
    expect(endingOf({ ...THREE, over: true }, [...before, ...logOf([bet, "You bet."])])!.lines).toEqual([]);
  });
});

describe("hints", () => {
  it("begin with what the game is about, then one for each question, none twice", () => {
    expect(hintFor("bet", "classic", [])?.key).toBe("aim classic");
    expect(hintFor("bet", "classic", ["aim classic"])?.key).toBe("bet");
    expect(hintFor("bet", "classic", ["aim classic", "bet"])).toBeNull();
  });
});

describe("the log", () => {
  const dealt = (seat: number, card?: string): GameEvent => ({ type: "dealt", seat, shuffle: 1, position: seat, ...(card ? { card } : {}) });
  it("leaves out the cards that all others get in a deal, and keeps one's own", () => {
    const log = logOf([dealt(1), "Ben gets a card."], [dealt(0, "S4"), "You get S4."], [dealt(2), "Cy gets a card."]);
    expect(told(log).map((line) => line.text)).toEqual(["You get S4."]);
  });
  it("keeps a card that one player draws", () => {
    expect(told(logOf([dealt(1), "Ben draws a card."]))).toHaveLength(1);
  });
});
