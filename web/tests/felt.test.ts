import { describe, expect, it } from "vitest";
import { FAMILY_76 } from "../src/families/family76";
import type { GameEvent } from "../src/protocol";
import { comparedSeats, netOf, resultOf } from "../src/table/model/result";
import { hintFor } from "../src/table/bar/hints";
import { seatPositions, seatsClockwise, betPosition } from "../src/table/felt/seat_layout";
import { potParts } from "../src/table/model/side_pots";
import { condensedLog } from "../src/table/model/log";
import type { LogLine } from "../src/table/model/store.svelte";
import { newView, type View } from "../src/table/model/view";
import { quietText } from "../src/table/felt/status_line";
import { fold } from "../src/table/model/fold";

const THREE: View = { ...newView(["Ana", "Ben", "Cy"], 0), number: 4, dealt_in: [0, 1, 2], live: [true, true, true], stacks: [50, 50, 50] };

function logOf(...events: [GameEvent, string][]): LogLine[] {
  return events.map(([event, text], id) => ({ id, hand: 4, event, text }));
}

describe("seats", () => {
  it("follow each other clockwise from our left", () => {
    expect(seatsClockwise(4, 2)).toEqual([3, 0, 1]);
    expect(seatsClockwise(3, null)).toEqual([0, 1, 2]);
  });
  it("stand in the order of play: from the left over the top to the right", () => {
    for (let others = 2; others <= 7; others++) {
      const xs = seatPositions(others).map((place) => place.x);
      expect(xs.at(0)).toBeLessThan(50);
      expect(xs.at(-1)).toBeGreaterThan(50);
    }
  });
  it("are all on the table, and bets lie nearer to the middle", () => {
    for (const place of seatPositions(7)) {
      expect(place.x).toBeGreaterThan(5);
      expect(place.x).toBeLessThan(95);
      expect(Math.abs(betPosition(place).x - 50)).toBeLessThanOrEqual(Math.abs(place.x - 50));
    }
  });
});

describe("pots", () => {
  it("are one while nobody is all-in", () => {
    expect(potParts({ ...THREE, paid: [10, 10, 5], fees: 2 })).toEqual([{ name: "Main pot", amount: 27 }]);
  });
  it("are divided where somebody all-in paid less", () => {
    const parts = potParts({ ...THREE, paid: [20, 8, 20], stacks: [5, 0, 5] });
    expect(parts).toEqual([{ name: "Main pot", amount: 24 }, { name: "Side pot 1", amount: 24 }]);
  });
  it("say what nobody has matched yet", () => {
    const parts = potParts({ ...THREE, paid: [20, 8, 8], stacks: [5, 0, 5] });
    expect(parts.at(-1)).toEqual({ name: "Not matched yet", amount: 12 });
  });
  it("do not count who has folded as all-in", () => {
    expect(potParts({ ...THREE, paid: [10, 3, 10], stacks: [5, 0, 5], live: [true, false, true] })).toHaveLength(1);
  });
});

describe("the end of a hand", () => {
  const won: GameEvent = { type: "won", seat: 1, amount: 30, pot: 0, clause: "H4" };
  it("is none while the hand is played", () => {
    expect(resultOf(THREE, [], FAMILY_76)).toBeNull();
  });
  it("says who won, with what, and each payment", () => {
    const shown = { 1: { type: "shown" as const, seat: 1, cards: ["S15", "C6"], name: "Total 21", total: 21, bombed_out: false, rank: 4 } };
    const paid: GameEvent = { type: "paid", seat: 0, amount: 30, pot: "sabacc", why: "bomb-out" };
    const result = resultOf({ ...THREE, over: true, shown }, logOf([paid, "You pay 30."], [won, "Ben wins 30."]), FAMILY_76)!;
    expect(result).toMatchObject({ winners: [1], headline: "Ben wins 30", reason: "with 21", special: false });
    expect(result.lines.map((line) => line.text)).toEqual(["You pay 30.", "Ben wins 30."]);
  });
  it("calls oneself you, and counts the sabacc pot in", () => {
    const log = logOf([{ ...won, seat: 0 }, "Everybody else has folded. You win the hand pot: 30."], [{ ...won, seat: 0, amount: 12, pot: -1 }, ""]);
    const result = resultOf({ ...THREE, over: true }, log, FAMILY_76)!;
    expect(result).toMatchObject({ headline: "You win 42", special: true, reason: "" });
    expect(result.lines[0]!.text).toBe("Everybody else has folded. You win the hand pot: 30.");
  });
  it("leaves out bets, antes and other hands", () => {
    const bet: GameEvent = { type: "paid", seat: 0, amount: 3, pot: "hand", why: "bet" };
    const before = logOf([won, "Long ago."]).map((line) => ({ ...line, hand: 3 }));
    expect(resultOf({ ...THREE, over: true }, [...before, ...logOf([bet, "You bet."])], FAMILY_76)!.lines).toEqual([]);
  });
});

