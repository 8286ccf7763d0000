/** The game that was played last, kept by this browser. */

import { keep, kept } from "../shell/preferences.svelte";

export function lastPreset(): string {
  return kept("preset", "classic");
}

export function rememberPreset(preset: string): void {
  keep("preset", preset);
}
