/** What the server says in English of games, bots and options, in the reader's language; what others brought along is said as they wrote it. */

import { t, type MessageId } from "../../language/catalogue.svelte";
import type { BotInfo, PresetInfo } from "../../protocol";

/** A message whose id holds a name that only the server knows; empty where there is none. */
export function messageOf(id: string): string {
  return t(id.replace(/[_:]/g, "-") as MessageId);
}

export function botLine(bot: BotInfo): string {
  return messageOf(`house.bot.${bot.name}`) || bot.line;
}

export function gameLine(game: PresetInfo): string {
  return messageOf(`house.game.${game.key}`) || game.line;
}

interface Option {
  key: string;
  title: string;
  line: string;
  kind: string;
}

export function titleOf(option: Option): string {
  return messageOf(`house.option.${option.key}`) || option.title;
}

/** What an option is about; an ante that may be another price says so. */
export function lineOf(option: Option): string {
  const name = option.key === "ante" && option.kind === "number-or" ? "ante-or-price" : option.key;
  return messageOf(`house.option-line.${name}`) || option.line;
}
