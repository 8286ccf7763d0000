/** The line to a table: it says hello, answers pings, comes back by itself, and sends again what was not answered. */

import { PROTOCOL, type Bye, type Done, type FromClient, type Hello, type News } from "../protocol";

type WithoutId<T> = T extends { id: string } ? Omit<T, "id"> : never;
/** Anything that changes something; the line gives it its id. */
export type Command = WithoutId<FromClient>;

export type Line = "connecting" | "open" | "lost" | "ended";

export interface Listener {
  news(messages: News[]): void;
  /** `why` is a sentence where the line is lost or ended. */
  line(state: Line, why: string): void;
}

/** What the line needs of the browser. */
export interface World {
  open(address: string): WebSocket;
  later(ms: number, then: () => void): () => void;
  now(): number;
  random(): number;
}

interface Waiting {
  command: FromClient & { id: string };
  resolve(done: Done): void;
  reject(why: Error): void;
}

const SILENCE = 45_000; // the server pings every 15 s or so: a line that says nothing for this long is dead
const QUIET = 20_000; // after which one looks whether it is dead, where there is a reason
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

export const browser: World = {
  open: (address) => new WebSocket(address),
  later: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  now: Date.now,
  random: Math.random,
};

export class Refusal extends Error {}

export class TableSocket {
  #waiting = new Map<string, Waiting>();
  #socket: WebSocket | null = null;
  #greeted = false; // whether the server has answered hello: commands before that would be lost
  #tries = 0;
  #ended = false;
  #stopTimer: () => void = () => {};
  #stopWatch: () => void = () => {};
  #key = crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36); // randomUUID is missing over plain http
  #sent = 0;
  #heard = 0; // when something came

  constructor(
    readonly address: string,
    readonly listener: Listener,
    readonly hello: () => Omit<Hello, "type" | "protocol">,
    readonly world: World = browser,
  ) {}

  /** Connects, or connects at once instead of when the next try was due. */
  connect = (): void => {
    if (this.#socket || this.#ended) return;
    this.#stopTimer();
    this.listener.line("connecting", "");
    const socket = this.world.open(this.address);
    this.#socket = socket;
    socket.onopen = () => this.#write({ type: "hello", protocol: PROTOCOL, ...this.hello() });
    socket.onmessage = (message) => this.#read(String(message.data));
    socket.onclose = () => this.#lost(socket, "The connection is lost.");
    this.#watch();
  };

  /** After a sleep, or when there is a network again: a line that should have been heard of is dropped for a new one. */
  wake = (): void => {
    if (this.#socket && this.world.now() - this.#heard > QUIET) this.refresh();
    this.connect();
  };

  /** For good. */
  close(): void {
    this.#ended = true;
    this.#stopTimer();
    this.#hangUp();
    this.#giveUp("The table is left.");
  }

  /** Hangs up and connects again, for a fresh picture. */
  refresh(): void {
    const socket = this.#socket;
    if (socket) this.#lost(socket, "The connection starts again.");
  }

  /** Sends a command until it is answered, with the same id, so that it is done once. */
  send(command: Command): Promise<Done> {
    if (this.#ended) return Promise.reject(new Refusal("The table is not connected."));
    const whole = { ...command, id: `${this.#key}-${++this.#sent}` } as FromClient & { id: string };
    return new Promise((resolve, reject) => {
      this.#waiting.set(whole.id, { command: whole, resolve, reject });
      if (this.#greeted) this.#write(whole);
    });
  }

  #read(text: string): void {
    this.#watch();
    const messages = JSON.parse(text) as News[];
    this.listener.news(messages);
    for (const one of messages) {
      if (one.type === "ping") this.#write({ type: "pong", ping: one.ping });
      else if (one.type === "done") this.#answered(one.id)?.resolve(one);
      else if (one.type === "refused") this.#answered(one.id ?? "")?.reject(new Refusal(one.why));
      else if (one.type === "bye") this.#bye(one);
      else if (one.type === "snapshot" || one.type === "update") this.#welcome();
    }
  }

  #answered(id: string): Waiting | undefined {
    const one = this.#waiting.get(id);
    this.#waiting.delete(id);
    return one;
  }

  #welcome(): void {
    if (this.#greeted) return;
    this.#greeted = true;
    this.#tries = 0;
    this.listener.line("open", "");
    for (const { command } of this.#waiting.values()) this.#write(command);
  }

  #bye(bye: Bye): void {
    const why = `${bye.why.charAt(0).toUpperCase()}${bye.why.slice(1)}${/[.!?]$/.test(bye.why) ? "" : "."}`;
    if (!bye.again) {
      this.#ended = true;
      this.#hangUp();
      this.#giveUp(why);
      this.listener.line("ended", why);
    } else if (this.#socket) {
      this.#lost(this.#socket, why);
    }
  }

  #lost(socket: WebSocket, why: string): void {
    if (socket !== this.#socket || this.#ended) return;
    this.#hangUp();
    for (const [id, one] of this.#waiting) {
      if (one.command.type !== "chat") continue; // said twice would be worse than not at all
      this.#waiting.delete(id);
      one.reject(new Refusal("The connection broke: your message may not have arrived."));
    }
    this.listener.line("lost", why);
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries++);
    this.#stopTimer = this.world.later(wait * (0.75 + this.world.random() / 2), this.connect);
  }

  #hangUp(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    this.#stopWatch();
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #giveUp(why: string): void {
    for (const one of this.#waiting.values()) one.reject(new Refusal(why));
    this.#waiting.clear();
  }

  #watch(): void {
    this.#heard = this.world.now();
    this.#stopWatch();
    this.#stopWatch = this.world.later(SILENCE, () => this.refresh());
  }

  #write(message: FromClient): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }
}
