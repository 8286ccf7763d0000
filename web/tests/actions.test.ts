import { expect, test } from "vitest";
import type { OptionsNow, TableInfo } from "../src/protocol";
import { readAmount, wrong } from "../src/table/actions/amounts";
import { choicesOf } from "../src/table/actions/beforehand";
import { sizes, stepOf, within } from "../src/table/actions/bets";
import { drops } from "../src/table/actions/dropping";
import { mayTake, openItems } from "../src/table/actions/items";
import { nextPlace } from "../src/table/actions/keys";
import { changesOf, toldOf } from "../src/table/actions/news";
import { standingOf } from "../src/table/actions/running";
import { waitsFor, willSitOut } from "../src/table/actions/waiting";
import { newView } from "../src/table/view";

const VIEW = { ...newView(["Ana", "Ben"], 0), cards: ["S7", "ST"], fields: [["C2"], []], board: ["+1", "", "+3", "", "", ""], pile: ["-5"] };

test("a bet of the pot is the pot as it is once one has matched", () => {
  const options: OptionsNow = { raise_from: 200, raise_to: 5000, bet: 0, owed: 100 };
  expect(sizes(options, 300, 5000)).toEqual([
    { label: "Min", to: 200 },
    { label: "½ pot", to: 300 },
    { label: "Pot", to: 500 },
    { label: "All-in", to: 5000 },
  ]);
});

test("sizes outside the bounds are not offered, and the largest bet is not all-in", () => {
  expect(sizes({ raise_from: 1, raise_to: 3 }, 40, 90).map((one) => one.label)).toEqual(["Min", "Max"]);
});

test("where there is one amount there is one size", () => {
  expect(sizes({ raise_from: 7, raise_to: 7 }, 40, 7)).toEqual([{ label: "All-in", to: 7 }]);
});

test("a typed amount is brought within the bounds", () => {
  const options: OptionsNow = { raise_from: 5, raise_to: 9 };
  expect([within(2, options), within(7.4, options), within(99, options), within(Number.NaN, options)]).toEqual([5, 7, 9, 5]);
});

test("steps are round and never nothing", () => {
  expect([stepOf({ raise_from: 1, raise_to: 3 }), stepOf({ raise_from: 200, raise_to: 10000 })]).toEqual([1, 200]);
});

test("a card is dragged into the field, onto the deck or onto the pile, where each is allowed", () => {
  const options: OptionsNow = { actions: [{ type: "place", card: "S7" }, { type: "trade", card: "S7" }, { type: "take-discard", card: "S7" }, { type: "stand" }] };
  expect([...drops(options, VIEW, { zone: "hand", at: 0 }).keys()].sort()).toEqual(["deck", "field", "pile"]);
  expect(drops(options, VIEW, { zone: "hand", at: 1 }).size).toBe(0);
});

test("a field card is dragged back, and a board card to oneself", () => {
  const options: OptionsNow = { actions: [{ type: "take-back", card: "C2" }, { type: "buy", place: 2 }, { type: "buy", place: 2, swap: "C2", up: true }, { type: "buy", place: 6 }] };
  expect([...drops(options, VIEW, { zone: "field", at: 0 }).keys()]).toEqual(["hand", "board 2"]);
  expect(drops(options, VIEW, { zone: "board", at: 2 }).get("field")).toEqual({ type: "buy", place: 2 });
  expect(drops(options, VIEW, { zone: "board", at: 0 }).size).toBe(0);
  expect(drops(options, VIEW, { zone: "pile", at: 0 }).get("hand")).toEqual({ type: "buy", place: 6 });
});

test("the top of the deck is drawn by dragging it to one's hand", () => {
  expect(drops({ actions: [{ type: "gain" }] }, VIEW, { zone: "deck", at: 0 }).get("hand")).toEqual({ type: "gain" });
});

test("a zero is of every suit", () => {
  expect(standingOf(["+9c", "-4t", "0"], 5, "t")).toEqual({ total: 5, off: 0, ofSuit: 2 });
});

test("arrows go round the board and leave gaps out", () => {
  expect([nextPlace(VIEW.board, true, null, 1), nextPlace(VIEW.board, true, 0, 1), nextPlace(VIEW.board, true, 2, 1), nextPlace(VIEW.board, true, 6, 1)]).toEqual([0, 2, 6, 0]);
  expect(nextPlace(VIEW.board, true, null, -1)).toBe(6);
  expect(nextPlace(["", ""], false, null, 1)).toBeNull();
});

