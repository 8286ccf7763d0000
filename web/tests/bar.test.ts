import type { WaitingInfo } from "../src/protocol";
import { expect, test } from "vitest";
import { CORUSCANT } from "../src/families/coruscant";
import type { OptionsInfo, TableInfo } from "../src/protocol";
import { parseAmount, amountError } from "../src/table/bar/amounts";
import { choiceFor, presetAnswers } from "../src/table/bar/preset_answers";
import { betSizes, betStep, clampBet } from "../src/table/bar/bet_sizes";
import { dropTargets } from "../src/table/felt/drop_targets";
import { mayTake, itemsToDecide } from "../src/table/menu/items";
import { nextBoardPlace } from "../src/table/bar/keyboard";
import { noticesForLatecomers, noticesFromTable, noticesFromLog } from "../src/table/effects/notice_text";
import { selectionTotal } from "../src/table/bar/selection_total";
import { pendingFor, willSitOut } from "../src/table/model/pending";
import { newView } from "../src/table/model/view";

const VIEW = { ...newView(["Ana", "Ben"], 0), cards: ["S7", "ST"], fields: [["C2"], []], board: ["+1", "", "+3", "", "", ""], pile: ["-5"] };

test("a bet of the pot is the pot as it is once one has matched", () => {
  const options: OptionsInfo = { raise_from: 200, raise_to: 5000, bet: 0, owed: 100 };
  expect(betSizes(options, 300, 5000)).toEqual([
    { label: "Min", to: 200 },
    { label: "½ pot", to: 300 },
    { label: "Pot", to: 500 },
    { label: "All-in", to: 5000 },
  ]);
});

test("sizes outside the bounds are not offered, and the largest bet is not all-in", () => {
  expect(betSizes({ raise_from: 1, raise_to: 3 }, 40, 90).map((one) => one.label)).toEqual(["Min", "Max"]);
});

test("where there is one amount there is one size", () => {
  expect(betSizes({ raise_from: 7, raise_to: 7 }, 40, 7)).toEqual([{ label: "All-in", to: 7 }]);
});

test("a typed amount is brought within the bounds", () => {
  const options: OptionsInfo = { raise_from: 5, raise_to: 9 };
  expect([clampBet(2, options), clampBet(7.4, options), clampBet(99, options), clampBet(Number.NaN, options)]).toEqual([5, 7, 9, 5]);
});

test("steps are round and never nothing", () => {
  expect([betStep({ raise_from: 1, raise_to: 3 }), betStep({ raise_from: 200, raise_to: 10000 })]).toEqual([1, 200]);
});

test("a card is dragged into the field, onto the deck or onto the pile, where each is allowed", () => {
  const options: OptionsInfo = { actions: [{ type: "place", card: "S7" }, { type: "trade", card: "S7" }, { type: "take-discard", card: "S7" }, { type: "stand" }] };
  expect([...dropTargets(options, VIEW, { zone: "hand", at: 0 }).keys()].sort()).toEqual(["deck", "field", "pile"]);
  expect(dropTargets(options, VIEW, { zone: "hand", at: 1 }).size).toBe(0);
});

test("a field card is dragged back, and a board card to oneself", () => {
  const options: OptionsInfo = { actions: [{ type: "take-back", card: "C2" }, { type: "buy", place: 2 }, { type: "buy", place: 2, swap: "C2", up: true }, { type: "buy", place: 6 }] };
  expect([...dropTargets(options, VIEW, { zone: "field", at: 0 }).keys()]).toEqual(["hand", "board 2"]);
  expect(dropTargets(options, VIEW, { zone: "board", at: 2 }).get("field")).toEqual({ type: "buy", place: 2 });
  expect(dropTargets(options, VIEW, { zone: "board", at: 0 }).size).toBe(0);
  expect(dropTargets(options, VIEW, { zone: "pile", at: 0 }).get("hand")).toEqual({ type: "buy", place: 6 });
});

test("the top of the deck is drawn by dragging it to one's hand", () => {
  expect(dropTargets({ actions: [{ type: "gain" }] }, VIEW, { zone: "deck", at: 0 }).get("hand")).toEqual({ type: "gain" });
});

test("a zero is of every suit", () => {
  expect(selectionTotal(["+9c", "-4t", "0"], CORUSCANT, 5, "t")).toEqual({ total: 5, off: 0, ofSuit: 2 });
});

test("arrows go round the board and leave gaps out", () => {
  expect([nextBoardPlace(VIEW.board, true, null, 1), nextBoardPlace(VIEW.board, true, 0, 1), nextBoardPlace(VIEW.board, true, 2, 1), nextBoardPlace(VIEW.board, true, 6, 1)]).toEqual([0, 2, 6, 0]);
  expect(nextBoardPlace(VIEW.board, true, null, -1)).toBe(6);
  expect(nextBoardPlace(["", ""], false, null, 1)).toBeNull();
});

