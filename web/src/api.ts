/** The server over HTTP: JSON there and back, errors as sentences. */

import type {
  BotInfo, FamilyInfo, Guide, HandSummary, CreatedTable, Me, NewTable, HandPage, Person, PresetInfo, Replay, ReviewedHand, SessionSummary, TableSummary,
} from "./protocol";
import { catalogue, t } from "./language/catalogue.svelte";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly option: string | null = null, // the house rule, or the field, that is refused
  ) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: { Accept: "application/json", "Accept-Language": catalogue.language, ...(body === undefined ? { "X-Sabacc": "1" } : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(0, t("shell.server-unreachable"));
  }
  const read: unknown = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (answer.ok) return read as T;
  const refusal = read as { error?: string; option?: string } | null;
  throw new ApiError(answer.status, refusal?.error ?? t("shell.server-answers", { status: answer.status }), refusal?.option ?? null);
}

const once = new Map<string, Promise<unknown>>();

/** What doesn't change while the page is open. */
function unchanging<T>(path: string): Promise<T> {
  const key = `${catalogue.language} ${path}`;
  let answer = once.get(key) as Promise<T> | undefined;
  if (!answer) {
    answer = ask<T>("GET", path);
    answer.catch(() => once.delete(key));
    once.set(key, answer);
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
  presets: () => unchanging<PresetInfo[]>("/presets"),
  families: () => unchanging<FamilyInfo[]>("/families"),
  titleOf: async (preset: string): Promise<string> =>
    (await api.presets()).find((one) => one.key === preset)?.title ?? preset,
  bots: () => unchanging<BotInfo[]>("/bots"),
  explained: (preset: string) => unchanging<string[]>(`/presets/${encodeURIComponent(preset)}/explained`),
  tables: () => ask<TableSummary[]>("GET", "/tables"),
  lesson: (preset: string) => ask<CreatedTable>("POST", "/lessons", { preset }),
  quick: (preset: string, level: number) => ask<CreatedTable>("POST", "/quick", { preset, level }),
  make: (table: NewTable) => ask<CreatedTable>("POST", "/tables", table),
  hands: (before: string | null = null) =>
    ask<HandPage>("GET", `/hands${before ? `?before=${encodeURIComponent(before)}` : ""}`),
  hand: (id: string) => ask<HandSummary>("GET", `/hands/${encodeURIComponent(id)}`),
  handAt: (table: string, number: number) => ask<HandSummary>("GET", `/tables/${encodeURIComponent(table)}/hands/${number}`),
  session: (table: string) => ask<SessionSummary>("GET", `/tables/${encodeURIComponent(table)}/session`),
  guide: (rules: Record<string, unknown>) => ask<Guide>("POST", "/rules/guide", { rules }),
  review: (id: string) => ask<ReviewedHand>("GET", `/hands/${encodeURIComponent(id)}/review`),
  replay: (id: string, spectator = false) =>
    ask<Replay>("GET", `/hands/${encodeURIComponent(id)}/replay${spectator ? "?spectator=true" : ""}`),
  shared: (token: string) => ask<Replay>("GET", `/shared/${encodeURIComponent(token)}`),
};
