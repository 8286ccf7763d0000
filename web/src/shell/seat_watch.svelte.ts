/** The tables that one sits at while one looks at another page: they stay connected, and say when it is one's turn. */

import type { TableStore } from "../table/model/store.svelte";

class SeatWatch {
  #kept = $state.raw<readonly TableStore[]>([]);

  /** Those at which one still has a seat. */
  readonly seated = $derived(this.#kept.filter((one) => one.seat !== null && !one.table?.closed && one.connection !== "ended"));
  /** The one that waits for us, if any does. */
  readonly asking = $derived(this.seated.find((one) => one.question !== null) ?? null);

  /** A table's page is left: whoever has a seat there keeps the line. */
  keep(store: TableStore): void {
    if (store.seat === null || store.connection === "ended" || store.table?.closed) store.close();
    else this.#kept = [...this.#kept, store];
  }

  /** The page of a table is opened: its line, if it was kept. */
  take(id: string): TableStore | undefined {
    const found = this.#kept.find((one) => one.id === id);
    this.#kept = this.#kept.filter((one) => one.id !== id);
    return found;
  }

  /** Lines to tables that one has no seat at any more. */
  closeOthers(): void {
    const gone = this.#kept.filter((one) => !this.seated.includes(one));
    if (!gone.length) return;
    for (const one of gone) one.close();
    this.#kept = this.seated;
  }
}

export const seatWatch = new SeatWatch();
