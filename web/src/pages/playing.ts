/** One click, and one sits at a table. */

import { api } from "../api";
import { router } from "../shell/router.svelte";
import { session } from "../shell/session.svelte";
import { rememberPreset } from "./remembered";

/** Deals oneself into a hand against bots. */
export async function playNow(preset: string): Promise<void> {
  rememberPreset(preset);
  await session.comeIn();
  router.go((await api.quick(preset)).link);
}
