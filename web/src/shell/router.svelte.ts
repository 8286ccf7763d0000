/** Which page is shown: a tiny router on the History API. Plain links work; `navigate` is for everything else. */

import { catalogue, t, type MessageId } from "../language/catalogue.svelte";
import type { Component } from "svelte";

/** A page gets `param`: what stands behind its name in the address, such as a table's id. */
// `any`: a page that needs no param declares no props, and would not fit a stricter type.
export type Page = Component<any>;

interface Route {
  path: string; // with a slash at the end: something follows
  bare?: true; // the address may also end with the name of the page, with or without the slash
  title: MessageId | "Sabacc";
  texts?: readonly string[]; // parts of the catalogue that come with the page
  load(): Promise<{ default: Page }>;
}

interface Shown {
  Page: Page;
  path: string;
  param: string;
}

const ROUTES: readonly Route[] = [
  { path: "/", title: "Sabacc", texts: ["lobby", "house"], load: () => import("../pages/Landing.svelte") },
  { path: "/lobby", title: "shell.lobby", texts: ["lobby", "house"], load: () => import("../pages/Lobby.svelte") },
  { path: "/make", title: "title.make", texts: ["making", "house"], load: () => import("../pages/NewTable.svelte") },
  { path: "/table/", title: "title.table", load: () => import("../table/TablePage.svelte") },
  { path: "/rules/", bare: true, title: "shell.rules", load: () => import("../pages/Rules.svelte") },
  { path: "/odds/", bare: true, title: "shell.odds", texts: ["odds"], load: () => import("../pages/Odds.svelte") },
  { path: "/session/", title: "title.session", texts: ["past"], load: () => import("../pages/Session.svelte") },
  { path: "/history", title: "shell.history", texts: ["past"], load: () => import("../pages/History.svelte") },
  { path: "/hand/", title: "title.hand", texts: ["past"], load: () => import("../pages/HandReplay.svelte") },
  { path: "/shared/", title: "title.shared", texts: ["past"], load: () => import("../pages/SharedHand.svelte") },
  { path: "/account", title: "title.account", texts: ["account"], load: () => import("../pages/Account.svelte") },
  { path: "/page/cards", title: "title.decks", texts: ["deck"], load: () => import("../pages/Decks.svelte") },
];
const NOT_FOUND: Route = { path: "", title: "title.not-found", load: () => import("../pages/NotFound.svelte") };

class Router {
  path = $state(location.pathname);
  title = $state("Sabacc");
  shown = $state.raw<Shown | null>(null); // an address's page comes with its files; until then the last one stays
  failed = $state(false); // the page's files could not be loaded
  #alert = "";
  #route = $derived(ROUTES.find((one) => fits(one, this.path)) ?? NOT_FOUND);

  constructor() {
    addEventListener("popstate", () => void this.#show());
    document.addEventListener("click", (click) => this.#follow(click));
    void this.#show();
  }

  /** Opens a page of ours. */
  navigate(path: string): void {
    if (path !== location.pathname) history.pushState(null, "", path);
    scrollTo(0, 0);
    void this.#show();
  }

  /** Another address for the same visit. */
  redirect(path: string): void {
    history.replaceState(null, "", path);
    void this.#show();
  }

  async #show(): Promise<void> {
    this.path = location.pathname;
    const route = this.#route;
    this.setTitle(titleOf(route));
    try {
      const [loaded] = await Promise.all([route.load(), catalogue.need(route.texts ?? [])]);
      if (route !== this.#route) return; // they went on in the meantime
      if (!this.title) this.setTitle(titleOf(route)); // the first page's is said before there is a language
      this.shown = { Page: loaded.default, path: this.path, param: decoded(this.path.slice(route.path.length)) };
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }

  /** What the browser's tab says. */
  setTitle(title: string): void {
    this.title = title;
    this.#showTitle();
  }

  /** What is more urgent than the page: it stands in the tab before the title. */
  setAlert(alert: string): void {
    if (alert === this.#alert) return;
    this.#alert = alert;
    this.#showTitle();
  }

  #showTitle(): void {
    const title = this.title === "Sabacc" ? this.title : `${this.title} · Sabacc`;
    document.title = this.#alert ? `${this.#alert} · ${title}` : title;
  }

  /** A plain click on a link to a page of ours is no reason to load everything anew. */
  #follow(click: MouseEvent): void {
    const link = (click.target as Element).closest?.("a");
    const plain = click.button === 0 && !click.ctrlKey && !click.metaKey && !click.shiftKey && !click.altKey;
    if (!link || !plain || click.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.hash || link.pathname.startsWith("/api/")) return;
    click.preventDefault();
    this.navigate(link.pathname);
  }
}

function titleOf(route: Route): string {
  return route.title === "Sabacc" ? route.title : t(route.title);
}

/** Addresses are typed by people: what is no code is taken as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function fits(route: Route, path: string): boolean {
  if (route.path.length === 1 || !route.path.endsWith("/")) return path === route.path;
  return path.startsWith(route.path) || (route.bare === true && path === route.path.slice(0, -1));
}

export const router = new Router();
