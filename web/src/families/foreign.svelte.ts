/** Families of other packages, which these pages don't know: drawn plainly, from what the server says of their cards. */

import { api } from "../api";
import type { Family } from "./family";
import { PLAIN, plainFamily } from "./plain";

class ForeignFamilies {
  #made = $state.raw<ReadonlyMap<string, Family>>(new Map());
  #asked = false;

  /** A family, or until the server has told of it a plain one without cards. */
  find(key: string): Family {
    if (key && !this.#asked) void this.#load();
    return this.#made.get(key) ?? PLAIN;
  }

  async #load(): Promise<void> {
    this.#asked = true;
    try {
      this.#made = new Map((await api.families()).map((info) => [info.key, plainFamily(info)]));
    } catch {
      this.#asked = false; // whoever needs it next asks again
    }
  }
}

export const foreignFamilies = new ForeignFamilies();
