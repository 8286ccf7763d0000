/**
 * The table as it is shown: what has happened is played back beat by beat, by one clock.
 *
 *     const playback = new Playback(() => store, motion);   // in a component
 *     playback.view     cards where they lie or fly
 *     playback.landed   numbers: what has landed
 *
 * The store knows the truth at once, and a decision is asked for at once. What is shown may be behind for a moment; a tap, a
 * hidden tab, a snapshot and a preference for no motion end that.
 */

import { motionFactor } from "../../shell/preferences.svelte";
import { playSound } from "../../shell/sounds";
import { eventSounds, isAsked } from "../effects/event_sounds";
import type { Motion } from "../effects/motion.svelte";
import { see } from "../model/fold";
import type { LogLine, Picture, TableStore } from "../model/store.svelte";
import type { View } from "../model/view";
import type { You } from "../../protocol";
import { beatsOf, type Beat, type Scene, type ToldEvent } from "./beats";

interface Timed {
  beat: Beat;
  starts: number;
  lands: number;
  names: readonly string[]; // of who sits there, for a hand that begins
  seat: number | null;
  then: Picture | null; // what there is to be seen when the last beat of a message has landed
}

const FARTHEST_BEHIND = 6000; // milliseconds at normal speed; who is farther sees the end of what was before

export class Playback {
  #playing = $state(false);
  #view = $state.raw<View | null>(null);
  #landed = $state.raw<View | null>(null);
  #beside = $state.raw<Picture | null>(null); // when the last whole message had landed
  #untold = $state.raw<ReadonlySet<number>>(new Set()); // lines of the log that have not landed
  #scene = $state<Scene>("");
  #word = $state<Beat["word"]>("");
  #winners = $state.raw<readonly number[]>([]);
  #leaving = $state.raw<readonly ToldEvent[]>([]);

  #waiting: Timed[] = []; // have not begun
  #flying: Timed[] = []; // have begun, and not landed
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #store: () => TableStore;
  readonly #motion: Motion;
  readonly #sound: typeof playSound;

  constructor(store: () => TableStore, motion: Motion, { silent = false } = {}) {
    this.#store = store;
    this.#motion = motion;
    this.#sound = silent ? () => {} : playSound;
    $effect(() => {
      const open = store();
      const stop = open.subscribe((news, before) => this.#receive(open, news, before));
      const hidden = () => document.hidden && this.skip();
      document.addEventListener("visibilitychange", hidden);
      return () => {
        stop();
        document.removeEventListener("visibilitychange", hidden);
        this.skip();
      };
    });
  }

  /** Whether what is shown is behind. */
  get playing(): boolean {
    return this.#playing;
  }

  /** Cards: where they lie, or where they fly to. */
  get view(): View | null {
    return this.#playing ? this.#view : this.#store().view;
  }

  /** Numbers: only what has landed. */
  get landed(): View | null {
    return this.#playing ? this.#landed : this.#store().view;
  }

  readonly log = $derived.by<readonly LogLine[]>(() => {
    const { log } = this.#store();
    return this.#playing ? log.filter((line) => !this.#untold.has(line.id)) : log;
  });

  get you(): You | null {
    return this.#playing ? (this.#beside?.you ?? null) : this.#store().you;
  }

  /** Rounds that each seat has won (CS12). */
  get rounds(): readonly number[] {
    return (this.#playing ? this.#beside?.rounds : this.#store().table?.rounds) ?? [];
  }

  get scene(): Scene {
    return this.#playing ? this.#scene : "";
  }

  get word(): Beat["word"] {
    return this.#playing ? this.#word : "";
  }

  /** Who is being paid. */
  get winners(): readonly number[] {
    return this.#playing ? this.#winners : [];
  }

  /** The cards of a seat that crackle away now; null is one that lies face down. */
  leaving(seat: number): readonly (string | null)[] {
    const view = this.view;
    if (!view || !this.#playing) return [];
    const down = seat === view.seat ? view.cards : Array<null>(view.counts[seat] ?? 0).fill(null);
    return this.#leaving.flatMap(({ event }): readonly (string | null)[] => {
      if (event.type === "shuffled") return event.zones.includes("hands") ? down : [];
      if (!("seat" in event) || event.seat !== seat) return [];
      if (event.type === "discarded") return event.cards ?? down.slice(-event.count);
      return event.type === "taken" || event.type === "offered" ? [event.card ?? null] : [];
    });
  }

  /** Shows the end of all that is still going on. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#flying = [];
    if (!this.#playing) return;
    this.#playing = false;
    this.#leaving = [];
    this.#motion.still();
  }

  // ---- news

  #receive(store: TableStore, news: readonly ToldEvent[], before: Picture): void {
    const after = store.view;
    if (news.length && !isAsked(before.view) && isAsked(after)) this.#sound("your-turn");
    const factor = motionFactor();
    const begins = news.some(({ event }) => event.type === "hand-started");
    if (!news.length || document.hidden || !factor || begins || this.#behind() > FARTHEST_BEHIND * factor) this.skip();
    if (!news.length || document.hidden) return; // a snapshot; or nobody looks
    const beats = beatsOf(news);
    if (!factor) {
      for (const beat of beats) this.#motion.cue(beat, after);
      eventSounds(news, after).forEach(this.#sound);
      return;
    }
    this.#enqueue(store, beats, before, factor);
    this.#tick();
  }

  /** Milliseconds until all has landed. */
  #behind(): number {
    const last = this.#waiting.at(-1) ?? this.#flying.at(-1);
    return last ? last.lands - performance.now() : 0;
  }

