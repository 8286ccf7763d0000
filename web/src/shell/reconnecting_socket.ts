/** A WebSocket that comes back by itself: after a loss, each time a little later, and at once after a sleep. */

import { t } from "../language/catalogue.svelte";

const SILENCE = 45_000; // with a heartbeat every 15 s or so, nothing for this long means dead
const QUIET = 20_000; // after which a heartbeat is overdue, when one wakes up
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

/** What the socket needs of the browser. */
export interface SocketEnvironment {
  open(address: string): WebSocket;
  later(ms: number, then: () => void): () => void;
  onWake(then: () => void): () => void; // the network is back, or somebody looks again
  hidden(): boolean;
  now(): number;
  random(): number;
}

export const browser: SocketEnvironment = {
  open: (address) => new WebSocket(address),
  later: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  onWake: (then) => {
    const seen = () => document.visibilityState === "visible" && then();
    addEventListener("online", then);
    document.addEventListener("visibilitychange", seen);
    return () => {
      removeEventListener("online", then);
      document.removeEventListener("visibilitychange", seen);
    };
  },
  hidden: () => document.visibilityState === "hidden",
  now: Date.now,
  random: Math.random,
};

/** The server sends arrays of messages. */
export interface SocketListener<Message> {
  connecting?(): void;
  opened?(): void;
  messages(messages: Message[]): void;
  lost(reason: string): void; // a sentence; it comes back by itself
}

export interface SocketOptions {
  heartbeat: boolean; // the server pings: a silent connection is dead
  whileHidden: boolean; // connects though nobody looks
}

/** The server's address of a socket. */
export function socketAddress(path: string): string {
  return location.origin.replace(/^http/, "ws") + path;
}

export class ReconnectingSocket<Message> {
  #socket: WebSocket | null = null;
  #tries = 0;
  #ended = false;
  #stopRetry: () => void = () => {};
  #stopSilence: () => void = () => {};
  #stopWake: () => void;
  #heardAt = 0;

  constructor(
    readonly address: string,
    readonly listener: SocketListener<Message>,
    readonly options: SocketOptions,
    readonly environment: SocketEnvironment = browser,
  ) {
    this.#stopWake = environment.onWake(this.wake);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Connects, or connects at once instead of when the next try was due. */
  connect = (): void => {
    if (this.#socket || this.#ended || (this.environment.hidden() && !this.options.whileHidden)) return;
    this.#stopRetry();
    this.listener.connecting?.();
    const socket = this.environment.open(this.address);
    this.#socket = socket;
    socket.onopen = () => this.listener.opened?.();
    socket.onmessage = (message) => this.#read(String(message.data));
    socket.onclose = () => this.#lose(t("shell.connection-lost"));
    this.#heard();
  };

  /** After a sleep, or when there is a network again: a connection that should have been heard of is replaced. */
  wake = (): void => {
    if (this.options.heartbeat && this.environment.now() - this.#heardAt > QUIET) this.restart();
    this.connect();
  };

  /** Hangs up and comes back a little later. */
  restart(reason = t("shell.connection-restarts")): void {
    if (this.#socket) this.#lose(reason);
  }

  /** For good. */
  end(): void {
    this.#ended = true;
    this.#stopRetry();
    this.#stopWake();
    this.#hangUp();
  }

  /** The connection has proved good: the next loss is the first one. */
  settle(): void {
    this.#tries = 0;
  }

  write(message: unknown): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  #read(text: string): void {
    this.#heard();
    this.listener.messages(JSON.parse(text) as Message[]);
  }

  #heard(): void {
    this.#heardAt = this.environment.now();
    this.#stopSilence();
    if (this.options.heartbeat) this.#stopSilence = this.environment.later(SILENCE, () => this.restart());
  }

  #lose(reason: string): void {
    this.#hangUp();
    this.listener.lost(reason);
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries++);
    this.#stopRetry = this.environment.later(wait * (0.75 + this.environment.random() / 2), this.connect);
  }

  #hangUp(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#stopSilence();
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
