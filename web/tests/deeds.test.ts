import { expect, test } from "vitest";
import type { Action, OptionsNow } from "../src/protocol";
import { deeds, NOTHING_PICKED, type Picked } from "../src/table/deeds";
import { newView } from "../src/table/view";

const VIEW = newView(["Ana", "Ben"], 0);
const picked = (some: Partial<Picked>): Picked => ({ ...NOTHING_PICKED, ...some });
const find = (options: OptionsNow, key: string, some: Partial<Picked> = {}) =>
  deeds(options, VIEW, picked(some)).find((one) => one.key === key)!;

test("folding stands last, asks, and says its fee", () => {
  const all = deeds({ actions: [{ type: "fold" }, { type: "match" }], owed: 4, fold_fee: 1 }, VIEW, NOTHING_PICKED);
  expect(all.map(({ label, price, danger }) => [label, price, danger])).toEqual([
    ["Match", 4, false],
    ["Fold", 1, true],
  ]);
});

test("a trade needs a card, and then names it", () => {
  const options = { actions: [{ type: "trade", card: "S7" }, { type: "trade", card: "ST" }] satisfies Action[] };
  expect(find(options, "trade").action).toBeNull();
  expect(find(options, "trade", { cards: ["ST"] })).toMatchObject({ action: options.actions[1], label: "Trade ST" });
  expect(find(options, "trade", { cards: ["ST", "S7"] }).action).toBeNull();
});

test("a selection fits in any order, and selecting nothing is a deed of its own", () => {
  const options = { actions: [{ type: "select" }, { type: "select", cards: ["+1c", "-2t"] }] satisfies Action[] };
  expect(find(options, "select", { cards: ["-2t", "+1c"] }).action).toBe(options.actions[1]);
  expect(find(options, "select nothing").label).toBe("Select nothing");
});

test("a board card is kept or swapped, for a card that lies face up or not", () => {
  const swapUp: Action = { type: "buy", place: 2, swap: "+4", up: true };
  const options: OptionsNow = { actions: [{ type: "buy", place: 2 }, { type: "buy", place: 2, swap: "+4" }, swapUp], board_price: 25 };
  expect(find(options, "buy", { place: 2 }).price).toBe(25);
  expect(find(options, "buy", { place: 3 }).action).toBeNull();
  expect(find(options, "buy swap", { place: 2, up: ["+4"] }).action).toBe(swapUp);
});

test("a bet that calls the hand is another deed than the bet", () => {
  const options: OptionsNow = { actions: [{ type: "check" }, { type: "check", and_call: true }] };
  expect(deeds(options, VIEW, NOTHING_PICKED).map((one) => one.label)).toEqual(["Check", "Check and call the hand"]);
});
