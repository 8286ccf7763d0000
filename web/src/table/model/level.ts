/** The level of the blinds: what is played, what comes next, and when. */

import { t } from "../../language/catalogue.svelte";
import type { LevelClock, TableInfo } from "../../protocol";

/** A level's clock, and when we heard of it by this browser's time. */
export interface HeardLevelClock extends LevelClock {
  heard: number;
}

/** A level and its blinds as they are shown. */
export interface LevelText {
  name: string;
  blinds: string;
  board: string;
}

/** The level that comes by itself, and when, in full and in short. */
export interface NextLevelText extends LevelText {
  when: string;
  left: string;
}

type Levels = Pick<TableInfo, "levels" | "level" | "next_level">;

/** The level that is played; null if the blinds are none of the schedule. */
export function levelText(table: Levels, level = table.level): LevelText | null {
  const found = table.levels[level - 1];
  return found ? { name: t("levels.name", { level }), blinds: `${found[0]}/${found[1]}`, board: t("levels.board", { price: found[2] }) } : null;
}

/** The one that comes then; null if none does by itself. */
export function nextLevelText(table: Levels, clock: HeardLevelClock | null, now: number): NextLevelText | null {
  const next = levelText(table, table.next_level);
  return next && clock ? { ...next, ...whenText(clock, now) } : null;
}

/** Milliseconds that are left of the level. */
function levelTimeLeft(clock: HeardLevelClock, now: number): number {
  return Math.max(0, (clock.ms ?? 0) - (clock.runs ? Math.max(0, now - clock.heard) : 0));
}

function whenText(clock: HeardLevelClock, now: number): Pick<NextLevelText, "when" | "left"> {
  const seconds = Math.ceil(levelTimeLeft(clock, now) / 1000);
  if (!(clock.hands ?? seconds)) return { when: t("levels.with-next-hand"), left: t("levels.next-hand") };
  if (clock.hands == null) {
    const time = t("levels.in", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` });
    return { when: time, left: time };
  }
  const { hands } = clock;
  return { when: t("levels.after-hands", { hands }), left: t("levels.hands-left", { hands }) };
}
