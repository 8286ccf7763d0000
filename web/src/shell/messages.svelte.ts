/** Toasts for the eyes and an announcer for the ears. */

import { errorText } from "./text";

export interface Toast {
  id: number;
  text: string;
  bad: boolean;
}

const SHOWN_FOR = 6000;

class Messages {
  toasts = $state<Toast[]>([]);
  polite = $state("");
  urgent = $state("");
  #last = 0;
  #turn = false;

  /** A sentence that stays for some seconds. */
  toast(text: string, bad = false): void {
    const id = ++this.#last;
    this.toasts = [...this.toasts.slice(-2), { id, text, bad }];
    setTimeout(() => this.dismiss(id), SHOWN_FOR);
  }

  /** Something went wrong. */
  error(error: unknown): void {
    this.toast(errorText(error), true);
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((one) => one.id !== id);
  }

  /** Read out by a screen reader when it has time, or (`now`) at once. */
  announce(text: string, now = false): void {
    const said = this.#turn ? text : `${text}\u00a0`; // the very same again would not be read
    this.#turn = !this.#turn;
    if (now) this.urgent = said;
    else this.polite = said;
  }
}

export const messages = new Messages();
