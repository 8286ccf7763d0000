/** A panel whose code is fetched when its button is first pressed; it opens and closes, and the button gets the focus back. */

import { t } from "../../language/catalogue.svelte";
import type { Component } from "svelte";
import { messages } from "../../shell/messages.svelte";

export type PanelName = "menu" | "rules" | "invitation" | "speech"; // as the catalogue tells them apart

export class LazyPanel<Props extends Record<string, any>> {
  open = $state(false);
  opener = $state<HTMLButtonElement>();
  #panel = $state.raw<Component<Props> | null>(null);
  readonly #load: () => Promise<{ default: Component<Props> }>;
  readonly #name: PanelName;

  constructor(load: () => Promise<{ default: Component<Props> }>, name: PanelName) {
    this.#load = load;
    this.#name = name;
  }

  /** The panel, while it is open. */
  get shown(): Component<Props> | null {
    return this.open ? this.#panel : null;
  }

  readonly turn = async (): Promise<void> => {
    this.open = !this.open;
    if (!this.open || this.#panel) return;
    try {
      this.#panel = (await this.#load()).default;
    } catch {
      this.open = false;
      messages.toast(t("menu.not-loaded", { what: this.#name }), true);
    }
  };

  readonly close = (): void => {
    this.open = false;
    this.opener?.focus();
  };
}
