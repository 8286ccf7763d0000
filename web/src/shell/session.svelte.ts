/** Who one is here. */

import { api, ApiError } from "../api";
import type { Me, Person } from "../protocol";

class Session {
  person = $state.raw<Person | null>(null);
  known = $state(false); // whether the server has said so

  async look(): Promise<Person | null> {
    this.is(await api.me());
    return this.person;
  }

  is(person: Person | null): void {
    this.person = person;
    this.known = true;
  }

  /** Who one is, or a guest under a name that is made up. */
  async comeIn(name = ""): Promise<Person> {
    const person = this.person ?? (await this.look());
    if (person) return person;
    try {
      const me = await api.post<Me>("/guest", { name });
      this.is(me.person);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      await this.look(); // another tab was quicker
    }
    if (!this.person) throw new ApiError(0, "The browser keeps no cookies for this page, so nobody can sit down with it.");
    return this.person;
  }
}

export const session = new Session();
