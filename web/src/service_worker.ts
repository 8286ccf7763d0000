/** The service worker: it keeps the shell of the pages for a moment without network.

A page that is opened always comes from the server, if that can be reached; so nobody gets pages that speak an older protocol.
Only files whose names change with what is in them are taken from here first. The name of the build is put in when it is built.
*/

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
/** As much of `ServiceWorkerGlobalScope` as is used here. */
interface Worker {
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", then: (event: Waiting) => void): void;
  addEventListener(kind: "fetch", then: (event: Fetching) => void): void;
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
