/** How a hand ended, in sentences: out of what was told of it. */

import { said } from "../../cards/decks";
import type { GameEvent, ShownEvent, WonEvent } from "../../protocol";
import type { LogLine } from "../store.svelte";
import type { View } from "../view";

export interface Ending {
  winners: readonly number[];
  headline: string;
  why: string;
  lines: readonly LogLine[];
  special: boolean; // somebody took the sabacc pot
}

const MONEY: readonly GameEvent["type"][] = ["won", "swept", "refunded", "sudden-demise", "no-sudden-demise", "tie-drawn", "game-won"];
const ALONE = "Everybody else has folded.";
const PENALTIES: readonly string[] = ["bomb-out", "caller"];

/** The hand's end, or null while it is played. */
export function endingOf(view: View | null, log: readonly LogLine[]): Ending | null {
  if (!view?.over) return null;
  const hand = log.filter((line) => line.hand === view.number);
  const told = hand.filter((line) => isOfTheEnd(line.event));
  const wins = hand.flatMap(({ event }) => (event.type === "won" || event.type === "round-won" ? [event] : []));
  const winners = [...new Set(wins.map((win) => win.seat))];
  const amounts = wins.filter((win): win is WonEvent => win.type === "won");
  return {
    winners,
    headline: headlineOf(view, winners, amounts),
    why: whyOf(view, winners),
    lines: told.map((line) => ({ ...line, text: line.text.replace(`${ALONE} `, "") })), // the reason says it already
    special: amounts.some((win) => win.pot < 0),
  };
}

function isOfTheEnd(event: GameEvent): boolean {
  return MONEY.includes(event.type) || (event.type === "paid" && PENALTIES.includes(event.why));
}

function headlineOf(view: View, winners: readonly number[], wins: readonly WonEvent[]): string {
  if (!winners.length) return "Nobody wins the hand";
  const names = listed(winners.map((seat) => (seat === view.seat ? "You" : (view.names[seat] ?? ""))));
  const verb = winners.length > 1 || winners[0] === view.seat ? "win" : "wins";
  const amount = wins.reduce((sum, win) => sum + win.amount, 0);
  return `${names} ${verb}${amount ? ` ${amount}` : " the round"}`;
}

function whyOf(view: View, winners: readonly number[]): string {
  const first = winners[0];
  if (first === undefined) return Object.keys(view.shown).length ? "Every hand shown has bombed out." : "";
  const shown = view.shown[first];
  if (!shown) return ALONE;
  if (winners.length > 1) return winners.map((seat) => `${view.names[seat]}: ${called(view.shown[seat])}`).join(", ");
  const name = called(shown);
  return name.startsWith("On the") ? name : `with ${name}`;
}

/** A shown hand's name as it is read: "23, Pure Sabacc". */
export function called(shown: ShownEvent | undefined): string {
  const off = shown?.name === "Nuhlrek" ? `, ${said(shown.total, true)}` : ""; // which of two is nearer to zero (CH23)
  return `${shown?.name ?? ""}${off}`.replace(/-(?=\d)/g, "−").replace(/^Total (?=[−\d])/, "");
}

function listed(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}
