// Scenes: what is seen together, in which order, and how long it takes.

import { describe, expect, test } from "vitest";
import type { GameEvent } from "../src/protocol";
import { arranged, placesOf } from "../src/table/felt/card_slots";
import { beatsOf, showingOrder, type Beat, type ToldEvent } from "../src/table/scenes/beats";

const told = (...events: readonly GameEvent[]): ToldEvent[] => events.map((event) => ({ event, line: null }));
const dealt = (seat: number, card?: string): GameEvent => ({ type: "dealt", seat, shuffle: 1, position: 0, ...(card ? { card } : {}) });
const paid = (seat: number, why: "ante" | "bet" = "ante"): GameEvent => ({ type: "paid", seat, amount: 3, pot: "hand", why });
const shown = (seat: number, total: number): GameEvent => ({ type: "shown", seat, cards: ["S7"], name: `Total ${total}`, total, bombed_out: total > 23, key: total });
const won = (seat: number, pot = 0): GameEvent => ({ type: "won", seat, amount: 12, pot, clause: "H4" });
const ended: GameEvent = { type: "hand-ended", how: "called", stacks: [], sabacc_pot: 0, special: false };

const kinds = (beats: readonly Beat[]) => beats.map((beat) => beat.news.map(({ event }) => event.type).join("+"));
const length = (beats: readonly Beat[]) => beats.reduce((sum, beat) => sum + beat.next, 0);

test("antes fly together, cards come one by one", () => {
  const beats = beatsOf(told(paid(0), paid(1), dealt(0, "S7"), dealt(1), dealt(0, "S8"), dealt(1)));
  expect(kinds(beats)).toEqual(["paid+paid", "dealt", "dealt", "dealt", "dealt"]);
  expect(beats[1]!.next, "they overlap in the air").toBeLessThan(beats[1]!.lasts);
  expect(beats[4]!.next, "the last one lands before anything else").toBe(beats[4]!.lasts);
});

test("a shift: dice, the word, the old cards go, the new ones turn", () => {
  const rolled: GameEvent = { type: "rolled", seat: 0, dice: [4, 4], sides: 6 };
  const gone: GameEvent = { type: "discarded", seat: 0, count: 2, cards: ["F8", "EO"] };
  const beats = beatsOf(told(rolled, { type: "shifted", kind: "core" }, gone, { type: "discarded", seat: 1, count: 1 }, dealt(0, "F12"), dealt(1)));
  expect(kinds(beats)).toEqual(["rolled", "shifted", "discarded+discarded", "dealt", "dealt"]);
  expect(beats.map((beat) => beat.scene)).toEqual(["", "shift", "shift", "shift", "shift"]);
  expect(beats[1]!.word).toBe("scene.shift");
  expect(beats[2]!.leaving).toBe(true);
});

describe("a showdown", () => {
  const four = [shown(2, 13), shown(3, 22), shown(0, 26), shown(1, 17)];

  test("begins with who has to show first, and ends with the best", () => {
    const seats = showingOrder(told(...four)).map(({ event }) => (event.type === "shown" ? event.seat : -1));
    expect(seats).toEqual([2, 0, 1, 3]);
  });

  test("who shows first keeps that place with the best hand, too", () => {
    const order = showingOrder(told(shown(1, 23), shown(2, 26), shown(0, 5)));
    expect(order.map(({ event }) => (event.type === "shown" ? event.total : 0))).toEqual([23, 26, 5]);
  });

  test("takes two and a half seconds at most, and four where the sabacc pot is won", () => {
    const eight = Array.from({ length: 8 }, (_, seat) => shown(seat, seat));
    expect(length(beatsOf(told(...eight, won(7), ended)))).toBeLessThanOrEqual(2501);
    const special = beatsOf(told(...four, won(3), won(3, -1), ended));
    expect(length(special)).toBeGreaterThan(2500);
    expect(length(special)).toBeLessThanOrEqual(4001);
    expect(special.find((beat) => beat.word)?.word).toBe("scene.sabacc");
  });

  test("pays when all have shown", () => {
    expect(kinds(beatsOf(told(...four, won(3), ended)))).toEqual(["shown", "shown", "shown", "shown", "won", "hand-ended"]);
  });
});

test("a sudden demise comes card by card, each with the hand that it makes", () => {
  const news = told({ type: "sudden-demise", seats: [0, 1], pot: 0 }, dealt(0, "S2"), dealt(1, "F3"), shown(0, 21), shown(1, 22), won(1));
  const beats = beatsOf(news);
  expect(kinds(beats)).toEqual(["sudden-demise", "dealt+shown", "dealt+shown", "won"]);
  expect(beats[0]!.word).toBe("scene.demise");
});

test("nothing gets lost", () => {
  const news = told({ type: "called", seat: 1, clause: "CL5" }, paid(1, "bet"), shown(0, 3), shown(1, 4), ended, paid(0));
  expect(new Set(beatsOf(news).flatMap((beat) => beat.news))).toEqual(new Set(news));
});

describe("own cards", () => {
  test("keep their places, and a new one takes the first gap", () => {
    expect(arranged(["A", "B", "C"], ["B", "C"], 5)).toEqual(["", "B", "C"]);
    expect(arranged(["", "B", "C"], ["B", "C", "D"], 5)).toEqual(["D", "B", "C"]);
    expect(arranged(["A", "B", "C"], ["B", "C", "D"], 5)).toEqual(["D", "B", "C"]);
  });

  test("begin at the left when all are new", () => {
    expect(arranged(["A", "B"], [], 5)).toEqual([]);
    expect(arranged(["A", "B"], ["C", "D", "E"], 5)).toEqual(["C", "D", "E"]);
  });

  test("close up where there is no room for gaps", () => {
    expect(arranged(["A", "B", "C", "D"], ["B", "C", "D"], 3)).toEqual(["B", "C", "D"]);
  });

  test("are found again where two are alike", () => {
    expect(placesOf(["A", "", "A", "B"], ["A", "A", "B"])).toEqual([0, -1, 1, 2]);
  });
});
