/** Sentences out of what the server or the browser says. */

import { t } from "../language/catalogue.svelte";

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Capitalized, and with a full stop if there is no other end. */
export function asSentence(text: string): string {
  return `${capitalized(text)}${/[.!?]$/.test(text) ? "" : "."}`;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? capitalized(error.message) : t("shell.went-wrong");
}
