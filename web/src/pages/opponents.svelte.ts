/** How strong the bots are that sit down with one: asked once, chosen at any time, and higher after one has won. */

import { api } from "../api";
import { t } from "../language/catalogue.svelte";
import { messages } from "../shell/messages.svelte";
import { readSetting, writeSetting } from "../shell/settings";

export const LEVELS = [1, 2, 3, 4] as const;
export type Level = (typeof LEVELS)[number];
export type Answer = Level | "lesson" | null; // null: not now

const ENOUGH_HANDS = 5; // that say how well somebody plays

class Opponents {
  level = $state<Level | 0>(levelOf(readSetting("level", "")));
  asking = $state.raw<((answer: Answer) => void) | null>(null); // the question is open

  set(level: Level): void {
    this.level = level;
    writeSetting("level", String(level));
  }

  /** The level to play at; who has never said it is asked. */
  async find(): Promise<Answer> {
    if (this.level) return this.#promoted(this.level);
    const answer = await new Promise<Answer>((resolve) => (this.asking = resolve));
    this.asking = null;
    if (answer !== null) this.set(answer === "lesson" ? 1 : answer);
    return answer;
  }

  /** The table at which one plays now: how it went there is looked up before the next one. */
  keepTable(table: string): void {
    writeSetting("level-table", table);
  }

  /** One level more, if one has won at the last table. */
  async #promoted(level: Level): Promise<Level> {
    const last = readSetting("level-table", "");
    writeSetting("level-table", "");
    const higher = levelOf(String(level + 1));
    if (!last || !higher) return level;
    const session = await api.session(last).catch(() => null); // nothing was played there
    if (!session || session.hands < ENOUGH_HANDS || session.net <= 0) return level;
    this.set(higher);
    messages.toast(t("learn.promoted"));
    return higher;
  }
}

function levelOf(text: string): Level | 0 {
  return LEVELS.find((one) => String(one) === text) ?? 0;
}

export const opponents = new Opponents();
