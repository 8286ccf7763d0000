/** One table as this browser knows it. Nothing else talks to the socket; components read its fields and call its deeds. */

import { messages, sentence } from "../shell/messages.svelte";
import type { Action, ChatLine, GameEvent, News, Presence, Snapshot, TableInfo, Ticking, Update, You } from "../protocol";
import { fold, foldAll } from "./fold";
import { Refusal, TableSocket, type Command, type Line } from "./socket";
import { newView, type View } from "./view";

export interface LogLine {
  id: number;
  hand: number;
  event: GameEvent;
  text: string;
}

/** A seat's clock, by this browser's time. */
export interface Clock {
  seat: number;
  until: number; // then it runs on out of the time bank
  over: number;
  length: number; // of the decision's own time, when we heard of it
}

/** Told of events as they come, with the views before and after: for motion and sound. */
export type Watcher = (events: readonly GameEvent[], before: View | null, after: View | null) => void;

const LONGEST_LOG = 600;
const TICK = 200;

export class TableStore {
  line = $state<Line>("connecting");
  why = $state(""); // a sentence, where the line is lost or ended
  version = 0;
  table = $state.raw<TableInfo | null>(null);
  view = $state.raw<View | null>(null); // of the hand in play, or the last one
  you = $state.raw<You | null>(null); // null: only watching
  me = $state<string | null>(null);
  isHost = $state(false);
  here = $state.raw<readonly boolean[]>([]);
  watching = $state(0);
  chat = $state.raw<readonly ChatLine[]>([]);
  log = $state.raw<readonly LogLine[]>([]);
  clocks = $state.raw<readonly Clock[]>([]);
  nextHandAt = $state<number | null>(null);
  now = $state(Date.now()); // for countdowns
  busy = $state(0); // commands on their way

  readonly question = $derived(this.you?.question ?? null);
  readonly options = $derived(this.you?.options ?? null);
  readonly seat = $derived(this.you?.seat ?? null);
  readonly preset = $derived(String(this.table?.rules.preset ?? ""));

  #socket: TableSocket;
  #password: string | null = null;
  #watchers = new Set<Watcher>();
  #lines = 0;
  #timer: ReturnType<typeof setInterval>;

  constructor(readonly id: string) {
    const address = `${location.origin.replace(/^http/, "ws")}/ws/tables/${encodeURIComponent(id)}`;
    const hello = () => ({ since: this.version || null, words: true, password: this.#password });
    this.#socket = new TableSocket(address, { news: (news) => this.#hear(news), line: (line, why) => this.#lined(line, why) }, hello);
    this.#timer = setInterval(() => {
      if (this.clocks.length || this.nextHandAt !== null) this.now = Date.now();
    }, TICK);
    addEventListener("online", this.#socket.wake);
    document.addEventListener("visibilitychange", this.#seen);
    this.#socket.connect();
  }

  // ---- deeds

  /** Answers the open question, or makes a free move. */
  act(action: Action): Promise<boolean> {
    return this.do({ type: "act", action, question: this.question?.number ?? 0 });
  }

  /** Sends any command; a refusal is shown, and then it is false. */
  async do(command: Command): Promise<boolean> {
    this.busy++;
    try {
      await this.#socket.send(command);
      return true;
    } catch (error) {
      messages.sorry(error);
      if (!(error instanceof Refusal)) throw error;
      return false;
    } finally {
      this.busy--;
    }
  }

  /** Tries again with the table's password. */
  enter(password: string): TableStore {
    const again = new TableStore(this.id);
    again.#password = password;
    this.close();
    return again;
  }

  close(): void {
    clearInterval(this.#timer);
    removeEventListener("online", this.#socket.wake);
    document.removeEventListener("visibilitychange", this.#seen);
    this.#socket.close();
  }

  /** Until the function that it gives back is called. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #seen = (): void => {
    if (document.visibilityState === "visible") this.#socket.wake();
  };

  #lined(line: Line, why: string): void {
    this.line = line;
    if (why) this.why = why;
    if (line === "lost") this.clocks = [];
  }

  // ---- news

  #hear(news: readonly News[]): void {
    for (const one of news) {
      if (one.type === "snapshot") this.#snapshot(one);
      else if (one.type === "update") this.#update(one);
      else if (one.type === "presence") this.#presence(one);
      else if (one.type === "chat") this.chat = [...this.chat.slice(-199), one];
      else if (one.type === "notice") messages.say(sentence(one.text));
    }
  }

  #snapshot(one: Snapshot): void {
    this.version = one.version;
    this.#table(one.table);
    this.me = one.me;
    this.isHost = one.host;
    this.chat = one.chat ?? [];
    this.view = one.events.length ? foldAll(newView(one.names, seatInHand(one)), one.events) : null;
    const hand = this.view?.number ?? 0;
    this.log = this.log.filter((line) => line.hand < hand);
    this.#tell(one.events, one.say ?? []);
    this.#now(one);
  }

  #update(one: Update): void {
    if (one.version <= this.version) return;
    if (one.version > this.version + 1) {
      this.#socket.refresh(); // something is missing
      return;
    }
    this.version = one.version;
    if (one.table) this.#table(one.table);
    const events = one.events ?? [];
    const before = this.view;
    for (const event of events) this.#see(event, one.you?.seat ?? null);
    this.#tell(events, one.say ?? []);
    this.#now(one);
    if (events.length) for (const watcher of this.#watchers) watcher(events, before, this.view);
  }

  #table(table: TableInfo): void {
    this.table = table;
    this.here = table.seats.map((seat) => seat.here ?? true); // until the next `presence`
  }

  #see(event: GameEvent, seat: number | null): void {
    if (event.type === "hand-started") {
      const names = event.stacks.map((_, i) => this.table?.seats[i]?.name ?? "");
      this.view = newView(names, seat);
    }
    if (this.view) this.view = fold(this.view, event);
  }

  #now(one: Snapshot | Update): void {
    this.now = Date.now();
    this.you = one.you ?? null;
    this.clocks = (one.clock ?? []).map((ticking) => clockOf(ticking, this.now));
    this.nextHandAt = one.next_hand_ms == null ? null : this.now + one.next_hand_ms;
    if (this.you && this.table) this.isHost = Boolean(this.table.seats[this.you.seat]?.host);
  }

  #tell(events: readonly GameEvent[], say: readonly string[]): void {
    const hand = this.view?.number ?? 0;
    const lines = events.flatMap((event, i) => (say[i] ? [{ id: ++this.#lines, hand, event, text: say[i] }] : []));
    if (lines.length) this.log = [...this.log, ...lines].slice(-LONGEST_LOG);
  }

  #presence(one: Presence): void {
    this.here = one.here;
    this.watching = one.watching;
  }
}

/** As whom we see the hand: who has taken the seat since had none in it. */
function seatInHand(one: Snapshot): number | null {
  const seat = one.you?.seat ?? null;
  return seat !== null && one.names[seat] && one.names[seat] === one.table.seats[seat]?.name ? seat : null;
}

function clockOf(ticking: Ticking, now: number): Clock {
  const until = now + ticking.ms;
  return { seat: ticking.seat, until, over: until + ticking.bank_ms, length: ticking.ms };
}
