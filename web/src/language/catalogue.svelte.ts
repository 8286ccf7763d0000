/** What is said in the reader's language: messages out of the catalogue that the server has, too. */

import { readSetting, writeSetting } from "../shell/settings";
import type english from "./en";
import { isPagePart, pageMessages, type Messages, type PageMessageId } from "./page_parts";
import { fill, parse, type Argument, type Filling } from "./pattern";

export type MessageId = keyof typeof english | PageMessageId;
export type { Argument };
export type Arguments = Readonly<Record<string, Argument>>;

/** All languages, as each calls itself. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español" };
export type Language = keyof typeof LANGUAGES;

const FILES: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  es: () => import("./es"),
};

class Catalogue implements Filling {
  language = $state<Language>("en");
  #messages = $state.raw<Messages>({});
  #pageParts = new Map<string, Promise<void>>(); // those that are there, or on their way
  #english = $state.raw<Messages>({}); // only where the language lacks something
  #patterns = new Map<string, ReturnType<typeof parse>>();
  #rules = new Intl.PluralRules("en");
  #speaking = false;
  #begin!: () => void;
  #begun = new Promise<void>((resolve) => (this.#begin = resolve)); // with the first language

  /** Speaks a language whose messages are there. */
  use(language: Language, messages: Messages): void {
    this.#patterns.clear();
    this.#rules = new Intl.PluralRules(language);
    this.#messages = messages;
    this.language = language;
    this.#speaking = true;
    this.#begin();
    if (typeof document !== "undefined") document.documentElement.lang = language;
  }

  /** Fetches a language's messages, and speaks it from then on. */
  async load(language: Language): Promise<void> {
    const parts = [...this.#pageParts.keys()];
    const found = await Promise.all([FILES[language]().then((file) => file.default), ...parts.map((part) => pageMessages(language, part))]);
    this.use(language, Object.assign({}, ...found) as Messages);
  }

  /** Fetches messages that pages have for themselves. */
  async need(parts: readonly string[]): Promise<void> {
    await this.#begun;
    await Promise.all(parts.map((part) => this.#loadPart(part)));
  }

  /** Chooses a language, and remembers it. */
  async choose(language: Language): Promise<void> {
    await this.load(language);
    writeSetting("language", language);
  }

  say(id: string, given: Arguments): string {
    const text = this.#messages[id] ?? this.#english[id];
    if (text === undefined && !this.#speaking) return ""; // it is said again with the first language
    if (text === undefined) {
      const part = id.slice(0, id.indexOf("."));
      void (isPagePart(part) ? this.#loadPart(part) : this.#loadEnglish()).catch(() => {}); // the page is to be loaded anew
      return "";
    }
    let pattern = this.#patterns.get(id);
    if (!pattern) this.#patterns.set(id, (pattern = parse(text)));
    return fill(pattern, given, this);
  }

  plural = (number: number): string => this.#rules.select(number);

  list = (said: readonly string[]): string =>
    said.length < 2 ? said.join("") : this.say("list.pair", { first: said.slice(0, -1).join(", "), last: said.at(-1)! });

  /** A part for a page, once; what failed may be asked for again. */
  #loadPart(part: string): Promise<void> {
    let loading = this.#pageParts.get(part);
    if (!loading) {
      loading = this.#addPart(part);
      loading.catch(() => this.#pageParts.delete(part));
      this.#pageParts.set(part, loading);
    }
    return loading;
  }

  async #addPart(part: string): Promise<void> {
    const language = this.language;
    const found = await pageMessages(language, part);
    if (language !== this.language) return this.#addPart(part); // another was chosen in the meantime
    this.#messages = { ...this.#messages, ...found };
  }

  #asked = false;
  async #loadEnglish(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    this.#english = (await FILES.en()).default;
  }
}

export const catalogue = new Catalogue();

/** A message in the reader's language. */
export function t(id: MessageId, given: Arguments = {}): string {
  return catalogue.say(id, given);
}

/** The language to begin with: the one chosen, else the browser's first that there is. */
export function firstLanguage(liked: readonly string[] = navigator.languages): Language {
  const known = (name: string) => (Object.keys(LANGUAGES) as Language[]).find((one) => one === name.toLowerCase().split("-")[0]);
  return [readSetting("language", ""), ...liked].map(known).find(Boolean) ?? "en";
}
