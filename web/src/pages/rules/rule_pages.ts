/** The pages of the rules as they stand in the project's documentation, and how they point to each other. */

import type { Family, SharedPage } from "../../families/family";
import { FAMILIES, SHOWCASE } from "../../families/registry";

const FILES = import.meta.glob<string>("../../../../docs/rules/*.md", { query: "?raw", import: "default" });

export const OVERVIEW = { key: "README", title: "page.overview" } as const;
/** What several games share. */
export const SHARED: readonly SharedPage[] = [
  ...FAMILIES.flatMap((family) => family.sharedPage ?? []),
  { key: "table-and-money", title: "page.money" },
  { key: "house-rules", title: "page.house-rules" },
];

const CLAUSES: Readonly<Record<string, string>> = {
  T: "table-and-money", B: "table-and-money", W: "table-and-money",
  HR: "house-rules",
  ...Object.assign({}, ...FAMILIES.map((family) => family.clausePages)),
};
const CLAUSE = new RegExp(`\\b(${Object.keys(CLAUSES).join("|")})(\\d{1,2})\\b`);

/** A page's text, or null where there is none. */
export async function pageText(key: string): Promise<string | null> {
  const read = Object.entries(FILES).find(([path]) => path.endsWith(`/${key}.md`))?.[1];
  return read ? read() : null;
}

/** Where a link of the documentation leads here; null: nowhere. */
export function pageAddress(link: string): string | null {
  if (link.startsWith("#")) return link;
  const [, key, hash = ""] = /^([\w-]+)\.md(#.*)?$/.exec(link) ?? [];
  if (!key) return null;
  return key === "README" ? "/rules/README" : `/rules/${key}${hash}`;
}

export type Piece = { text: string; to: string | null };

/** A text with the clauses that it names. */
export function linkClauses(text: string): Piece[] {
  const found = CLAUSE.exec(text);
  if (!found) return text ? [{ text, to: null }] : [];
  const [clause, prefix] = found;
  const rest = linkClauses(text.slice(found.index + clause.length));
  const before = text.slice(0, found.index);
  return [...(before ? [{ text: before, to: null }] : []), { text: clause, to: `/rules/${CLAUSES[prefix!]}#${clause}` }, ...rest];
}

/** The cards that a piece of code names, or none. */
export function cardsInCode(code: string, family: Family): string[] {
  const known = new Set(family.cards);
  const words = code.split(/\s+/);
  return words.every((word) => known.has(word)) ? words : [];
}

/** Whose cards a page speaks of; a page that all share has its examples from one of them. */
export function familyOfPage(key: string): Family {
  return FAMILIES.find((family) => Object.values(family.clausePages).includes(key)) ?? SHOWCASE;
}