test("what can be answered beforehand is what the table names", () => {
  expect(presetAnswers(["check-or-fold", "no-field-moves", "something of tomorrow"]).map((one) => one.title)).toEqual(["Check or fold", "No field moves"]);
});

test("to stay in is no choice of its own: it is what everybody does who does not fold", () => {
  expect(presetAnswers(["stay-in-fold-windows", "pass-call-windows", "turn-nothing-up"]).map((one) => one.title)).toEqual(["Never call", "Turn nothing up"]);
  expect([choiceFor("fold-window"), choiceFor("protect"), choiceFor("draw")]).toEqual(["stay-in-fold-windows", "turn-nothing-up", ""]);
});

test("an item waits for the host, then for its owner, then for whoever comes first", () => {
  const offered = { item: "ring", seat: 1 };
  const valued = { ...offered, value: 30 };
  const staked = { ...valued, staked: true, rights: [0, 1] };
  expect([itemsToDecide([offered], 0, true).length, itemsToDecide([offered], 1, false).length]).toEqual([1, 0]);
  expect([itemsToDecide([valued], 0, true).length, itemsToDecide([valued], 1, false).length]).toEqual([0, 1]);
  expect([mayTake(staked, 0), mayTake(staked, 1), mayTake({ ...staked, rights: [] }, 1), mayTake({ ...staked, rights: null }, 0)]).toEqual([true, false, true, false]);
});

test("only whole numbers are amounts", () => {
  expect(["7", " 12 ", "", "1.5", "1e3", "ten", "-4", "9".repeat(16)].map(parseAmount)).toEqual([7, 12, null, null, null, null, null, null]);
});

test("a wrong amount is answered with a sentence, and a right one with none", () => {
  expect([amountError("x", 5, 9), amountError("2", 5, 9), amountError("20", 5, 9), amountError("7", 5, 9)]).toEqual([
    "Type a whole number from 5 to 9.",
    "2 is too little: 5 is the least.",
    "20 is too much: 9 is the most.",
    "",
  ]);
});

test("who wants to sit out and then doesn't plays on", () => {
  const waiting: WaitingInfo[] = [{ what: "sat-out", seat: 1 }, { what: "rebought", seat: 0 }, { what: "came-back", seat: 1 }];
  expect(pendingFor(waiting, 1, "Ben")).toEqual(["sat-out", "came-back"]);
  expect([willSitOut(false, ["sat-out"]), willSitOut(false, ["sat-out", "came-back"]), willSitOut(true, []), willSitOut(true, ["came-back"])]).toEqual([true, false, true, false]);
});

test("who waits for a seat is found by name", () => {
  expect(pendingFor([{ what: "sat", seat: 2, name: "Ben" }, { what: "rules" }], null, "Ben")).toEqual(["sat"]);
  expect(pendingFor([{ what: "rules" }], null, null)).toEqual([]);
});

const TABLE = { host: "Ana", items: [], seats: [{ name: "Ana" }, { name: "Ben" }], clocks: { decision: 30, window: 10 } } as unknown as TableInfo;
const BEN = { me: "Ben", seat: 1, isHost: false };

test("everybody is told of a new host and new clocks, but the host not of their own", () => {
  const changed = { ...TABLE, host: "Ben", clocks: { ...TABLE.clocks, decision: 45 } };
  expect(noticesFromTable(TABLE, changed, BEN)).toEqual([
    "You are the host of this table now.",
    "The host has set the clocks: 45 s for a decision, 10 s where several are asked.",
  ]);
  expect(noticesFromTable(TABLE, { ...TABLE, clocks: changed.clocks }, { me: "Ana", seat: 0, isHost: true })).toEqual([]);
  expect(noticesFromTable(TABLE, TABLE, BEN)).toEqual([]);
});

test("an item is told to whoever has to decide about it", () => {
  const offered = { ...TABLE, items: [{ item: "a ring", seat: 1 }] };
  const valued = { ...TABLE, items: [{ item: "a ring", seat: 1, value: 30 }] };
  expect(noticesFromTable(TABLE, offered, { me: "Ana", seat: 0, isHost: true })).toEqual(["Ben would stake a ring. Say in the menu what it is worth."]);
  expect(noticesFromTable(TABLE, offered, BEN)).toEqual([]);
  expect(noticesFromTable(offered, valued, BEN)).toEqual(["The host values a ring at 30. You can stake it, in the menu."]);
});

test("new rules are told, and antes are not", () => {
  const lines = [{ event: { type: "rules-changed", rules: {} }, text: "New rules." }, { event: { type: "hand-ended" }, text: "Over." }];
  expect(noticesFromLog(lines as Parameters<typeof noticesFromLog>[0])).toEqual(["New rules."]);
});

test("who opens the page later is told of a voided hand, and of nothing else that is over", () => {
  const lines = [{ event: { type: "rules-changed", rules: {} }, text: "New rules." }, { event: { type: "hand-voided" }, text: "Hand 3 is void." }];
  expect(noticesForLatecomers(lines as Parameters<typeof noticesFromLog>[0])).toEqual(["Hand 3 is void."]);
});
