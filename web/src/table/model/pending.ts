/** What a player wants that is done when the hand is over. */

import type { WaitingInfo } from "../../protocol";

/** The kinds of things that wait for a seat, or for a person who has none yet. */
export function pendingFor(waiting: readonly WaitingInfo[], seat: number | null, name: string | null): string[] {
  return waiting.filter((one) => (seat === null ? one.name !== "" && one.name === name : one.seat === seat)).map((one) => one.what);
}

/** Whether a seat sits out once all of that is done. */
export function willSitOut(sitsOut: boolean, waits: readonly string[]): boolean {
  const last = waits.findLast((one) => one === "sat-out" || one === "came-back");
  return last === undefined ? sitsOut : last === "sat-out";
}
