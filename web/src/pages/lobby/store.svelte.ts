/** The open tables, live for as long as somebody looks. */

import type { LobbyChanges, LobbyTables, TableSummary } from "../../protocol";
import { ReconnectingSocket, socketAddress } from "../../shell/reconnecting_socket";

type LobbyNews = LobbyTables | LobbyChanges | { type: "other" };

export class LobbyStore {
  tables = $state.raw<readonly TableSummary[] | null>(null); // null: not known yet
  lost = $state(false);

  #socket: ReconnectingSocket<LobbyNews>;

  constructor() {
    const listener = { messages: (news: readonly LobbyNews[]) => this.#hear(news), lost: () => (this.lost = true) };
    this.#socket = new ReconnectingSocket(socketAddress("/ws/lobby"), listener, { heartbeat: false, whileHidden: false });
    this.#socket.connect();
  }

  close(): void {
    this.#socket.end();
  }

  #hear(news: readonly LobbyNews[]): void {
    this.lost = false;
    this.#socket.settle();
    for (const one of news) {
      if (one.type === "tables") this.tables = one.tables;
      else if (one.type === "changes") this.tables = applyChanges(this.tables ?? [], one);
    }
  }
}

/** Tables keep their place in the list, so that nothing moves under a finger. */
export function applyChanges(tables: readonly TableSummary[], news: LobbyChanges): TableSummary[] {
  const gone = new Set(news.gone);
  const fresh = new Map(news.tables.map((table) => [table.id, table]));
  const kept = tables.filter((table) => !gone.has(table.id)).map((table) => fresh.get(table.id) ?? table);
  const known = new Set(kept.map((table) => table.id));
  return [...kept, ...news.tables.filter((table) => !known.has(table.id))];
}

/** What somebody looks for among the tables. */
export interface TableFilter {
  preset: string; // empty: any
  free: boolean; // with a seat for one more, a bot's too
  unlocked: boolean; // needs no password
  text: string; // in the title or somebody's name
}
export const NO_FILTER: TableFilter = { preset: "", free: false, unlocked: false, text: "" };

export function matchesFilter(table: TableSummary, filter: TableFilter): boolean {
  const wanted = filter.text.trim().toLowerCase();
  return (
    (!filter.preset || table.preset === filter.preset) &&
    (!filter.free || table.people < table.seats) &&
    (!filter.unlocked || !table.locked) &&
    (!wanted || [table.title, table.host, ...table.names].some((said) => said.toLowerCase().includes(wanted)))
  );
}
