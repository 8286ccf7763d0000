/** As much Markdown as the rules are written in, as a tree: nothing of it is ever HTML. */

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong"; parts: Inline[] }
  | { kind: "em"; parts: Inline[] }
  | { kind: "link"; to: string; parts: Inline[] };

export type Block =
  | { kind: "heading"; level: number; id: string; parts: Inline[] }
  | { kind: "paragraph"; parts: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "list"; ordered: boolean; items: { clause: string; blocks: Block[] }[] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

export function parse(text: string): Block[] {
  return blocksOf(text.replaceAll("\r", "").split("\n"));
}

const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^(\s*)([-*]|\d+\.)\s+(.*)$/;
const FENCE = /^```/;

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const heading = HEADING.exec(line);
    if (!line.trim()) at++;
    else if (heading) {
      blocks.push({ kind: "heading", level: heading[1]!.length, id: slug(heading[2]!), parts: inline(heading[2]!) });
      at++;
    } else {
      const [block, next] = FENCE.test(line) ? fence(lines, at) : line.startsWith("|") ? table(lines, at) : ITEM.test(line) ? list(lines, at) : paragraph(lines, at);
      blocks.push(block);
      at = next;
    }
  }
  return blocks;
}

type Read = [block: Block, next: number];

function fence(lines: readonly string[], from: number): Read {
  let end = from + 1;
  while (end < lines.length && !FENCE.test(lines[end]!)) end++;
  return [{ kind: "code", text: lines.slice(from + 1, end).join("\n") }, end + 1];
}

function table(lines: readonly string[], from: number): Read {
  let end = from;
  while (end < lines.length && lines[end]!.startsWith("|")) end++;
  const rows = lines.slice(from, end).map((line) => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => inline(cell.trim())));
  return [{ kind: "table", head: rows[0]!, rows: rows.slice(2) }, end];
}

/** Items of one depth; what is indented further belongs to the item above it. */
function list(lines: readonly string[], from: number): Read {
  const first = ITEM.exec(lines[from]!)!;
  const depth = first[1]!.length;
  const items: string[][] = [];
  let at = from;
  for (; at < lines.length; at++) {
    const line = lines[at]!;
    const item = ITEM.exec(line);
    if (item && item[1]!.length === depth) items.push([item[3]!]);
    else if (line.trim() && indent(line) > depth) items.at(-1)!.push(line);
    else if (line.trim() || !(lines[at + 1] && indent(lines[at + 1]!) > depth)) break;
    else items.at(-1)!.push("");
  }
  const ordered = /\d/.test(first[2]!);
  return [{ kind: "list", ordered, items: items.map((item) => ({ clause: clauseOf(item[0]!), blocks: blocksOf(outdented(item)) })) }, at];
}

function indent(line: string): number {
  return line.length - line.trimStart().length;
}

function outdented([first = "", ...rest]: readonly string[]): string[] {
  const least = Math.min(...rest.filter((line) => line.trim()).map(indent));
  return [first, ...rest.map((line) => line.slice(least))];
}

/** The number of a clause that an item begins with, such as CL1. */
function clauseOf(line: string): string {
  return /^\*\*([A-Z]{1,2}\d+)\*\*/.exec(line)?.[1] ?? "";
}

function paragraph(lines: readonly string[], from: number): Read {
  let end = from + 1;
  const goesOn = (line: string) => line.trim() && !HEADING.test(line) && !FENCE.test(line) && !line.startsWith("|") && !ITEM.test(line);
  while (end < lines.length && goesOn(lines[end]!)) end++;
  return [{ kind: "paragraph", parts: inline(lines.slice(from, end).map((line) => line.trim()).join(" ")) }, end];
}

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|\[([^\]]+)\]\(([^)\s]+)\)/;

export function inline(text: string): Inline[] {
  const found = INLINE.exec(text);
  if (!found) return text ? [{ kind: "text", text }] : [];
  const [whole, code, strong, em, label, to] = found;
  const part: Inline =
    code !== undefined ? { kind: "code", text: code }
    : strong !== undefined ? { kind: "strong", parts: inline(strong) }
    : em !== undefined ? { kind: "em", parts: inline(em) }
    : { kind: "link", to: to!, parts: inline(label!) };
  return [...inline(text.slice(0, found.index)), part, ...inline(text.slice(found.index + whole.length))];
}

export function slug(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}

export function plain(parts: readonly Inline[]): string {
  return parts.map((part) => ("text" in part ? part.text : plain(part.parts))).join("");
}
