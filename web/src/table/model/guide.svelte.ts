/** The rules of this table at hand: asked for once for each set of rules, and shared by all that explain a word of them. */

import { getContext, setContext } from "svelte";
import { api } from "../../api";
import type { Guide, Term } from "../../protocol";

const KEY = Symbol("guide");

export class TableGuide {
  guide = $state.raw<Guide | null>(null);
  error = $state.raw<unknown>(null);
  readonly #terms = $derived(new Map((this.guide?.terms ?? []).map((term) => [term.word.toLowerCase(), term])));
  #rules = "";

  /** The guide for these rules, unless it is there already. */
  async load(rules: Record<string, unknown>): Promise<void> {
    const wanted = JSON.stringify(rules);
    if (wanted === this.#rules) return;
    this.#rules = wanted;
    this.error = null;
    try {
      const guide = await api.guide(rules);
      if (wanted === this.#rules) this.guide = guide;
    } catch (error) {
      this.#rules = ""; // whoever needs it next asks again
      this.error = error;
    }
  }

  /** What a word means here; nothing where it is no word of this game. */
  term(word: string): Term | undefined {
    return this.#terms.get(word.toLowerCase());
  }
}

export function provideGuide(guide: TableGuide): TableGuide {
  return setContext(KEY, guide);
}

/** Nothing where no table is open, as in a replay. */
export function useGuide(): TableGuide | undefined {
  return getContext<TableGuide | undefined>(KEY);
}
