/** The one line in the middle that says what everybody waits for. */

import { t } from "../../language/catalogue.svelte";
import { questionTask } from "../bar/prompts";
import type { TableStore } from "../model/store.svelte";
import type { View } from "../model/view";

/** Seconds to the next hand. */
export function secondsToNextHand(store: TableStore): number | null {
  return store.nextHandAt === null ? null : Math.ceil(Math.max(0, store.nextHandAt - store.now) / 1000);
}

/** `view`: what is seen of the hand. */
/** Whether a table that has not begun waits for people. */
export function isWaitingRoom(store: TableStore): boolean {
  const { table, view } = store;
  if (!table || view || table.hands || table.closed || store.nextHandAt !== null) return false;
  return table.seats.some((info) => !info.name || info.bot);
}

export function statusText(store: TableStore, view: View | null, mine: number | null): string {
  const { table } = store;
  if (table?.closed) return t("status.closed");
  if (table?.paused) return t("status.paused");
  if (view && !view.over) return waitingFor(view, mine);
  const seconds = secondsToNextHand(store);
  if (seconds !== null) return t("status.next-hand", { seconds });
  if (!table || table.waiting.length) return ""; // something is done before the next hand
  const players = table.seats.filter((seat) => seat.name && !seat.sitting_out);
  if (players.length < 2) return t("status.waiting-for-another");
  const short = players.filter((seat) => (seat.stack ?? 0) < table.price);
  const names = short.flatMap((seat) => (seat.bot ? [] : [seat.name]));
  const onlyBots = players.every((seat) => seat.bot || short.includes(seat)); // they don't play among themselves
  return names.length && (onlyBots || players.length - short.length < 2) ? t("status.waiting-for-credits", { names: names.join(", ") }) : t("status.waiting");
}

function waitingFor(view: View, mine: number | null): string {
  if (!view.asked.length || (mine !== null && view.asked.includes(mine))) return ""; // the action bar says it
  const names = view.asked.map((seat) => view.names[seat]);
  const who = names.length > 3 ? t("status.players", { n: names.length }) : names.join(", ");
  return t("status.have-to", { n: names.length, names: who, question: questionTask(view.asked_kind) });
}

/** How long it may stay quiet until the table itself calls the hand (E1); nothing while nobody may call. */
export function quietText(view: View): string {
  if (view.quiet_left === null || view.called || view.over) return "";
  if (view.quiet_left === 0) return t("status.quiet-next");
  return t("status.quiet-left", { left: view.quiet_left });
}
