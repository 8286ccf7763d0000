/** The log as one reads it: what goes without saying is left out. */

import type { LogLine } from "./store.svelte";

/** Without the cards that everybody gets in turn, face down; one's own stay. */
export function condensedLog(log: readonly LogLine[]): LogLine[] {
  return log.filter((line, i) => !isUnseen(line) || !(isDealt(log[i - 1]) || isDealt(log[i + 1])));
}

function isDealt(line: LogLine | undefined): boolean {
  return line?.event.type === "dealt";
}

function isUnseen({ event }: LogLine): boolean {
  return event.type === "dealt" && !event.card;
}
