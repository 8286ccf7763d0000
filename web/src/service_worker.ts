/** The service worker: it keeps the shell of the pages for a moment without network.

A page that is opened always comes from the server, if that can be reached; so nobody gets pages that speak an older protocol.
Only files whose names change with what is in them are taken from here first. The name of the build is put in when it is built.
*/

interface PushMessage {
  title: string;
  body: string;
  path: string; // of the page that it leads to
  tag: string; // one with the same tag takes the place of the last
}

const BUILD = "__BUILD__";
const CACHE = `sabacc-${BUILD}`;
const SHELL = "/";
const FILES = "__FILES__"; // scripts, styles and fonts, between blanks

interface Waiting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Pushed extends Waiting {
  readonly data: { json(): PushMessage } | null;
}
interface Clicked extends Waiting {
  readonly notification: Notification;
}
/** A window of ours. */
interface PageWindow {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
}
/** As much of `ServiceWorkerGlobalScope` as is used here. */
interface Worker {
  readonly clients: {
    claim(): Promise<void>;
    matchAll(what: { type: "window"; includeUncontrolled: true }): Promise<readonly PageWindow[]>;
    openWindow(path: string): Promise<unknown>;
  };
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", then: (event: Waiting) => void): void;
  addEventListener(kind: "fetch", then: (event: Fetching) => void): void;
  addEventListener(kind: "push", then: (event: Pushed) => void): void;
  addEventListener(kind: "notificationclick", then: (event: Clicked) => void): void;
}

const worker = self as unknown as Worker;

worker.addEventListener("install", (event) => event.waitUntil(keepShell().then(() => worker.skipWaiting())));

worker.addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => worker.clients.claim())));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(ownFile(request));
});

worker.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(notify(event.data.json()));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable((event.notification.data as PushMessage).path));
});

/** Our windows at an address. */
async function windowsAt(path: string): Promise<readonly PageWindow[]> {
  const all = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter((one) => new URL(one.url).pathname === path);
}

/** Shows a message, but not to somebody who looks at the table. */
async function notify(message: PushMessage): Promise<void> {
  const open = await windowsAt(message.path);
  if (open.some((one) => one.visibilityState === "visible")) return;
  const { title, body, tag } = message;
  await worker.registration.showNotification(title, { body, tag, data: message, icon: "/icons/icon-192.png" });
}

async function openTable(path: string): Promise<void> {
  const [open] = await windowsAt(path);
  await (open ? open.focus() : worker.clients.openWindow(path));
}

async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(SHELL, { cache: "no-cache" });
  if (!page.ok) throw new Error(`the server answers ${page.status}`);
  await cache.put(SHELL, page);
  await cache.addAll(FILES.split(" "));
}

async function forgetOthers(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith("sabacc-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The server's page; without network the shell, which says so. */
async function openPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(SHELL);
    if (kept) return kept;
    throw error;
  }
}

/** A file that never changes under its name. */
async function ownFile(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

export {};
