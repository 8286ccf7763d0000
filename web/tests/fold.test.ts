// The fold agrees with the server's own view, field by field, after every event: see make_goldens.py.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { GameEvent } from "../src/protocol";
import { fold } from "../src/table/model/fold";
import { handPot, myCards, newView, standing, type View } from "../src/table/model/view";

interface SeatView {
  names: string[];
  seat: number | null;
  steps: [GameEvent, Record<string, unknown>][];
}

const FOLDER = process.env.SABACC_GOLDENS ?? new URL("./goldens", import.meta.url).pathname;
const FILES = readdirSync(FOLDER).filter((name) => name !== "decks.json");

function picture(view: View): Record<string, unknown> {
  const { names: _names, seat: _seat, ...folded } = view;
  const all = { ...folded, hand_pot: handPot(view), standing: standing(view), my_cards: myCards(view) };
  return JSON.parse(JSON.stringify(all)) as Record<string, unknown>;
}

describe.each(FILES)("%s", (file) => {
  const all = JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8")) as SeatView[];

  test.each(all.map((view, i) => ({ ...view, i })))("view $i, seat $seat", ({ names, seat, steps }) => {
    let view = newView(names, seat);
    const expected = Object.fromEntries(Object.keys(picture(view)).map((name) => [name, null])) as Record<string, unknown>;
    steps.forEach(([event, changes], step) => {
      const before = JSON.stringify(view);
      const after = fold(view, event);
      expect(JSON.stringify(view), "the old view is left alone").toBe(before);
      view = after;
      Object.assign(expected, changes);
      expect(picture(view), `after event ${step}, ${JSON.stringify(event)}`).toEqual(expected);
    });
    expect(view.over).toBe(true);
  });
});

test("there is a golden hand of every kind of game", () => {
  expect(FILES.length).toBeGreaterThanOrEqual(11);
});

test("a newcomer in a seat is not confused by cards dealt face down to who sat there", () => {
  const view = fold(newView(["Ana", "Ben"], 0), { type: "dealt", seat: 0, shuffle: 1, position: 0 });
  expect(view.counts).toEqual([1, 0]);
  expect(view.cards).toEqual([]);
});

test("a voided hand leaves everybody with what they had before it", () => {
  const started: GameEvent = { type: "hand-started", number: 4, button: 0, dealt_in: [1, 0], stacks: [90, 80], sabacc_pot: 7 };
  const paid: GameEvent = { type: "paid", seat: 1, amount: 5, pot: "hand", why: "ante" };
  const dealt: GameEvent = { type: "dealt", seat: 0, shuffle: 1, position: 0, card: "S7" };
  const voided: GameEvent = { type: "hand-voided", number: 4, reason: "older-behaviour", stacks: [90, 80], sabacc_pot: 7 };
  const played = [started, paid, dealt, voided].reduce(fold, newView(["Ana", "Ben"], 0));
  const joined = fold(newView(["Ana", "Ben"], 0), voided);
  for (const view of [played, joined]) {
    expect(view).toMatchObject({ over: true, number: 4, stacks: [90, 80], sabacc_pot: 7, cards: [], counts: [0, 0] });
    expect(handPot(view)).toBe(0);
  }
});
