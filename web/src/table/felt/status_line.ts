/** The one line in the middle that says what everybody waits for. */

import { QUESTION_TASKS } from "../bar/prompts";
import type { TableStore } from "../model/store.svelte";
import type { View } from "../model/view";

/** Seconds to the next hand. */
export function secondsToNextHand(store: TableStore): number | null {
  return store.nextHandAt === null ? null : Math.ceil(Math.max(0, store.nextHandAt - store.now) / 1000);
}

/** `view`: what is seen of the hand. */
export function statusText(store: TableStore, view: View | null, mine: number | null): string {
  const { table } = store;
  if (table?.closed) return "The table is closed.";
  if (table?.paused) return "The host has stopped the clocks.";
  if (view && !view.over) return waitingFor(view, mine);
  const seconds = secondsToNextHand(store);
  if (seconds !== null) return `Next hand in ${seconds}.`;
  if (!table || table.waiting.length) return ""; // something is done before the next hand
  const players = table.seats.filter((seat) => seat.name && !seat.sitting_out);
  if (players.length < 2) return "Waiting for another player.";
  const short = players.filter((seat) => (seat.stack ?? 0) < table.price);
  const names = short.flatMap((seat) => (seat.bot ? [] : [seat.name]));
  const onlyBots = players.every((seat) => seat.bot || short.includes(seat)); // they don't play among themselves
  return names.length && (onlyBots || players.length - short.length < 2) ? `Waiting for ${names.join(", ")} to bring credits.` : "Waiting for players.";
}

function waitingFor(view: View, mine: number | null): string {
  if (!view.asked.length || (mine !== null && view.asked.includes(mine))) return ""; // the action bar says it
  const names = view.asked.map((seat) => view.names[seat]);
  const who = names.length > 3 ? `${names.length} players` : names.join(", ");
  return `${who} ${names.length > 1 ? "have" : "has"} to ${QUESTION_TASKS[view.asked_kind] ?? view.asked_kind}.`;
}

/** How long it may stay quiet until the table itself calls the hand (E1); nothing while nobody may call. */
export function quietText(view: View): string {
  if (view.quiet_left === null || view.called || view.over) return "";
  if (view.quiet_left === 0) return "It has been quiet: the table calls the hand next, unless somebody does something.";
  return `The table calls the hand after ${view.quiet_left} quiet round${view.quiet_left === 1 ? "" : "s"}.`;
}
