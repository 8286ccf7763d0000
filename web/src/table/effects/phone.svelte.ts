/** What a phone does at the table: its screen stays awake while one plays, and it shakes when it is one's turn. */

import { preferences } from "../../shell/preferences.svelte";
import type { TableStore } from "../model/store.svelte";

const SHAKE = [60, 50, 60]; // milliseconds

/** Keeps the screen awake for as long as it is wanted, and again whenever the page is seen again. */
async function stayAwake(stopped: () => boolean): Promise<WakeLockSentinel | null> {
  if (!("wakeLock" in navigator) || document.visibilityState !== "visible") return null;
  try {
    const lock = await navigator.wakeLock.request("screen");
    if (stopped()) void lock.release();
    return lock;
  } catch {
    return null; // an empty battery, or a browser that doesn't allow it
  }
}

export function attendTable(store: () => TableStore): void {
  const seated = $derived(store().seat !== null && !store().table?.closed && store().connection !== "ended");
  $effect(() => {
    if (!seated) return;
    let stopped = false;
    let lock: WakeLockSentinel | null = null;
    const hold = async () => {
      if (!lock || lock.released) lock = await stayAwake(() => stopped);
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      stopped = true;
      document.removeEventListener("visibilitychange", hold);
      void lock?.release();
    };
  });

  const turn = $derived(store().asked?.number ?? 0);
  $effect(() => {
    if (turn && preferences.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKE);
  });
}
