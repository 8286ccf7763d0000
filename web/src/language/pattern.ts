/** Messages with holes: the same small part of ICU's MessageFormat that the server reads. */

export type Argument = string | number | boolean | readonly (string | number)[];
type Part = string | { name: string; plural?: boolean; cases?: Record<string, Part[]> };

/** What filling in needs to know of a language. */
export interface Filling {
  plural(number: number): string; // the category that a number goes with
  list(said: readonly string[]): string; // "Ana, Ben and Cleo"
}

/** A message, taken apart. */
export function parse(text: string): Part[] {
  return parts({ text, at: 0 }, "");
}

interface Reader {
  text: string;
  at: number;
}

function parts(reader: Reader, counted: string): Part[] {
  const found: Part[] = [];
  for (;;) {
    const rest = reader.text.slice(reader.at);
    const length = rest.search(/[{}#]/);
    if (length !== 0) found.push(length < 0 ? rest : rest.slice(0, length));
    reader.at += length < 0 ? rest.length : length + 1;
    const token = rest[length];
    if (length < 0 || token === "}") return found;
    found.push(token === "{" ? hole(reader) : counted ? { name: counted } : "#");
  }
}

function hole(reader: Reader): Part {
  const [, name = "", kind] = take(reader, /\s*(\w+)\s*(?:,\s*(select|plural)\s*,\s*)?/y);
  const cases: Record<string, Part[]> = {};
  for (let key = take(reader, /\s*(=?[\w-]+)\s*\{/y); key[1]; key = take(reader, /\s*(=?[\w-]+)\s*\{/y)) {
    cases[key[1]] = parts(reader, kind === "plural" ? name : "");
  }
  take(reader, /\s*\}/y);
  return kind ? { name, plural: kind === "plural", cases } : { name };
}

function take(reader: Reader, what: RegExp): readonly (string | undefined)[] {
  what.lastIndex = reader.at;
  const found = what.exec(reader.text);
  if (found) reader.at = what.lastIndex;
  return found ?? [];
}

/** A message with its arguments filled in. */
export function fill(pattern: readonly Part[], given: Readonly<Record<string, Argument>>, filling: Filling): string {
  return pattern.map((part) => (typeof part === "string" ? part : fillOne(part, given, filling))).join("");
}

function fillOne(part: Exclude<Part, string>, given: Readonly<Record<string, Argument>>, filling: Filling): string {
  const value = given[part.name] ?? "";
  if (!part.cases) return typeof value === "object" ? filling.list(value.map(said)) : said(value);
  const exact = part.cases[part.plural ? `=${value}` : value === true ? "yes" : value === false ? "no" : String(value)];
  return fill(exact ?? (part.plural ? part.cases[filling.plural(Number(value))] : undefined) ?? part.cases.other ?? [], given, filling);
}

/** A number with a real minus. */
function said(value: string | number | boolean): string {
  return typeof value === "number" ? String(value).replace("-", "−") : String(value);
}
