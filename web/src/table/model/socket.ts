/** The connection to a table: it says hello, answers pings, and sends again what was not answered. */

import { t } from "../../language/catalogue.svelte";
import { PROTOCOL, type Bye, type Done, type ClientMessage, type Hello, type ServerMessage } from "../../protocol";
import { ReconnectingSocket, type SocketEnvironment } from "../../shell/reconnecting_socket";
import { asSentence } from "../../shell/text";

type WithoutId<T> = T extends { id: string } ? Omit<T, "id"> : never;
/** Anything that changes something; the socket gives it its id. */
export type Command = WithoutId<ClientMessage>;

export type ConnectionState = "connecting" | "open" | "lost" | "ended";

export interface TableListener {
  messages(messages: ServerMessage[]): void;
  /** `reason` is a sentence where the connection is lost or ended. */
  connection(state: ConnectionState, reason: string): void;
}

interface Unanswered {
  command: ClientMessage & { id: string };
  resolve(done: Done): void;
  reject(error: Error): void;
}

export class Refusal extends Error {}

export class TableSocket {
  readonly #socket: ReconnectingSocket<ServerMessage>;
  #unanswered = new Map<string, Unanswered>();
  #greeted = false; // whether the server has answered hello: commands before that would be lost
  #key = crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36); // randomUUID is missing over plain http
  #sent = 0;

  constructor(
    address: string,
    readonly listener: TableListener,
    readonly hello: () => Omit<Hello, "type" | "protocol">,
    environment?: SocketEnvironment,
  ) {
    const events = {
      connecting: () => listener.connection("connecting", ""),
      opened: () => this.#write({ type: "hello", protocol: PROTOCOL, ...this.hello() }),
      messages: (messages: ServerMessage[]) => this.#read(messages),
      lost: (reason: string) => this.#lost(reason),
    };
    this.#socket = new ReconnectingSocket(address, events, { heartbeat: true, whileHidden: true }, environment);
  }

  connect(): void {
    this.#socket.connect();
  }

  wake(): void {
    this.#socket.wake();
  }

  /** Hangs up and connects again, for a fresh picture. */
  refresh(): void {
    this.#socket.restart();
  }

  /** For good. */
  close(): void {
    this.#end(t("table.left-for-good"));
  }

  /** Sends a command until it is answered, with the same id, so that it is done once. */
  send(command: Command): Promise<Done> {
    if (this.#socket.ended) return Promise.reject(new Refusal(t("table.not-connected")));
    const whole = { ...command, id: `${this.#key}-${++this.#sent}` } as ClientMessage & { id: string };
    return new Promise((resolve, reject) => {
      this.#unanswered.set(whole.id, { command: whole, resolve, reject });
      if (this.#greeted) this.#write(whole);
    });
  }

  #read(messages: ServerMessage[]): void {
    this.listener.messages(messages);
    for (const one of messages) {
      if (one.type === "ping") this.#write({ type: "pong", ping: one.ping });
      else if (one.type === "done") this.#answered(one.id)?.resolve(one);
      else if (one.type === "refused") this.#answered(one.id ?? "")?.reject(new Refusal(one.why));
      else if (one.type === "bye") this.#bye(one);
      else if (one.type === "snapshot" || one.type === "update") this.#welcome();
    }
  }

  #answered(id: string): Unanswered | undefined {
    const one = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    return one;
  }

  #welcome(): void {
    if (this.#greeted) return;
    this.#greeted = true;
    this.#socket.settle();
    this.listener.connection("open", "");
    for (const { command } of this.#unanswered.values()) this.#write(command);
  }

  #bye(bye: Bye): void {
    const reason = asSentence(bye.why);
    if (bye.again) return this.#socket.restart(reason);
    this.#end(reason);
    this.listener.connection("ended", reason);
  }

  #lost(reason: string): void {
    this.#greeted = false;
    for (const [id, one] of this.#unanswered) {
      if (one.command.type !== "chat") continue; // said twice would be worse than not at all
      this.#unanswered.delete(id);
      one.reject(new Refusal(t("table.message-lost")));
    }
    this.listener.connection("lost", reason);
  }

  #end(reason: string): void {
    this.#socket.end();
    this.#greeted = false;
    for (const one of this.#unanswered.values()) one.reject(new Refusal(reason));
    this.#unanswered.clear();
  }

  #write(message: ClientMessage): void {
    this.#socket.write(message);
  }
}
