/** The games that one has learned by playing, kept by this browser; and the way into a lesson. */

import { api } from "../api";
import { router } from "../shell/router.svelte";
import { session } from "../shell/session.svelte";
import { readSetting, writeSetting } from "../shell/settings";

const SETTING = "learned";

export function learned(): readonly string[] {
  return readSetting(SETTING, "").split(",").filter(Boolean);
}

export function keepLearned(game: string): void {
  if (!learned().includes(game)) writeSetting(SETTING, [...learned(), game].join(","));
}

/** Goes to the lesson of a game: the one that was begun, or a new one. */
export async function openLesson(preset: string): Promise<void> {
  await session.ensurePerson();
  router.navigate((await api.lesson(preset)).link);
}
