/** Who one is here. */

import { api, ApiError } from "../api";
import type { Me, Person } from "../protocol";
import { sentence } from "./messages.svelte";
import { keep, kept } from "./preferences.svelte";

class Session {
  person = $state.raw<Person | null>(null);
  known = $state(false); // whether the server has said so
  wanted = $state(kept("name", "")); // the name that a guest wants to play by; empty: any
  refused = $state(""); // why they can't have it

  async look(): Promise<Person | null> {
    this.is(await api.me());
    return this.person;
  }

  is(person: Person | null): void {
    this.person = person;
    this.known = true;
  }

  /** A guest says what they want to be called, and the browser remembers it. */
  want(name: string): void {
    this.wanted = name;
    this.refused = "";
    keep("name", name);
  }

  /** Who one is, or a guest under the name they want, or one that is made up. */
  async comeIn(): Promise<Person> {
    const person = this.person ?? (await this.look());
    if (person) return person;
    this.refused = "";
    try {
      const me = await api.post<Me>("/guest", { name: this.wanted.trim() });
      this.is(me.person);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 409 || !(await this.look())) {
        if (error.status === 400 || error.status === 409) this.refused = sentence(error.message); // it is about the name
        throw error;
      } // or else another tab was quicker
    }
    if (!this.person) throw new ApiError(0, "The browser keeps no cookies for this page, so nobody can sit down with it.");
    return this.person;
  }
}

export const session = new Session();
