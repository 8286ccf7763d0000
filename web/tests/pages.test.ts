// What the pages work out for themselves: rules, forms, filters, charts.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CORELLIAN } from "../src/families/corellian";
import { FAMILY_76 } from "../src/families/family76";
import { totalBars, type TotalOdds } from "../src/families/family76/odds";
import { applyChanges as changedTables, matchesFilter, NO_FILTER } from "../src/pages/lobby/store.svelte";
import { changedValues, fieldsOf, groupsOf, readableRefusal, parseCards, defaultValues, deckError, type Schema } from "../src/pages/new_table/rule_fields";
import { houseRuleSummary } from "../src/pages/new_table/house_rule_summary";
import { oneIn, percent } from "../src/pages/odds/charts";
import { cardsInCode, linkClauses } from "../src/pages/rules/rule_pages";
import { parse, plain, type Block } from "../src/pages/rules/markdown";
import { resultAt, replayFrames } from "../src/pages/replay/frames";
import { ALL_HANDS, searchQuery } from "../src/pages/history/search";
import { browserName } from "../src/pages/account/browser_name";
import { foldAll } from "../src/table/model/fold";
import { newView } from "../src/table/model/view";
import type { GameEvent, Replay, TableSummary } from "../src/protocol";

const BOOK = new URL("../../docs/rules/", import.meta.url);
const PAGES = readdirSync(BOOK).filter((name) => name.endsWith(".md"));

/** Every text of a page, in its order. */
function words(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === "list") return block.items.map((item) => words(item.blocks)).join(" ");
      if (block.kind === "table") return [block.head, ...block.rows].flat().map(plain).join(" ");
      return block.kind === "code" ? block.text : plain(block.parts);
    })
    .join(" ");
}

describe("the rules", () => {
  test.each(PAGES)("%s loses no word", (name) => {
    const text = readFileSync(new URL(name, BOOK), "utf-8");
    const bare = (one: string) =>
      one
        .replace(/```\w*/g, " ")
        .replace(/^\|[-| ]+\|$/gm, " ")
        .replace(/^ *(?:#+|[-*]|\d+\.) +/gm, " ")
        .replace(/\]\([^)]*\)/g, " ")
        .replace(/[|*`[\]\s]+/g, "");
    expect(bare(words(parse(text)))).toBe(bare(text));
  });

  test("a clause can be found by its number", () => {
    const [list] = parse("- **CL1** In every hand.\n  And more.\n- **CL2** Two cards.");
    expect(list?.kind === "list" && list.items.map((item) => item.clause)).toEqual(["CL1", "CL2"]);
  });

  test("lists go as deep as they are indented", () => {
    const [list] = parse("1. **Turns.**\n   1. *Bet.* Now.\n   2. *Roll.*\n2. End.");
    expect(list?.kind === "list" && list.items.length).toBe(2);
    const inner = list?.kind === "list" ? list.items[0]?.blocks[1] : undefined;
    expect(inner?.kind === "list" && inner.items.length).toBe(2);
  });

  test("clauses that a text names lead to their page", () => {
    expect(linkClauses("as said (H9, CH21).").filter((piece) => piece.to)).toEqual([
      { text: "H9", to: "/rules/the-76-card-family#H9" },
      { text: "CH21", to: "/rules/corellian-house#CH21" },
    ]);
  });

  test("code is cards only if all of it is", () => {
    expect(cardsInCode("S7 ID", FAMILY_76)).toEqual(["S7", "ID"]);
    expect(cardsInCode("S7 pot", FAMILY_76)).toEqual([]);
    expect(cardsInCode("+10 -3 0", CORELLIAN)).toEqual(["+10", "-3", "0"]);
  });
});

const SCHEMA: Schema = {
  properties: {
    preset: { const: "classic" },
    stakes: { title: "Stakes", enum: ["low", "high"] },
    max_bet: { title: "Largest bet or raise", description: "How much.", default: 10, anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] },
    items: { title: "Items", default: false, type: "boolean" },
    shift_trigger: { default: "doubles", type: "string", anyOf: [{ enum: ["doubles", "d12:1"] }, { pattern: "^d12:" }] },
    blinds: { default: [50, 100], type: "array", items: { type: "integer" }, minItems: 2, maxItems: 2 },
    schedule: { default: [[1, 2, 3]], type: "array", items: { type: "array", items: { type: "integer" }, minItems: 3, maxItems: 3 } },
    deck: { default: [], type: "array", items: { enum: ["S1"] }, maxItems: 76 },
    novelty: { title: "Something new", default: 3, type: "integer", minimum: 1, maximum: 9 },
  },
};

