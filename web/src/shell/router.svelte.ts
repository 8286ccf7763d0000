/** Which page is shown: a tiny router on the History API. Plain links work; `go` is for everything else. */

import type { Component } from "svelte";

/** A page gets `part`: what stands behind its name in the address, such as a table's id. */
// `any`: a page that needs no part declares no props, and would not fit a stricter type.
export type Page = Component<any>;

interface Route {
  path: string; // with a slash at the end: something follows
  title: string;
  load(): Promise<{ default: Page }>;
}

interface Shown {
  Page: Page;
  path: string;
  part: string;
}

const ROUTES: readonly Route[] = [
  { path: "/", title: "Sabacc", load: () => import("../pages/Landing.svelte") },
  { path: "/lobby", title: "Lobby", load: () => import("../pages/Lobby.svelte") },
  { path: "/make", title: "Make a table", load: () => import("../pages/Make.svelte") },
  { path: "/table/", title: "Table", load: () => import("../table/TablePage.svelte") },
  { path: "/rules/", title: "Rules", load: () => import("../pages/Rules.svelte") },
  { path: "/odds/", title: "Odds", load: () => import("../pages/Odds.svelte") },
  { path: "/history", title: "History", load: () => import("../pages/History.svelte") },
  { path: "/hand/", title: "A hand", load: () => import("../pages/Replay.svelte") },
  { path: "/shared/", title: "A shared hand", load: () => import("../pages/Shared.svelte") },
  { path: "/account", title: "Account", load: () => import("../pages/Account.svelte") },
  { path: "/page/cards", title: "The decks", load: () => import("../cards/CardsPage.svelte") },
];
const NOWHERE: Route = { path: "", title: "No such page", load: () => import("../pages/Nowhere.svelte") };

class Router {
  path = $state(location.pathname);
  title = $state("Sabacc");
  shown = $state.raw<Shown | null>(null); // an address's page comes with its files; until then the last one stays
  failed = $state(false); // the page's files could not be loaded
  #route = $derived(ROUTES.find((one) => fits(one, this.path)) ?? NOWHERE);

  constructor() {
    addEventListener("popstate", () => void this.#show());
    document.addEventListener("click", (click) => this.#follow(click));
    void this.#show();
  }

  /** Opens a page of ours. */
  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, "", path);
    scrollTo(0, 0);
    void this.#show();
  }

  async #show(): Promise<void> {
    this.path = location.pathname;
    const route = this.#route;
    this.titled(route.title);
    try {
      const loaded = await route.load();
      if (route !== this.#route) return; // they went on in the meantime
      this.shown = { Page: loaded.default, path: this.path, part: decoded(this.path.slice(route.path.length)) };
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }

  /** What the browser's tab says. */
  titled(title: string): void {
    this.title = title;
    document.title = title === "Sabacc" ? title : `${title} · Sabacc`;
  }

  /** A plain click on a link to a page of ours is no reason to load everything anew. */
  #follow(click: MouseEvent): void {
    const link = (click.target as Element).closest?.("a");
    const plain = click.button === 0 && !click.ctrlKey && !click.metaKey && !click.shiftKey && !click.altKey;
    if (!link || !plain || click.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.hash || link.pathname.startsWith("/api/")) return;
    click.preventDefault();
    this.go(link.pathname);
  }
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
  return route.path.length > 1 && route.path.endsWith("/") ? path.startsWith(route.path) : path === route.path;
}

export const router = new Router();
