/** How a hand ended, in sentences: out of its log. */

import { formatNumber } from "../../cards/format";
import { t } from "../../language/catalogue.svelte";
import type { Family } from "../../families/family";
import type { GameEvent, WonEvent } from "../../protocol";
import type { LogLine } from "./store.svelte";
import type { View } from "./view";

export interface Result {
  winners: readonly number[];
  headline: string;
  reason: string; // why they won
  why: string; // why it went for us as it did; nothing for who only watched
  lines: readonly LogLine[]; // each payment
  special: boolean; // somebody took the sabacc pot
  standings: readonly Standing[] | null; // of a game that is over with this round (CS12)
}

/** A player's place in a game that is won by rounds. */
export interface Standing {
  seat: number;
  name: string;
  rounds: number;
  won: boolean;
}

const MONEY: readonly GameEvent["type"][] = ["won", "swept", "refunded", "sudden-demise", "no-sudden-demise", "tie-drawn", "game-won"];
const PENALTIES: readonly string[] = ["bomb-out", "caller"];

/** The hand's end, or null while it is played. */
export function resultOf(view: View | null, log: readonly LogLine[], family: Family): Result | null {
  if (!view?.over) return null;
  const hand = log.filter((line) => line.hand === view.number);
  const lines = hand.filter((line) => isOfTheEnd(line.event));
  const wins = hand.flatMap(({ event }) => (event.type === "won" || event.type === "round-won" ? [event] : []));
  const winners = [...new Set(wins.map((win) => win.seat))];
  const amounts = wins.filter((win): win is WonEvent => win.type === "won");
  return {
    winners,
    headline: headlineOf(view, winners, amounts),
    reason: reasonOf(view, winners, family, amounts.length > 0),
    why: whyOf(view, winners, family),
    lines,
    special: amounts.some((win) => win.pot < 0),
    standings: standingsOf(view, hand),
  };
}

/** By seat, the card that each was dealt to break a tie (CH25, CS10). */
export function tieCards(view: View | null, log: readonly LogLine[]): Readonly<Record<number, string>> {
  const drawn = log.flatMap(({ hand, event }) => (hand === view?.number && event.type === "tie-drawn" ? [[event.seat, event.card] as const] : []));
  return Object.fromEntries(drawn);
}

/** Credits won or lost in the hand, all in all. */
export function netOf(view: View, seat: number): number {
  return (view.stacks[seat] ?? 0) - (view.started_with[seat] ?? 0);
}

/** Everybody who was dealt in: winners first, then by what they showed, then who folded. */
export function comparedSeats(view: View, winners: readonly number[]): number[] {
  const place = (seat: number) => {
    const shown = view.shown[seat];
    return winners.includes(seat) ? 3 : !shown ? 0 : shown.bombed_out ? 1 : 2;
  };
  return view.dealt_in.toSorted((a, b) => place(b) - place(a) || (view.shown[b]?.key ?? 0) - (view.shown[a]?.key ?? 0));
}

function standingsOf(view: View, hand: readonly LogLine[]): Standing[] | null {
  const event = hand.map((line) => line.event).find((one) => one.type === "game-won");
  if (!event) return null;
  const all = event.rounds.flatMap((rounds, seat) => (view.names[seat] ? [{ seat, name: view.names[seat], rounds, won: seat === event.seat }] : []));
  return all.sort((a, b) => Number(b.won) - Number(a.won) || b.rounds - a.rounds);
}

/** One sentence, from our side of the table. */
function whyOf(view: View, winners: readonly number[], family: Family): string {
  const me = view.seat;
  if (me === null || !view.dealt_in.includes(me)) return "";
  const mine = view.shown[me];
  if (!mine) return winners.includes(me) ? t("result.alone") : view.live[me] ? "" : t("result.you-folded");
  if (mine.bombed_out && !winners.includes(me)) return t("result.you-bombed", { total: formatNumber(mine.total) });
  const others = Object.values(view.shown).filter((one) => one.seat !== me);
  if (winners.includes(me)) {
    const rest = others.filter((one) => !winners.includes(one.seat));
    const best = rest.filter((one) => !one.bombed_out).toSorted((a, b) => (b.key ?? 0) - (a.key ?? 0))[0];
    if (best) return t("result.you-beat", { mine: family.shownText(mine), name: view.names[best.seat] ?? "", theirs: family.shownText(best) });
    return rest.length ? t("result.others-bombed") : "";
  }
  const winner = others.find((one) => winners.includes(one.seat));
  return winner ? t("result.beats-you", { mine: family.shownText(mine), name: view.names[winner.seat] ?? "", theirs: family.shownText(winner) }) : "";
}

function isOfTheEnd(event: GameEvent): boolean {
  return MONEY.includes(event.type) || (event.type === "paid" && PENALTIES.includes(event.why));
}

function headlineOf(view: View, winners: readonly number[], wins: readonly WonEvent[]): string {
  if (!winners.length) return t("result.nobody");
  const names = winners.map((seat) => (seat === view.seat ? t("view.you") : (view.names[seat] ?? "")));
  const amount = wins.reduce((sum, win) => sum + win.amount, 0);
  const mine = winners.length === 1 && winners[0] === view.seat;
  if (mine) return amount ? t("result.wins.you", { amount }) : t("result.wins-round.you");
  return amount ? t("result.wins", { n: winners.length, names, amount }) : t("result.wins-round", { n: winners.length, names });
}

function reasonOf(view: View, winners: readonly number[], family: Family, forCredits: boolean): string {
  const first = winners[0];
  if (first === undefined) return Object.keys(view.shown).length ? t("result.all-bombed") : "";
  const shown = view.shown[first];
  if (!shown) return forCredits ? "" : t("result.alone"); // the line about the pot says it already
  if (winners.length > 1) return winners.map((seat) => t("result.of", { name: view.names[seat] ?? "", hand: shownText(view, seat, family) })).join(", ");
  return family.winningText(shown, view);
}

function shownText(view: View, seat: number, family: Family): string {
  const shown = view.shown[seat];
  return shown ? family.shownText(shown) : "";
}
