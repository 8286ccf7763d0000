import { describe, expect, it } from "vitest";
import { levelText, nextLevelText } from "../src/table/model/level";

const LEVELS: [number, number, number][] = [[50, 100, 25], [100, 200, 50], [200, 400, 75]];
const SECOND = { levels: LEVELS, level: 2, next_level: 3 };

describe("the level of the blinds", () => {
  it("is told with its blinds and the price of a board card", () => {
    expect(levelText(SECOND)).toEqual({ name: "Level 2", blinds: "100/200", board: "board card 50" });
  });
  it("is none where the blinds are none of the schedule", () => {
    expect(levelText({ levels: LEVELS, level: 0, next_level: 0 })).toBeNull();
    expect(levelText({ levels: [], level: 0, next_level: 0 })).toBeNull();
  });
});

describe("the next level", () => {
  const when = (clock: { runs: boolean; ms?: number; hands?: number }, now = 0) => {
    const next = nextLevelText(SECOND, { ...clock, heard: 0 }, now);
    return [next?.blinds, next?.when, next?.left];
  };
  it("comes in minutes and seconds, which run down", () => {
    expect(when({ runs: true, ms: 372_000 })).toEqual(["200/400", "in 6:12", "in 6:12"]);
    expect(when({ runs: true, ms: 372_000 }, 67_500)).toEqual(["200/400", "in 5:05", "in 5:05"]);
    expect(when({ runs: true, ms: 1_200_000 })[1]).toBe("in 20:00");
  });
  it("waits while the clock stands", () => {
    expect(when({ runs: false, ms: 372_000 }, 67_500)[1]).toBe("in 6:12");
  });
  it("comes with the next hand when the time is over", () => {
    expect(when({ runs: true, ms: 1000 }, 5000)).toEqual(["200/400", "with the next hand", "next hand"]);
  });
  it("comes after so many hands", () => {
    expect(when({ runs: true, hands: 3 })).toEqual(["200/400", "after 3 more hands", "3 hands left"]);
    expect(when({ runs: false, hands: 1 }, 9999)).toEqual(["200/400", "after 1 more hand", "1 hand left"]);
    expect(when({ runs: true, hands: 0 })).toEqual(["200/400", "with the next hand", "next hand"]);
  });
  it("is none after the last, or where none comes by itself", () => {
    expect(nextLevelText({ ...SECOND, level: 3, next_level: 0 }, null, 0)).toBeNull();
    expect(nextLevelText({ ...SECOND, next_level: 0 }, { runs: true, ms: 5, heard: 0 }, 0)).toBeNull();
  });
});