describe("the form for a table", () => {
  const fields = fieldsOf(SCHEMA);

  test("every option has the control that fits it", () => {
    expect(Object.fromEntries(fields.map((field) => [field.key, field.kind]))).toEqual({
      stakes: "choice", max_bet: "number-or", items: "switch", shift_trigger: "choice", blinds: "numbers", schedule: "rows", deck: "cards", novelty: "number",
    });
  });

  test("only what was changed is sent", () => {
    const values = defaultValues(fields);
    expect(changedValues(fields, values)).toEqual({});
    values.max_bet = null;
    values.blinds = [50, 200];
    expect(changedValues(fields, values)).toEqual({ max_bet: null, blinds: [50, 200] });
  });

  test("an option that no group knows has a place all the same", () => {
    expect(groupsOf(fields).flatMap((group) => group.fields).length).toBe(fields.length);
  });

  test("a refusal has no words of who writes programs", () => {
    expect(readableRefusal(fields, "Max_bet can't be null: set it, or items to false.")).toBe("“Largest bet or raise” can't be none: set it, or items to off.");
  });

  test("cards may be typed in any way, and the wrong one is named", () => {
    const known = ["S1", "S2", "S3", "ID"];
    const wrong = (text: string) => deckError(parseCards(text, known), known, FAMILY_76);
    expect(parseCards(" s1, id\nX9", known)).toEqual(["S1", "ID", "X9"]);
    expect([wrong(""), wrong("s1 s2 id id")]).toEqual(["", ""]);
    expect(wrong("S1 S2 S3 X9")).toContain("no X9");
    expect(wrong("S1 S2 S3 S3")).toContain("S3 stands here 2 times");
    expect(wrong("S1 S2")).toContain("At least 4");
  });
});

describe("the lobby", () => {
  test("a table says what is different from its game, without a word of who writes programs", () => {
    expect(houseRuleSummary({ preset: "classic", discard_pile: "free", shift_kind: "wild", max_bet: null, fold_fee: 0, sides: true })).toEqual([
      "discard pile free", "wild shifts", "bets without limit", "no fold fee", "Light and Dark sides",
    ]);
    expect(houseRuleSummary({ preset: "classic" })).toEqual([]);
    expect(houseRuleSummary({ preset: "classic", something_new: 3 })).toEqual(["something new: 3"]);
  });

  const table = (id: string, more: Partial<TableSummary> = {}): TableSummary => ({
    id, title: id, preset: "classic", rules: {}, host: "", people: 0, bots: 0, seats: 8, stack: 0, locked: false,
    spectators: true, paused: false, playing: false, hands: 0, names: [], house: false, lesson: false, rated: false, ...more,
  });

  test("tables keep their places when they change", () => {
    const now = changedTables([table("a"), table("b"), table("c")], { type: "changes", tables: [table("d"), table("b", { people: 3 })], gone: ["a"] });
    expect(now.map((one) => `${one.id}${one.people}`)).toEqual(["b3", "c0", "d0"]);
  });

  test("filters go together", () => {
    const full = table("Friday", { people: 8, names: ["Ana"] });
    expect(matchesFilter(full, { ...NO_FILTER, text: " ana " })).toBe(true);
    expect(matchesFilter(full, { ...NO_FILTER, text: "ana", free: true })).toBe(false);
    expect(matchesFilter(full, { ...NO_FILTER, preset: "force" })).toBe(false);
    expect(matchesFilter(table("x", { locked: true }), { ...NO_FILTER, unlocked: true })).toBe(false);
  });
});

