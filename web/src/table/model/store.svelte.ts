/** One table as this browser knows it. Nothing else talks to the socket; components read its fields and call its methods. */

import { familyOf } from "../../families/registry";
import { catalogue, t } from "../../language/catalogue.svelte";
import { messages } from "../../shell/messages.svelte";
import { socketAddress } from "../../shell/reconnecting_socket";
import { capitalized } from "../../shell/text";
import type { Action, ChatLine, CoachSays, GameEvent, ServerMessage, Presence, Snapshot, TableInfo, SeatClock, Update, You } from "../../protocol";
import { choiceFor } from "../bar/preset_answers";
import { PASSIVE } from "../bar/prompts";
import type { ToldEvent } from "../scenes/beats";
import { foldAll, see } from "./fold";
import type { HeardLevelClock } from "./level";
import { pendingFor } from "./pending";
import { SeatSpeech } from "./speech.svelte";
import { Refusal, TableSocket, type Command, type ConnectionState } from "./socket";
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

/** What is to be seen at one moment. */
export interface Picture {
  view: View | null;
  you: You | null;
  rounds: readonly number[]; // that each seat has won (CS12)
}

/** Told of events as they come, and of what was to be seen before; of none where what has happened since is not known. */
export type Watcher = (news: readonly ToldEvent[], before: Picture) => void;

const LONGEST_LOG = 600;
const TICK = 200;

export class TableStore {
  connection = $state<ConnectionState>("connecting");
  connectionReason = $state(""); // a sentence, where it is lost or ended
  wantsPassword = $state(false); // the table asks for one
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
  levelClock = $state.raw<HeardLevelClock | null>(null);
  now = $state(Date.now()); // for countdowns
  busy = $state(0); // commands on their way
  readonly speech = new SeatSpeech();
  #coachSaid: CoachSays | null = null; // the last thing

  readonly question = $derived(this.you?.question ?? null);
  readonly options = $derived(this.you?.options ?? null);
  /** Whether the open question is answered by what we have chosen beforehand. */
  readonly covered = $derived(this.question !== null && (this.you?.choices ?? []).some((one) => one === choiceFor(this.question?.kind ?? "")));
  /** The question that we have to answer; not one that ends by itself. */
  readonly asked = $derived(this.covered || PASSIVE.includes(this.question?.kind ?? "") ? null : this.question);
  readonly seat = $derived(this.you?.seat ?? null);
  readonly ownSeat = $derived(this.seat === null ? null : (this.table?.seats[this.seat] ?? null));
  readonly inHand = $derived(this.view !== null && !this.view.over);
  readonly pending = $derived(pendingFor(this.table?.waiting ?? [], this.seat, this.me)); // for us, until the hand is over
  readonly preset = $derived(String(this.table?.rules.preset ?? ""));
  readonly family = $derived(familyOf(this.table?.family ?? ""));

  #socket: TableSocket;
  #password: string | null = null;
  #watchers = new Set<Watcher>();
  #lines = 0;
  #timer: ReturnType<typeof setInterval>;

  constructor(readonly id: string) {
    const address = socketAddress(`/ws/tables/${encodeURIComponent(id)}`);
    const hello = () => ({ since: this.version || null, words: true, language: catalogue.language, password: this.#password });
    const listener = {
      messages: (news: readonly ServerMessage[]) => this.#hear(news),
      connection: (state: ConnectionState, reason: string) => this.#connected(state, reason),
    };
    this.#socket = new TableSocket(address, listener, hello);
    this.#timer = setInterval(() => {
      if (this.clocks.length || this.nextHandAt !== null || this.levelClock?.runs) this.now = Date.now();
    }, TICK);
    this.#socket.connect();
  }

  get picture(): Picture {
    return { view: this.view, you: this.you, rounds: this.table?.rounds ?? [] };
  }

  // ---- commands

  /** Answers the open question, or makes a free move. */
  act(action: Action): Promise<boolean> {
    return this.send({ type: "act", action, question: this.question?.number ?? 0 });
  }

