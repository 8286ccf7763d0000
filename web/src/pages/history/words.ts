/** Hands of the past in words. */

import { said } from "../../cards/decks";
import type { HandThere, PlayerThere } from "../../protocol";

const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function when(at: number): string {
  return FORMAT.format(at);
}

export function meIn(hand: HandThere): PlayerThere | undefined {
  return hand.players.find((one) => one.you);
}

/** How it went for somebody, such as "Won with Pure Sabacc". */
export function outcomeOf(player: PlayerThere | undefined): string {
  if (!player?.outcome) return "Sat by";
  if (player.bombed_out) return "Bombed out";
  const with_ = player.showed && player.hand_name ? ` with ${player.hand_name.replace("-", "−")}` : "";
  return { won: "Won", lost: "Lost", folded: "Folded" }[player.outcome] + with_;
}

/** Credits won or lost, with a sign that is more than a colour. */
export function net(won: number): { text: string; tone: "positive" | "negative" | "" } {
  if (!won) return { text: "0", tone: "" };
  return won > 0 ? { text: `▲ ${said(won, true)}`, tone: "positive" } : { text: `▼ ${said(won)}`, tone: "negative" };
}

/** What somebody looks for among their hands. */
export interface Search {
  preset: string;
  outcome: string;
  opponent: string;
  text: string;
  from: string; // days, as a browser's date field has them
  to: string;
}
export const EVERYTHING: Search = { preset: "", outcome: "", opponent: "", text: "", from: "", to: "" };

/** The search as the server reads it; days are this browser's, and the last one counts whole. */
export function queryOf(search: Search, before: string | null, limit: number): string {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const key of ["preset", "outcome", "opponent", "text"] as const) if (search[key].trim()) query.set(key, search[key].trim());
  if (search.from) query.set("from", String(new Date(`${search.from}T00:00:00`).getTime()));
  if (search.to) query.set("to", String(dayAfter(search.to)));
  if (before) query.set("before", before);
  return query.toString();
}

function dayAfter(day: string): number {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + 1);
  return date.getTime();
}
