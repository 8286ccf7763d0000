/** The open tables, live for as long as somebody looks. */

import type { Changes, Listing, TableLine } from "../../protocol";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

export class LobbyStore {
  tables = $state.raw<readonly TableLine[] | null>(null); // null: not known yet
  lost = $state(false);

  #socket: WebSocket | null = null;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor() {
    addEventListener("online", this.#connect);
    document.addEventListener("visibilitychange", this.#connect);
    this.#connect();
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#connect);
    document.removeEventListener("visibilitychange", this.#connect);
    this.#socket?.close();
  }

  #connect = (): void => {
    if (this.#socket || this.#ended || document.visibilityState === "hidden") return;
    clearTimeout(this.#timer);
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/lobby`);
    this.#socket = socket;
    socket.onmessage = (message) => this.#hear(JSON.parse(String(message.data)) as (Listing | Changes | { type: "other" })[]);
    socket.onclose = () => this.#gone();
  };

  #gone(): void {
    this.#socket = null;
    this.lost = true;
    if (this.#ended) return;
    this.#timer = setTimeout(this.#connect, Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries++));
  }

  #hear(news: readonly (Listing | Changes | { type: "other" })[]): void {
    this.lost = false;
    this.#tries = 0;
    for (const one of news) {
      if (one.type === "tables") this.tables = one.tables;
      else if (one.type === "changes") this.tables = changed(this.tables ?? [], one);
    }
  }
}

/** Tables keep their place in the list, so that nothing moves under a finger. */
export function changed(tables: readonly TableLine[], news: Changes): TableLine[] {
  const gone = new Set(news.gone);
  const fresh = new Map(news.tables.map((table) => [table.id, table]));
  const kept = tables.filter((table) => !gone.has(table.id)).map((table) => fresh.get(table.id) ?? table);
  const known = new Set(kept.map((table) => table.id));
  return [...kept, ...news.tables.filter((table) => !known.has(table.id))];
}

/** What somebody looks for among the tables. */
export interface Filter {
  preset: string; // empty: any
  free: boolean; // with a seat for one more, a bot's too
  unlocked: boolean; // needs no password
  text: string; // in the title or somebody's name
}
export const ANY: Filter = { preset: "", free: false, unlocked: false, text: "" };

export function fits(table: TableLine, filter: Filter): boolean {
  const wanted = filter.text.trim().toLowerCase();
  return (
    (!filter.preset || table.preset === filter.preset) &&
    (!filter.free || table.people < table.seats) &&
    (!filter.unlocked || !table.locked) &&
    (!wanted || [table.title, table.host, ...table.names].some((said) => said.toLowerCase().includes(wanted)))
  );
}
