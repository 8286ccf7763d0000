/** What one asks the coach at a table, and what it has said about the question that one is asked. */

import { readSetting, writeSetting } from "../../shell/settings";
import type { OddsStrip } from "../../protocol";
import type { TableStore } from "../model/store.svelte";

export class CoachTalk {
  on = $state(readSetting("coach", "off") === "on");
  odds = $state.raw<OddsStrip | null>(null);
  advice = $state<string | null>(null); // null: not asked for
  counting = $state(false);
  thinking = $state(false);
  #question = 0; // what is said is about it

  constructor(readonly store: () => TableStore) {}

  readonly may = $derived.by(() => Boolean(this.store().table?.coach) && this.store().seat !== null);
  readonly shown = $derived.by(() => this.on && this.may && this.store().question !== null);

  turn(): void {
    this.on = !this.on;
    writeSetting("coach", this.on ? "on" : "off");
  }

  /** Asks for the odds of another question. */
  async count(question: number): Promise<void> {
    this.#question = question;
    this.odds = null;
    this.advice = null;
    this.thinking = false;
    this.counting = true;
    const said = await this.store().askCoach(question, "odds");
    if (question !== this.#question) return;
    this.odds = said?.odds ?? null;
    this.counting = false;
  }

  async advise(): Promise<void> {
    const question = this.#question;
    this.thinking = true;
    const said = await this.store().askCoach(question, "advice");
    if (question !== this.#question) return;
    this.advice = said?.advice ?? "";
    this.thinking = false;
  }
}
