/** The server over HTTP: JSON there and back, errors as sentences. */

import type {
  BotLine, HandThere, MadeTable, Me, NewTable, Page, Person, PresetLine, Replay, TableLine,
} from "./protocol";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: { Accept: "application/json", ...(body === undefined ? { "X-Sabacc": "1" } : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(0, "The server can't be reached. Try again in a moment.");
  }
  const read: unknown = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (answer.ok) return read as T;
  const why = (read as { error?: unknown } | null)?.error;
  throw new ApiError(answer.status, typeof why === "string" ? why : `The server answers ${answer.status}.`);
}

const once = new Map<string, Promise<unknown>>();

/** What doesn't change while the page is open. */
function unchanging<T>(path: string): Promise<T> {
  let answer = once.get(path) as Promise<T> | undefined;
  if (!answer) {
    answer = ask<T>("GET", path);
    answer.catch(() => once.delete(path));
    once.set(path, answer);
  }
  return answer;
}

export const api = {
  get: <T>(path: string) => ask<T>("GET", path),
  post: <T>(path: string, body?: unknown) => ask<T>("POST", path, body),
  put: <T>(path: string, body?: unknown) => ask<T>("PUT", path, body),
  patch: <T>(path: string, body?: unknown) => ask<T>("PATCH", path, body),
  delete: <T>(path: string, body?: unknown) => ask<T>("DELETE", path, body),

  me: async (): Promise<Person | null> => (await ask<Me>("GET", "/me")).person,
  presets: () => unchanging<PresetLine[]>("/presets"),
  titleOf: async (preset: string): Promise<string> =>
    (await api.presets()).find((one) => one.key === preset)?.title ?? preset,
  bots: () => unchanging<BotLine[]>("/bots"),
  explained: (preset: string) => unchanging<string[]>(`/presets/${encodeURIComponent(preset)}/explained`),
  tables: () => ask<TableLine[]>("GET", "/tables"),
  quick: (preset: string) => ask<MadeTable>("POST", "/quick", { preset }),
  make: (table: NewTable) => ask<MadeTable>("POST", "/tables", table),
  hands: (before: string | null = null) =>
    ask<Page>("GET", `/hands${before ? `?before=${encodeURIComponent(before)}` : ""}`),
  hand: (id: string) => ask<HandThere>("GET", `/hands/${encodeURIComponent(id)}`),
  replay: (id: string, spectator = false) =>
    ask<Replay>("GET", `/hands/${encodeURIComponent(id)}/replay${spectator ? "?spectator=true" : ""}`),
  shared: (token: string) => ask<Replay>("GET", `/shared/${encodeURIComponent(token)}`),
};