test("what can be answered beforehand is what the table names", () => {
  expect(choicesOf(["check-or-fold", "no-field-moves", "something of tomorrow"]).map((one) => one.title)).toEqual(["Check or fold", "No field moves"]);
});

test("an item waits for the host, then for its owner, then for whoever comes first", () => {
  const offered = { item: "ring", seat: 1 };
  const valued = { ...offered, value: 30 };
  const staked = { ...valued, staked: true, rights: [0, 1] };
  expect([openItems([offered], 0, true).length, openItems([offered], 1, false).length]).toEqual([1, 0]);
  expect([openItems([valued], 0, true).length, openItems([valued], 1, false).length]).toEqual([0, 1]);
  expect([mayTake(staked, 0), mayTake(staked, 1), mayTake({ ...staked, rights: [] }, 1), mayTake({ ...staked, rights: null }, 0)]).toEqual([true, false, true, false]);
});

test("only whole numbers are amounts", () => {
  expect(["7", " 12 ", "", "1.5", "1e3", "ten", "-4", "9".repeat(16)].map(readAmount)).toEqual([7, 12, null, null, null, null, null, null]);
});

test("a wrong amount is answered with a sentence, and a right one with none", () => {
  expect([wrong("x", 5, 9), wrong("2", 5, 9), wrong("20", 5, 9), wrong("7", 5, 9)]).toEqual([
    "Type a whole number from 5 to 9.",
    "2 is too little: 5 is the least.",
    "20 is too much: 9 is the most.",
    "",
  ]);
});

test("who wants to sit out and then doesn't plays on", () => {
  const waiting = [{ what: "sat-out", seat: 1 }, { what: "rebought", seat: 0 }, { what: "came-back", seat: 1 }];
  expect(waitsFor(waiting, 1, "Ben")).toEqual(["sat-out", "came-back"]);
  expect([willSitOut(false, ["sat-out"]), willSitOut(false, ["sat-out", "came-back"]), willSitOut(true, []), willSitOut(true, ["came-back"])]).toEqual([true, false, true, false]);
});

test("who waits for a seat is found by name", () => {
  expect(waitsFor([{ what: "sat", seat: 2, name: "Ben" }, { what: "rules" }], null, "Ben")).toEqual(["sat"]);
  expect(waitsFor([{ what: "rules" }], null, null)).toEqual([]);
});

const TABLE = { host: "Ana", items: [], seats: [{ name: "Ana" }, { name: "Ben" }], clocks: { decision: 30, window: 10 } } as unknown as TableInfo;
const BEN = { me: "Ben", seat: 1, isHost: false };

test("everybody is told of a new host and new clocks, but the host not of their own", () => {
  const changed = { ...TABLE, host: "Ben", clocks: { ...TABLE.clocks, decision: 45 } };
  expect(changesOf(TABLE, changed, BEN)).toEqual([
    "You are the host of this table now.",
    "The host has set the clocks: 45 s for a decision, 10 s where several are asked.",
  ]);
  expect(changesOf(TABLE, { ...TABLE, clocks: changed.clocks }, { me: "Ana", seat: 0, isHost: true })).toEqual([]);
  expect(changesOf(TABLE, TABLE, BEN)).toEqual([]);
});

test("an item is told to whoever has to decide about it", () => {
  const offered = { ...TABLE, items: [{ item: "a ring", seat: 1 }] };
  const valued = { ...TABLE, items: [{ item: "a ring", seat: 1, value: 30 }] };
  expect(changesOf(TABLE, offered, { me: "Ana", seat: 0, isHost: true })).toEqual(["Ben would stake a ring. Say in the menu what it is worth."]);
  expect(changesOf(TABLE, offered, BEN)).toEqual([]);
  expect(changesOf(offered, valued, BEN)).toEqual(["The host values a ring at 30. You can stake it, in the menu."]);
});

test("new rules are told, and antes are not", () => {
  const lines = [{ event: { type: "rules-changed", rules: {} }, text: "New rules." }, { event: { type: "hand-ended" }, text: "Over." }];
  expect(toldOf(lines as Parameters<typeof toldOf>[0])).toEqual(["New rules."]);
});
