/** One click, and one sits at a table with bots. */

import { api } from "../api";
import { messages } from "../shell/messages.svelte";
import { router } from "../shell/router.svelte";
import { session } from "../shell/session.svelte";
import { lastPreset, rememberPreset } from "./last_preset";
import { openLesson } from "./lessons";
import { opponents } from "./opponents.svelte";

export class QuickPlay {
  busy = $state(false);

  /** Deals oneself into a hand, of the last game if none is named; what is in the way is said. */
  async start(named = ""): Promise<void> {
    this.busy = true;
    try {
      const preset = named || lastPreset(await api.presets());
      const level = await opponents.find();
      if (level !== null) rememberPreset(preset);
      if (level === "lesson") await openLesson(preset);
      else if (level !== null) await this.#deal(preset, level);
    } catch (error) {
      messages.error(error);
    }
    this.busy = false;
  }

  /** To the lesson of a game; who takes it is new to it. */
  async learn(preset: string): Promise<void> {
    this.busy = true;
    try {
      await openLesson(preset);
    } catch (error) {
      messages.error(error);
    }
    this.busy = false;
  }

  async #deal(preset: string, level: number): Promise<void> {
    await session.ensurePerson();
    const table = await api.quick(preset, level);
    opponents.keepTable(table.id);
    router.navigate(table.link);
  }
}