  /** Sends any command; a refusal is shown, and then it is false. */
  async send(command: Command): Promise<boolean> {
    this.busy++;
    try {
      await this.#socket.send(command);
      return true;
    } catch (error) {
      messages.error(error);
      if (!(error instanceof Refusal)) throw error;
      return false;
    } finally {
      this.busy--;
    }
  }

  /** What the coach says about a question; null where it doesn't, such as when the question is answered already. */
  async askCoach(question: number, what: "odds" | "advice"): Promise<CoachSays | null> {
    try {
      await this.#socket.send({ type: "ask-coach", question, what });
      return this.#coachSaid?.question === question ? this.#coachSaid : null; // it comes right before the answer
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return null;
    }
  }

  /** Tries again with the table's password. */
  withPassword(password: string): TableStore {
    const again = new TableStore(this.id);
    again.#password = password;
    this.close();
    return again;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#socket.close();
  }

  /** Until the function that it gives back is called. */
  subscribe(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #connected(state: ConnectionState, reason: string): void {
    this.connection = state;
    if (reason) this.connectionReason = reason;
    if (state === "lost") this.clocks = [];
  }

  // ---- news

  #hear(news: readonly ServerMessage[]): void {
    for (const one of news) {
      if (one.type === "snapshot") this.#snapshot(one);
      else if (one.type === "update") this.#update(one);
      else if (one.type === "presence") this.#presence(one);
      else if (one.type === "choices" && this.you) this.you = { ...this.you, choices: one.choices ?? [] };
      else if (one.type === "coach") this.#coachSaid = one;
      else if (one.type === "chat") this.#chat(one);
      else if (one.type === "emote") this.speech.hear(one.seat, this.table?.seats[one.seat]?.name ?? "", t(`people.emote.${one.emote}`), one.emote);
      else if (one.type === "bye") this.wantsPassword = one.wants_password ?? false;
      else if (one.type === "notice") messages.toast(capitalized(one.text));
    }
  }

  #chat(line: ChatLine): void {
    this.chat = [...this.chat.slice(-199), line];
    if (line.seat != null) this.speech.hear(line.seat, line.name, line.text);
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
    for (const watcher of this.#watchers) watcher([], this.picture);
  }

  #update(one: Update): void {
    if (one.version <= this.version) return;
    if (one.version > this.version + 1) {
      this.#socket.refresh(); // something is missing
      return;
    }
    const before = this.picture;
    this.version = one.version;
    if (one.table) this.#table(one.table);
    const events = one.events ?? [];
    const names = (this.table?.seats ?? []).map((seat) => seat.name ?? "");
    for (const event of events) this.view = see(this.view, event, names, one.you?.seat ?? null);
    const news = this.#tell(events, one.say ?? []);
    this.#now(one);
    if (events.length) for (const watcher of this.#watchers) watcher(news, before);
  }

  #table(table: TableInfo): void {
    this.table = table;
    this.here = table.seats.map((seat) => seat.here ?? true); // until the next `presence`
  }

  #now(one: Snapshot | Update): void {
    this.now = Date.now();
    this.you = one.you ?? null;
    this.clocks = (one.clock ?? []).map((ticking) => clockOf(ticking, this.now));
    this.nextHandAt = one.next_hand_ms == null ? null : this.now + one.next_hand_ms;
    this.levelClock = one.level_clock ? { ...one.level_clock, heard: this.now } : null;
    if (this.you && this.table) this.isHost = Boolean(this.table.seats[this.you.seat]?.host);
  }

  #tell(events: readonly GameEvent[], say: readonly string[]): ToldEvent[] {
    const hand = this.view?.number ?? 0;
    const news = events.map((event, i) => ({ event, line: say[i] ? { id: ++this.#lines, hand, event, text: say[i] } : null }));
    const lines = news.flatMap(({ line }) => (line ? [line] : []));
    if (lines.length) this.log = [...this.log, ...lines].slice(-LONGEST_LOG);
    return news;
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

function clockOf(ticking: SeatClock, now: number): Clock {
  const until = now + ticking.ms;
  return { seat: ticking.seat, until, over: until + ticking.bank_ms, length: ticking.ms };
}
