/** Messages that come with the pages that need them, and not with the first load. */

import type account from "../../../src/sabacc/messages/en/account.json";
import type deck from "../../../src/sabacc/messages/en/deck.json";
import type house from "../../../src/sabacc/messages/en/house.json";
import type lobby from "../../../src/sabacc/messages/en/lobby.json";
import type making from "../../../src/sabacc/messages/en/making.json";
import type odds from "../../../src/sabacc/messages/en/odds.json";
import type past from "../../../src/sabacc/messages/en/past.json";

export type Messages = Readonly<Record<string, string>>;
export type PageMessageId =
  | keyof typeof account
  | keyof typeof deck
  | keyof typeof house
  | keyof typeof lobby
  | keyof typeof making
  | keyof typeof odds
  | keyof typeof past;

const FOLDER = "../../../src/sabacc/messages";
const FILES = import.meta.glob<Messages>("../../../src/sabacc/messages/*/{account,deck,house,lobby,making,odds,past}.json", { import: "default" });

export function isPagePart(part: string): boolean {
  return `${FOLDER}/en/${part}.json` in FILES;
}

/** A page's messages in a language. */
export async function pageMessages(language: string, part: string): Promise<Messages> {
  return (await FILES[`${FOLDER}/${language}/${part}.json`]?.()) ?? {};
}