describe("the odds", () => {
  const odds: TotalOdds = {
    preset: "classic", rules: {}, side: null,
    cards: { "2": { hands: 10, totals: { "-30": 1, "-23": 2, "0": 1, "5": 2, "23": 3, "24": 1 }, idiots_array: 0, pure: 3, pure_negative: 2, bomb_out: 3 } },
  };

  test("no hand is left out of the totals", () => {
    expect(totalBars(odds, "2", new Set()).reduce((sum, bar) => sum + bar.count, 0)).toBe(10);
  });

  test("bomb-outs and what takes the sabacc pot are told apart", () => {
    const tones = Object.fromEntries(totalBars(odds, "2", new Set([23])).map((bar) => [bar.label, bar.tone]));
    const labelled = totalBars(odds, "2", new Set()).flatMap((bar) => bar.value ?? []);
    expect([labelled.length, labelled[0], labelled.at(-1)]).toEqual([47, -23, 23]);
    expect([tones["23"], tones["−23"], tones["0"], tones["over 23"], tones["5"]]).toEqual(["special", "plain", "bomb", "bomb", "plain"]);
  });

  test("rare things keep digits that say something", () => {
    expect([percent(0.1234), percent(0.0123), percent(18 / 6471002), percent(0)]).toEqual(["12.3 %", "1.23 %", "0.00028 %", "–"]);
    expect([oneIn(1 / 359500), oneIn(0.4), oneIn(0)]).toEqual(["1 in 359,500", "1 in 2.5", "never"]);
  });
});

describe("a replay", () => {
  const golden = JSON.parse(readFileSync(new URL("./goldens/classic.json", import.meta.url), "utf8")) as { names: string[]; seat: number | null; steps: [Record<string, unknown>, unknown][] }[];
  const { names, seat, steps } = golden[0]!;
  const replay = (told: string[]): Replay => ({
    family: "76", has_sides: false, card_values: {}, ante: 1, for_credits: true, lays_cards_out: true, rolls_for_shifts: true,
    hand: "1", table: null, title: "", number: 1, preset: "classic", ended_at: 0, rules: { preset: "classic" }, names, seat, events: steps.map(([event]) => event), told,
  });

  test("has a frame for each sentence, with the table as it was then", () => {
    const frames = replayFrames(replay(steps.map((_, i) => (i % 3 ? "" : `${i}`))));
    expect(frames.map((one) => one.text)).toEqual(steps.flatMap((_, i) => (i % 3 ? [] : [`${i}`])));
    expect(frames[2]!.view).toEqual(foldAll(newView(names, seat), steps.slice(0, 7).map(([event]) => event as unknown as GameEvent)));
  });

  test("ends with the table as it was left, even if nobody speaks of it", () => {
    const frames = replayFrames(replay(steps.map((_, i) => (i ? "" : "Begin"))));
    expect(frames.length).toBe(1);
    expect(frames[0]!.view.over).toBe(true);
    expect(frames[0]!.view.stacks).toEqual(steps.find(([event]) => event.type === "hand-ended")![0].stacks);
  });

  test("says who won on its last frame, and not before", () => {
    const frames = replayFrames(replay(steps.map((_, i) => `${i}`)));
    const winners = new Set(steps.flatMap(([event]) => (event.type === "won" ? [event.seat] : [])));
    expect(winners.size).toBeGreaterThan(0);
    expect(frames.map((_, at) => resultAt(frames, at, FAMILY_76) !== null)).toEqual(frames.map((one) => one.view.over));
    expect(new Set(resultAt(frames, frames.length - 1, FAMILY_76)!.winners)).toEqual(winners);
  });
});

test("a search for hands asks for whole days, the last one too", () => {
  const query = new URLSearchParams(searchQuery({ ...ALL_HANDS, outcome: "won", opponent: " Koda ", from: "2026-03-01", to: "2026-03-01" }, "12-ab", 30));
  expect(Number(query.get("to")) - Number(query.get("from"))).toBe(86_400_000);
  expect([query.get("outcome"), query.get("opponent"), query.get("before"), query.has("preset")]).toEqual(["won", "Koda", "12-ab", false]);
});

test("browsers go by the names that people give them", () => {
  expect(browserName("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36")).toBe("Chrome on Linux");
  expect(browserName("sabacc-bot/1")).toBe("sabacc-bot/1");
});
