/** The game that was played last, kept by this browser. */

import type { PresetInfo } from "../protocol";
import { readSetting, writeSetting } from "../shell/settings";

/** Or the one to begin with, for who has played none yet. */
export function lastPreset(presets: readonly PresetInfo[]): string {
  const last = readSetting("preset", "");
  return presets.some((one) => one.key === last) ? last : firstPreset(presets);
}

/** The game that every explanation begins with. */
export function firstPreset(presets: readonly PresetInfo[]): string {
  return (presets.find((one) => one.for_newcomers) ?? presets[0])?.key ?? "";
}

export function rememberPreset(preset: string): void {
  writeSetting("preset", preset);
}
