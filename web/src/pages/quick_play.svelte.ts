/** One click, and one sits at a table with bots. */

import { api } from "../api";
import { messages } from "../shell/messages.svelte";
import { router } from "../shell/router.svelte";
import { session } from "../shell/session.svelte";
import { lastPreset, rememberPreset } from "./last_preset";

export class QuickPlay {
  busy = $state(false);

  /** Deals oneself into a hand, of the last game if none is named; what is in the way is said. */
  async start(named = ""): Promise<void> {
    this.busy = true;
    try {
      const preset = named || lastPreset(await api.presets());
      rememberPreset(preset);
      await session.ensurePerson();
      router.navigate((await api.quick(preset)).link);
    } catch (error) {
      messages.error(error);
    }
    this.busy = false;
  }
}
