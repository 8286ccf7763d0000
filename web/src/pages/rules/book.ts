/** The pages of the rules as they stand in the project's documentation, and how they point to each other. */

import { cardsOf, deckOf, type DeckKey } from "../../cards/decks";

const FILES = import.meta.glob<string>("../../../../docs/rules/*.md", { query: "?raw", import: "default" });

export const OVERVIEW = { key: "README", title: "Overview" } as const;
/** What several games share. */
export const SHARED = [
  { key: "the-76-card-family", title: "The 76-card family" },
  { key: "table-and-money", title: "Table and money" },
  { key: "house-rules", title: "House rules" },
] as const;

const CLAUSES: Readonly<Record<string, string>> = {
  T: "table-and-money", B: "table-and-money", W: "table-and-money",
  D: "the-76-card-family", F: "the-76-card-family", X: "the-76-card-family", E: "the-76-card-family", H: "the-76-card-family",
  HR: "house-rules", CC: "cloud-city", CL: "classic", FO: "force", PG: "pagat", GA: "galactic", CH: "corellian-house", CS: "coruscant-shift",
};
const CLAUSE = /\b(HR|CC|CL|FO|PG|GA|CH|CS|[TBWDFXEH])(\d{1,2})\b/;

/** A page's text, or null where there is none. */
export async function pageText(key: string): Promise<string | null> {
  const read = Object.entries(FILES).find(([path]) => path.endsWith(`/${key}.md`))?.[1];
  return read ? read() : null;
}

/** Where a link of the documentation leads here; null: nowhere. */
export function addressOf(link: string): string | null {
  if (link.startsWith("#")) return link;
  const [, key, hash = ""] = /^([\w-]+)\.md(#.*)?$/.exec(link) ?? [];
  if (!key) return null;
  return key === "README" ? "/rules/README" : `/rules/${key}${hash}`;
}

export type Piece = { text: string; to: string | null };

/** A text with the clauses that it names. */
export function withClauses(text: string): Piece[] {
  const found = CLAUSE.exec(text);
  if (!found) return text ? [{ text, to: null }] : [];
  const [clause, prefix] = found;
  const rest = withClauses(text.slice(found.index + clause.length));
  const before = text.slice(0, found.index);
  return [...(before ? [{ text: before, to: null }] : []), { text: clause, to: `/rules/${CLAUSES[prefix!]}#${clause}` }, ...rest];
}

/** The cards that a piece of code names, or none. */
export function cardsIn(code: string, deck: DeckKey): string[] {
  const known = new Set(cardsOf(deck));
  const words = code.split(/\s+/);
  return words.every((word) => known.has(word)) ? words : [];
}

export function deckOfPage(key: string): DeckKey {
  return deckOf(key);
}
