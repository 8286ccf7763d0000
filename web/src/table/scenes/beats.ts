/** What has happened as a row of beats: what is seen together, how long it takes to land, and what word stands over it. */

import type { MessageId } from "../../language/catalogue.svelte";
import type { GameEvent } from "../../protocol";
import type { LogLine } from "../model/store.svelte";

type Kind = GameEvent["type"];

/** An event, and the log's sentence of it, if it has one. */
export interface ToldEvent {
  event: GameEvent;
  line: LogLine | null;
}

export type Scene = "" | "deal" | "shift" | "showdown" | "demise" | "sabacc";

export interface Beat {
  news: readonly ToldEvent[];
  scene: Scene;
  word: MessageId | ""; // over the table, until another scene begins
  lasts: number; // milliseconds until it has landed
  next: number; // milliseconds until the next beat begins
  leaving: boolean; // cards that are seen to go first, and are gone when it lands
}

export const DEAL = 180;
export const TURN = 220;
export const CREDITS = 400;
export const DICE = 700;
export const CRACKLE = 450; // old cards in a shift
const WORD = 450;
const SHOWDOWN = 2500;
const SABACC = 4000; // a showdown in which somebody takes the sabacc pot
const WHOLE_DEAL = 1100;
const DEMISE_CARD = 750;

const LEAVES: readonly Kind[] = ["discarded", "taken", "shuffled", "offered"];
const DEALS: readonly Kind[] = ["dealt", "board-dealt"];
const TURNS: readonly Kind[] = ["placed", "took-back", "bought", "swapped", "kept", "peeked", "pile-taken", "board-filled", "selected"];
const GOES: readonly Kind[] = ["dropped", "discarded", "taken", "folded", "offered"];
const PAYS: readonly Kind[] = ["refunded", "won", "swept", "spilled", "round-won"];

/** The beats of what came in one message. */
export function beatsOf(news: readonly ToldEvent[]): Beat[] {
  const runs = new Runs(news);
  const beats: Beat[] = [];
  while (!runs.done) beats.push(...nextBeats(runs));
  return fitted(beats);
}

function nextBeats(runs: Runs): Beat[] {
  const kind = runs.kind;
  if (kind === "shifted") return shiftBeats(runs);
  if (kind === "shown") return showdownBeats(runs.take("shown"));
  if (kind === "sudden-demise") return demiseBeats(runs);
  if (DEALS.includes(kind)) return dealBeats(runs.take(...DEALS), "deal", DEAL);
  if (kind === "won") return [wonBeat(runs)];
  if (kind === "paid") return [beat(runs.take("paid"), { lasts: CREDITS, next: CREDITS * 0.6 })];
  const one = runs.take(kind);
  if (kind === "rolled") return one.map((news) => beat([news], { lasts: DICE, next: DICE }));
  if (TURNS.includes(kind)) return one.map((news) => beat([news], { lasts: TURN, next: TURN / 2 }));
  if (GOES.includes(kind)) return one.map((news) => beat([news], { lasts: DEAL + 80, next: DEAL }));
  if (PAYS.includes(kind)) return [beat(one, { lasts: CREDITS, next: CREDITS })];
  if (kind === "called") return [beat(one, { next: WORD })];
  return [beat(one, {})];
}

function beat(news: readonly ToldEvent[], more: Partial<Beat>): Beat {
  return { news, scene: "", word: "", lasts: 0, next: 0, leaving: false, ...more };
}

/** The word, the old cards crackle away, the new ones turn. */
function shiftBeats(runs: Runs): Beat[] {
  const word = beat(runs.take("shifted"), { scene: "shift", word: "scene.shift", next: WORD });
  const old = runs.take(...LEAVES);
  const away = old.length ? [beat(old, { scene: "shift", lasts: CRACKLE, next: CRACKLE, leaving: true })] : [];
  const fresh = runs.take("dealt");
  return [word, ...away, ...dealBeats(fresh, "shift", TURN)];
}

/** Card by card; they overlap in the air. The last one has landed before anything else. */
function dealBeats(cards: readonly ToldEvent[], scene: Scene, lasts: number): Beat[] {
  const between = Math.min(80, WHOLE_DEAL / cards.length);
  return cards.map((news, i) => beat([news], { scene, lasts, next: i + 1 < cards.length ? between : lasts }));
}

/** Who has to show first does; then the others in turn, the best of them last. */
export function showingOrder(shown: readonly ToldEvent[]): readonly ToldEvent[] {
  const [first, ...rest] = shown;
  if (!first || rest.length < 2) return shown;
  const best = rest.reduce((one, other) => (strengthOf(other.event) > strengthOf(one.event) ? other : one));
  return [first, ...rest.filter((one) => one !== best), best];
}

function strengthOf(event: GameEvent): number {
  return event.type === "shown" && !event.bombed_out ? (event.key ?? 0) : -Infinity;
}

function showdownBeats(shown: readonly ToldEvent[]): Beat[] {
  const each = Math.max(260, Math.min(520, 1600 / shown.length));
  return showingOrder(shown).map((one) => beat([one], { scene: "showdown", lasts: TURN, next: each }));
}

/** The word, then a card for one seat after the other, with the hand that it makes. */
function demiseBeats(runs: Runs): Beat[] {
  const word = beat(runs.take("sudden-demise"), { scene: "demise", word: "scene.demise", next: WORD + 250 });
  const drawn = runs.take("shuffled", "dealt", "tie-drawn", "shown");
  const seats = [...new Set(drawn.flatMap(({ event }) => (event.type === "shuffled" || !("seat" in event) ? [] : [event.seat])))];
  const apart = drawn.filter(({ event }) => event.type === "shuffled");
  const bySeat = seats.map((seat) => drawn.filter(({ event }) => event.type !== "shuffled" && "seat" in event && event.seat === seat));
  return [word, ...(apart.length ? [beat(apart, {})] : []), ...bySeat.map((news) => beat(news, { scene: "demise", lasts: TURN, next: DEMISE_CARD }))];
}

function wonBeat(runs: Runs): Beat {
  const wins = runs.take("won");
  const special = wins.some(({ event }) => event.type === "won" && event.pot < 0);
  return special
    ? beat(wins, { scene: "sabacc", word: "scene.sabacc", lasts: CREDITS * 1.5, next: SABACC - SHOWDOWN + CREDITS })
    : beat(wins, { lasts: CREDITS * 1.5, next: CREDITS * 2 });
}

/** A showdown takes no longer than it is worth, however many show. */
function fitted(beats: readonly Beat[]): Beat[] {
  const from = beats.findIndex((one) => one.scene === "showdown");
  if (from < 0) return [...beats];
  const special = beats.some((one) => one.scene === "sabacc");
  const counted = beats.slice(from).filter((one) => one.scene !== "demise");
  const length = counted.reduce((sum, one) => sum + one.next, 0);
  const quicker = Math.min(1, (special ? SABACC : SHOWDOWN) / length);
  return beats.map((one, i) => (i < from || one.scene === "demise" ? one : { ...one, lasts: one.lasts * quicker, next: one.next * quicker }));
}

/** Walks through news, a run of the same kinds at a time. */
class Runs {
  #at = 0;

  constructor(readonly news: readonly ToldEvent[]) {}

  get done(): boolean {
    return this.#at >= this.news.length;
  }

  get kind(): Kind {
    return this.news[this.#at]!.event.type;
  }

  take(...kinds: readonly Kind[]): readonly ToldEvent[] {
    const from = this.#at;
    while (!this.done && kinds.includes(this.kind)) this.#at++;
    return this.news.slice(from, this.#at);
  }
}
