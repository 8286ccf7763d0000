import { expect, test } from "vitest";
import { CORELLIAN } from "../src/families/corellian";
import { CORUSCANT } from "../src/families/coruscant";
import type { Family } from "../src/families/family";
import { FAMILY_76 } from "../src/families/family76";
import type { Action, OptionsInfo } from "../src/protocol";
import { pickHint, promptText } from "../src/table/bar/prompts";
import { actionButtons, NOTHING_PICKED, type Picked } from "../src/table/model/actions";
import { newView } from "../src/table/model/view";

const VIEW = newView(["Ana", "Ben"], 0);
const picked = (some: Partial<Picked>): Picked => ({ ...NOTHING_PICKED, ...some });
const all = (options: OptionsInfo, some: Partial<Picked> = {}, family: Family = FAMILY_76) => actionButtons(options, VIEW, picked(some), family);
const find = (options: OptionsInfo, key: string, some: Partial<Picked> = {}, family: Family = FAMILY_76) =>
  all(options, some, family).find((one) => one.key === key)!;

test("folding stands last, asks, and says its fee", () => {
  const options: OptionsInfo = { actions: [{ type: "fold" }, { type: "match" }], owed: 4, fold_fee: 1 };
  expect(all(options).map(({ label, danger }) => [label, danger])).toEqual([
    ["Match 4", false],
    ["Fold (fee 1)", true],
  ]);
});

test("matching with all one has says so", () => {
  const view = { ...VIEW, stacks: [4, 90] };
  const [match] = actionButtons({ actions: [{ type: "match" }], owed: 4 }, view, NOTHING_PICKED, FAMILY_76);
  expect(match!.label).toBe("Match 4, all-in");
});

test("a trade needs a card", () => {
  const options = { actions: [{ type: "trade", card: "S7" }, { type: "trade", card: "ST" }] satisfies Action[] };
  expect(find(options, "trade").action).toBeNull();
  expect(find(options, "trade", { cards: ["ST"] })).toMatchObject({ action: options.actions[1], label: "Trade it" });
  expect(find(options, "trade", { cards: ["ST", "S7"] }).action).toBeNull();
});

test("a card of the field is not traded", () => {
  const options = { actions: [{ type: "trade", card: "S7" }] satisfies Action[] };
  expect(find(options, "trade", { up: ["S7"] }).action).toBeNull();
});

test("a selection fits in any order", () => {
  const options = { actions: [{ type: "select", cards: ["+1c"] }, { type: "select", cards: ["+1c", "-2t"] }] satisfies Action[] };
  expect(find(options, "select", { cards: ["-2t", "+1c"] }, CORUSCANT).action).toBe(options.actions[1]);
});

test("adding nothing is offered until something is picked", () => {
  const options = { actions: [{ type: "improve" }, { type: "improve", cards: ["+1c"] }] satisfies Action[] };
  expect(find(options, "improve nothing", {}, CORUSCANT)).toMatchObject({ action: options.actions[0], label: "Add nothing" });
  expect(find(options, "improve nothing", { cards: ["+1c"] }, CORUSCANT).action).toBeNull();
  expect(find(options, "improve", { cards: ["+1c"] }, CORUSCANT).label).toBe("Add +1");
});

test("a board card is kept or swapped, for a card that lies face up or not", () => {
  const swapUp: Action = { type: "buy", place: 2, swap: "+4", up: true };
  const options: OptionsInfo = { actions: [{ type: "buy", place: 2 }, { type: "buy", place: 2, swap: "+4" }, swapUp], board_price: 25 };
  expect(find(options, "buy", { place: 2 }, CORELLIAN).label).toBe("Buy a petal (25)");
  expect(find(options, "buy", { place: 3 }, CORELLIAN).action).toBeNull();
  expect(find(options, "buy swap", { place: 2, up: ["+4"] }, CORELLIAN).action).toBe(swapUp);
  expect(find(options, "buy", { place: 2, up: ["+4"] }, CORELLIAN).action).toBeNull();
});

test("a bet that calls the hand is another button than the bet", () => {
  const options: OptionsInfo = { actions: [{ type: "check" }, { type: "check", and_call: true }] };
  expect(all(options).map((one) => one.label)).toEqual(["Check", "Check and call the hand"]);
});

const TOGETHER: readonly Action[][] = [
  [{ type: "check" }, { type: "check", and_call: true }, { type: "fold" }, { type: "place", card: "S7" }, { type: "take-back", card: "S7" }],
  [{ type: "match" }, { type: "match", and_call: true }, { type: "fold" }, { type: "place", card: "S7" }],
  [{ type: "pass" }, { type: "call-hand" }, { type: "place", card: "S7" }],
  [{ type: "pass" }, { type: "fold" }, { type: "place", card: "S7" }],
  [{ type: "stand" }, { type: "gain" }, { type: "trade", card: "S7" }, { type: "take-discard", card: "S7" }, { type: "call-hand" }, { type: "place", card: "S7" }, { type: "take-back", card: "S7" }],
  [{ type: "done" }, { type: "place", card: "S7" }, { type: "take-back", card: "S7" }],
  [{ type: "choose-side", side: "light" }, { type: "choose-side", side: "dark" }, { type: "choose-side", side: "chance" }],
  [{ type: "stand" }, { type: "peek" }, { type: "buy", place: 0 }, { type: "buy", place: 0, swap: "+1" }],
  [{ type: "push-back" }, { type: "keep" }, { type: "keep", drop: "+1" }],
  [{ type: "protect" }, { type: "protect", cards: ["+1"] }],
  [{ type: "go-on" }, { type: "fold" }],
  [{ type: "improve" }, { type: "improve", cards: ["0"] }],
  [{ type: "select", cards: ["0"] }],
  [{ type: "offer", card: "+1" }],
];

test.each(TOGETHER)("buttons that are offered together have keys of their own: %j", (...actions) => {
  const letters = all({ actions }).map((one) => one.letter);
  expect(letters.every((letter) => /^[a-z]$/.test(letter) && letter !== "r")).toBe(true);
  expect(new Set(letters).size).toBe(letters.length);
});

test("what could be picked is said in one sentence", () => {
  const options = { actions: [{ type: "stand" }, { type: "trade", card: "S7" }, { type: "place", card: "S7" }, { type: "take-back", card: "C2" }] satisfies Action[] };
  expect(pickHint(all(options))).toBe("Pick a card to trade it or put it into the static field. Pick a card of your field to take it back.");
  expect(pickHint(all({ actions: [{ type: "stand" }] }))).toBe("");
});

test("the prompt of a bet names what there is to do", () => {
  expect(promptText("bet", { raise_to: 3 }, VIEW)).toBe("Check or bet.");
  expect(promptText("bet", { owed: 2, raise_to: 9 }, VIEW)).toBe("Match 2, raise or fold.");
  expect(promptText("bet", { owed: 2 }, VIEW)).toBe("Match 2 or fold.");
  const broke = { ...VIEW, stacks: [0, 90] };
  expect(promptText("bet", { actions: [{ type: "pass" }, { type: "call-hand" }] }, broke)).toBe("You are all-in. Call the hand, or let it go on?");
});