describe("hints", () => {
  it("begin with what the game is about, then one for each question, none twice", () => {
    expect(hintFor("bet", FAMILY_76, [])?.key).toBe("aim classic");
    expect(hintFor("bet", FAMILY_76, [])?.text).not.toContain("Dark");
    expect(hintFor("bet", FAMILY_76, [], true)?.text).toContain("on the Dark side, to −23");
    expect(hintFor("bet", FAMILY_76, ["aim classic"])?.key).toBe("bet");
    expect(hintFor("bet", FAMILY_76, ["aim classic", "bet"])).toBeNull();
  });
});

describe("the log", () => {
  const dealt = (seat: number, card?: string): GameEvent => ({ type: "dealt", seat, shuffle: 1, position: seat, ...(card ? { card } : {}) });
  it("leaves out the cards that all others get in a deal, and keeps one's own", () => {
    const log = logOf([dealt(1), "Ben gets a card."], [dealt(0, "S4"), "You get S4."], [dealt(2), "Cy gets a card."]);
    expect(condensedLog(log).map((line) => line.text)).toEqual(["You get S4."]);
  });
  it("keeps a card that one player draws", () => {
    expect(condensedLog(logOf([dealt(1), "Ben draws a card."]))).toHaveLength(1);
  });
});

describe("quiet rounds (E1)", () => {
  const quiet = (left: number) => fold(newView(["Ana", "Ben"], 0), { type: "quiet-rounds", left });

  it("nothing is said before the hand may be called", () => {
    expect(quietText(newView(["Ana", "Ben"], 0))).toBe("");
  });

  it("what is left is told", () => {
    expect(quietText(quiet(2))).toBe("The table calls the hand after 2 quiet rounds.");
    expect(quietText(quiet(1))).toBe("The table calls the hand after 1 quiet round.");
    expect(quietText(quiet(0))).toContain("the table calls the hand soon");
  });

  it("a shift makes the table ask once more", () => {
    expect(fold(quiet(0), { type: "shifted", kind: "core" }).quiet_left).toBe(1);
    expect(fold(quiet(2), { type: "shifted", kind: "core" }).quiet_left).toBe(2);
  });
});

describe("the end of a hand, from our side", () => {
  const shown = (seat: number, total: number, key: number, bombed_out = false) => ({ type: "shown" as const, seat, cards: [], name: `Total ${total}`, total, bombed_out, key, rank: bombed_out ? 5 : 4 });
  const won = (seat: number): [GameEvent, string] => [{ type: "won", seat, amount: 30, pot: 0, clause: "H4" }, "won"];
  const over: View = { ...THREE, over: true, started_with: [60, 40, 50] };
  const why = (view: View, winner: number) => resultOf(view, logOf(won(winner)), FAMILY_76)?.why;

  it("says what was won or lost, all in all", () => {
    expect([0, 1, 2].map((seat) => netOf(over, seat))).toEqual([-10, 10, 0]);
  });
  it("says whose hand beat whose", () => {
    const view = { ...over, shown: { 0: shown(0, 19, 19), 1: shown(1, 22, 22), 2: shown(2, 26, -1000, true) } };
    expect(why(view, 1)).toBe("Ben’s 22 beats your 19.");
    expect(why({ ...view, seat: 1 }, 1)).toBe("Your 22 beats Ana’s 19.");
    expect(why({ ...view, seat: 2 }, 1)).toBe("You bombed out at 26.");
    expect(comparedSeats(view, [1])).toEqual([1, 0, 2]);
  });
  it("says that one folded, or that all others did", () => {
    expect(why({ ...over, live: [false, true, false] }, 1)).toBe("You folded.");
    expect(why({ ...over, live: [true, false, false] }, 0)).toBe("Everybody else has folded.");
    expect(why({ ...over, seat: null }, 0)).toBe("");
  });
  it("has the standings where a game is over with it", () => {
    const game: [GameEvent, string] = [{ type: "game-won", seat: 2, rounds: [1, 0, 2] }, "Cy wins the game."];
    const standings = resultOf(over, logOf(won(2), game), FAMILY_76)?.standings;
    expect(standings?.map((one) => [one.name, one.rounds])).toEqual([["Cy", 2], ["Ana", 1], ["Ben", 0]]);
    expect(resultOf(over, logOf(won(2)), FAMILY_76)?.standings).toBeNull();
  });
});
