/** Who one is here. */

import { t } from "../language/catalogue.svelte";
import { api, ApiError } from "../api";
import type { Me, Person } from "../protocol";
import { messages } from "./messages.svelte";
import { readSetting, writeSetting } from "./settings";
import { capitalized } from "./text";

class Session {
  person = $state.raw<Person | null>(null);
  loaded = $state(false); // whether the server has said so
  guestName = $state(readSetting("name", "")); // the name that a guest wants to play by; empty: any
  nameError = $state(""); // why the guest can't have that name
  #changes = 0;

  /** Asks the server; what was learned while it answered is newer. */
  async load(): Promise<Person | null> {
    const before = this.#changes;
    const person = await api.me();
    if (before === this.#changes) this.setPerson(person);
    return this.person;
  }

  setPerson(person: Person | null): void {
    this.#changes++;
    this.person = person;
    this.loaded = true;
  }

  /** A guest says what they want to be called, and the browser remembers it. */
  setGuestName(name: string): void {
    this.guestName = name;
    this.nameError = "";
    writeSetting("name", name);
  }

  /** Another emblem: it is seen at once, and put back if the server refuses it. */
  async chooseAvatar(avatar: number): Promise<void> {
    const before = this.person;
    if (!before) return;
    this.person = { ...before, avatar };
    try {
      await api.put<Me>("/me/avatar", { avatar });
    } catch (error) {
      this.person = before;
      messages.error(error);
    }
  }

  /** Who one is, or a guest under the name they want, or one that is made up. */
  async ensurePerson(): Promise<Person> {
    const person = this.person ?? (await this.load());
    if (person) return person;
    this.nameError = "";
    try {
      const me = await api.post<Me>("/guest", { name: this.guestName.trim() });
      this.setPerson(me.person);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 409 || !(await this.load())) {
        if (error.status === 400 || error.status === 409) this.nameError = capitalized(error.message); // it is about the name
        throw error;
      } // or else another tab was quicker
    }
    if (!this.person) throw new ApiError(0, t("shell.no-cookies"));
    return this.person;
  }
}

export const session = new Session();
