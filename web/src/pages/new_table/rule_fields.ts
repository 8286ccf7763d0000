/** A form out of the JSON Schema of a game's rules: which fields, what each may hold, and what was changed. */

import { t } from "../../language/catalogue.svelte";
import type { Family } from "../../families/family";
import { titleOf } from "./server_texts";

export type Value = unknown; // any JSON
export type Values = Record<string, Value>;

/** The parts of a JSON Schema that the rules use. */
export interface Schema {
  title?: string;
  description?: string;
  default?: Value;
  type?: string;
  const?: Value;
  enum?: Value[];
  pattern?: string;
  anyOf?: Schema[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
}

interface Common {
  key: string;
  title: string;
  line: string;
  usual: Value;
}
interface Bounds {
  min: number;
  max: number;
}
export type Field = Common &
  (
    | { kind: "switch" }
    | { kind: "choice"; choices: Value[]; mayBeUnset: boolean }
    | ({ kind: "number" } & Bounds)
    | ({ kind: "number-or"; words: Value[] } & Bounds) // a number, or one of some words, or null
    | ({ kind: "numbers"; count: number } & Bounds)
    | { kind: "choices"; choices: Value[]; count: number }
    | ({ kind: "rows"; count: number } & Bounds) // as many rows as one likes, of so many numbers each
    | { kind: "cards"; known: string[] } // as text
  );

/** Every option of a game, in the order of the schema. */
export function fieldsOf(schema: Schema): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, part]) => (key === "preset" ? [] : [fieldOf(key, part)]));
}

function fieldOf(key: string, part: Schema): Field {
  const { title = key, description: line = "", default: usual = null } = part;
  const common = { key, title, line, usual };
  if (part.type === "boolean") return { ...common, kind: "switch" };
  if (part.type === "array") return { ...common, ...listOf(part) };
  const choices = part.enum ?? part.anyOf?.find((one) => one.enum)?.enum;
  if (choices) return { ...common, kind: "choice", choices, mayBeUnset: part.default === undefined };
  const words = (part.anyOf ?? []).flatMap((one) => ("const" in one ? [one.const] : one.type === "null" ? [null] : []));
  const number = part.anyOf?.find((one) => one.type === "integer") ?? part;
  return words.length ? { ...common, kind: "number-or", words, ...bounds(number) } : { ...common, kind: "number", ...bounds(number) };
}

type Without<T> = T extends Common ? Omit<T, keyof Common> : never;
type ListKind = Without<Extract<Field, { kind: "numbers" | "choices" | "rows" | "cards" }>>;

function listOf(part: Schema): ListKind {
  const items = part.items ?? {};
  const count = part.minItems === part.maxItems ? (part.minItems ?? 0) : 0;
  if (items.type === "array") return { kind: "rows", count: items.minItems ?? 1, ...bounds(items.items ?? {}) };
  if (items.enum) return count ? { kind: "choices", choices: items.enum, count } : { kind: "cards", known: items.enum.map(String) };
  return { kind: "numbers", count, ...bounds(items) };
}

function bounds(part: Schema): Bounds {
  return { min: part.minimum ?? 0, max: part.maximum ?? Number.MAX_SAFE_INTEGER };
}

/** The values that a form starts with. */
export function defaultValues(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.key, structuredClone(field.usual)]));
}

/** What is different from the preset: the only thing that is sent. */
export function changedValues(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(fields.filter((field) => isChanged(field, values)).map((field) => [field.key, values[field.key]]));
}

export function isChanged(field: Field, values: Values): boolean {
  return JSON.stringify(values[field.key] ?? null) !== JSON.stringify(field.usual);
}

/** Options that only mean something together with another. */
export function isRelevant(field: Field, values: Values): boolean {
  if (field.key === "shift_by_dice") return values.shift_kind === "by-dice";
  if (field.key === "shift_kind") return values.shift_trigger !== "none";
  if (field.key === "fold_fee_to") return values.fold_fee !== 0;
  const hasLevels = !Array.isArray(values.schedule) || values.schedule.length > 0;
  if (field.key === "level_hands") return hasLevels;
  if (field.key === "level_minutes") return hasLevels && values.level_hands === 0;
  return true;
}

/** A refusal without the words of who writes programs: options go by the titles they have in the form. */
export function readableRefusal(fields: readonly Field[], refusal: string): string {
  const titled = fields.filter((field) => field.key.includes("_")).sort((a, b) => b.key.length - a.key.length);
  const named = titled.reduce((said, field) => said.replace(new RegExp(`\\b${field.key}\\b`, "gi"), `“${titleOf(field)}”`), refusal);
  const words: Readonly<Record<string, string>> = { null: t("house.null"), true: t("house.true"), false: t("house.false") };
  return named.replace(/\b(null|true|false)\b/g, (word) => words[word]!);
}

/** Cards as somebody types them, spelled as the deck spells them; what is no card stays as it is, to be refused. */
export function parseCards(text: string, known: readonly string[]): string[] {
  return text.split(/[\s,;]+/).filter(Boolean).map((typed) => known.find((card) => card.toLowerCase() === typed.toLowerCase()) ?? typed);
}

/** The first of them that is no card of the deck, or that it doesn't have so often, in a sentence. */
export function deckError(cards: readonly string[], known: readonly string[], family: Family): string {
  for (const card of new Set(cards)) {
    const count = cards.filter((one) => one === card).length;
    if (!known.includes(card)) return t("house.no-card", { card, deck: t(family.deckField?.name ?? "house.deck") });
    if (count > family.copies(card)) return t("house.too-often", { card, count, copies: family.copies(card) });
  }
  return cards.length && cards.length < FEWEST_CARDS ? t("house.too-few", { n: FEWEST_CARDS }) : "";
}
const FEWEST_CARDS = 4;

export interface Group {
  key: string;
  fields: Field[];
}

const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ["stakes", ["stakes", "ante", "max_bet", "max_raises", "blinds", "board_price", "schedule", "level_minutes", "level_hands"]],
  ["folding", ["fold_fee", "fold_fee_to", "bomb_out_penalty", "caller_penalty", "sabacc_pot_cap"]],
  ["shift", ["shift_trigger", "shift_kind", "shift_by_dice", "static_field", "community_field"]],
  ["length", ["pot_building_rounds", "quiet_rounds", "max_rounds"]],
  ["cards", ["negative_pure", "star", "moderation", "sides", "declare_totals", "discard_pile", "deck"]],
  ["house", ["items", "house_dealer", "missed_payments", "short_antes"]],
];

/** What belongs together, together; an option that no group knows has a place too. */
export function groupsOf(fields: readonly Field[]): Group[] {
  const known = new Set(GROUPS.flatMap(([, keys]) => keys));
  const rest = fields.filter((field) => !known.has(field.key));
  const groups = GROUPS.map(([key, keys]) => ({ key, fields: keys.flatMap((one) => fields.find((field) => field.key === one) ?? []) }));
  return [...groups, { key: "more", fields: rest }].filter((group) => group.fields.length);
}
