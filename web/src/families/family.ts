/** What the pages do differently from one family of games to the next: the only place where they differ. */

import type { Component } from "svelte";
import type { MessageId } from "../language/catalogue.svelte";
import type { HandExample, HandExamples, ShownEvent, You } from "../protocol";
import type { View } from "../table/model/view";

/** One's own hand, and what the server says of it. */
export interface WorthProps {
  family: Family;
  view: View;
  you: You;
}

/** A page of the rules that several games share. */
export interface SharedPage {
  key: string;
  title: MessageId;
}

// `any`: each family draws odds of its own form.
export type OddsCharts = Component<{ odds: any; examples: HandExamples }>;

// `any`: it gets the `preset`, and a family with one picture declares no props.
export type GamePicture = Component<any>;

/** A house rule that is a list of cards, in words. */
export interface DeckField {
  name: MessageId;
  placeholder: MessageId;
  help: MessageId;
}

export interface Family {
  readonly key: string; // as the server calls it
  readonly deckKey: string; // as the server calls its deck
  readonly basePreset: string | null; // the one that its others are compared with
  readonly sharedPage: SharedPage | null;
  readonly clausePages: Readonly<Record<string, string>>; // the rules' page of each prefix, such as H in H9

  // ---- cards
  deckTitle(): string;
  deckLine(): string;
  readonly deckField: DeckField | null;
  readonly cards: readonly string[]; // each once, as one would lay them out
  readonly sampleCard: string;
  readonly sampleHand: readonly string[];
  readonly signed: boolean; // a plus stands before positive numbers
  readonly shape: "plate" | "hexagon";
  readonly Face: Component<{ card: string; value: number; name: string }>;
  copies(card: string): number;
  group(card: string): string; // the heading that it stands under
  cardName(card: string): string; // the server's name
  cardText(card: string): string; // as it stands beside its glyph
  glyph(card: string): string; // a path in a box of 48 by 48
  printedValue(card: string): number;
  isOfShape(card: string, shape: string): boolean; // as the silver die counts it (CS1)
  valueInName(card: string): number | null; // the number that the name tells
  valueToSide(card: string, side: string, value: number): number; // where there are sides; `value` is what the table makes it

  // ---- at the table
  readonly hasSabaccPot: boolean;
  readonly hasFlower: boolean; // a board of six petals
  readonly showsDice: boolean; // rolls lie beside the deck
  readonly standLabel: MessageId;
  readonly faceUpCaption: MessageId; // under one's own face-up cards
  readonly faceUpLabel: MessageId; // of a single card, after its name
  readonly aim: MessageId; // what the game is about
  readonly aimWithSides?: MessageId; // the same where players choose a side
  readonly Worth: Component<WorthProps>;
  handName(you: You): string; // of one's own hand, without the total
  nearness(you: You): string; // how near one's total is to what one aims at, from the server's facts
  readonly ifShownNow: "called" | "shown"; // what would have to happen for cards to be shown now
  shownText(shown: ShownEvent): string; // a shown hand's name as it is read: "23", "Pure Sabacc"
  winningText(shown: ShownEvent, view: View): string; // why it won

  // ---- other pages
  loadPicture(): Promise<{ default: GamePicture }>;
  showsExampleTotal(example: HandExample): boolean; // the name leaves open what the cards sum to
  loadOddsCharts(): Promise<{ default: OddsCharts }>;
}