  #enqueue(store: TableStore, beats: readonly Beat[], before: Picture, factor: number): void {
    if (!this.#playing) {
      this.#view = this.#landed = before.view;
      this.#untold = new Set();
      this.#beside = before;
      this.#winners = [];
      this.#scene = "";
      this.#word = "";
      this.#playing = true;
    }
    const lines = beats.flatMap((beat) => beat.news.flatMap(({ line }) => (line ? [line.id] : [])));
    this.#untold = new Set([...this.#untold, ...lines]);
    const last = this.#waiting.at(-1) ?? this.#flying.at(-1);
    let starts = Math.max(performance.now(), last ? last.starts + last.beat.next * factor : 0);
    let lands = last?.lands ?? 0;
    const names = (store.table?.seats ?? []).map((seat) => seat.name ?? "");
    beats.forEach((beat, i) => {
      lands = Math.max(lands, starts + beat.lasts * factor);
      const then = i + 1 === beats.length ? store.picture : null;
      this.#waiting.push({ beat, starts, lands, names, seat: store.you?.seat ?? null, then });
      starts += beat.next * factor;
    });
  }

  // ---- the clock

  #tick = (): void => {
    clearTimeout(this.#timer);
    const now = performance.now(); // what is due later waits for its own turn, however long this one takes
    for (;;) {
      const [first, flying] = [this.#waiting[0], this.#flying[0]];
      const landsFirst = flying && (!first || flying.lands <= first.starts);
      const due = landsFirst ? flying.lands : first?.starts;
      if (due === undefined) break;
      const wait = due - now;
      if (wait > 1) {
        this.#timer = setTimeout(this.#tick, wait);
        return;
      }
      if (landsFirst) this.#land(this.#flying.shift()!);
      else this.#start(this.#waiting.shift()!, now);
    }
    this.#playing = false; // all has landed
  };

  #start(one: Timed, now: number): void {
    // A busy browser begins late: then all that follows is later, and nothing lands before it has been seen to fly.
    const late = now - one.starts;
    for (const each of [one, ...this.#waiting]) {
      each.starts += late;
      each.lands += late;
    }
    this.#flying.push(one);
    const { beat } = one;
    if (beat.scene !== this.#scene || beat.word) this.#word = beat.word;
    this.#scene = beat.scene;
    if (beat.leaving) this.#leaving = beat.news;
    else this.#view = folded(this.#view, one);
    const won = beat.news.flatMap(({ event }) => (event.type === "won" || event.type === "round-won" ? [event.seat] : []));
    if (won.length) this.#winners = [...this.#winners, ...won];
    this.#motion.cue(beat, this.#view);
    eventSounds(beat.news, this.#view).forEach(this.#sound);
  }

  #land(one: Timed): void {
    const { beat } = one;
    if (beat.leaving) {
      this.#view = folded(this.#view, one);
      this.#leaving = [];
    }
    this.#landed = folded(this.#landed, one);
    const told = beat.news.flatMap(({ line }) => (line ? [line.id] : []));
    if (told.length) this.#untold = new Set([...this.#untold].filter((id) => !told.includes(id)));
    if (one.then) this.#beside = one.then;
    else if (beat.news.some(({ event }) => event.type === "hand-started")) this.#beside = { view: null, you: null, rounds: this.rounds };
  }
}

function folded(view: View | null, { beat, names, seat }: Timed): View | null {
  return beat.news.reduce((one, { event }) => see(one, event, names, seat), view);
}
