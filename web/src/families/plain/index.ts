/** A family that these pages don't know: cards as the server tells of them, on plain plates. The others differ from it. */

import { withMinus } from "../../cards/format";
import { shapeOf } from "../../cards/shapes";
import { t } from "../../language/catalogue.svelte";
import type { CardInfo, FamilyInfo } from "../../protocol";
import type { Family } from "../family";
import { distanceText } from "../standing_text";
import WorthLine from "../WorthLine.svelte";
import PlainFace from "./PlainFace.svelte";

export const PLAIN: Family = {
  key: "",
  deckKey: "plain",
  basePreset: null,
  sharedPage: null,
  clausePages: {},

  deckTitle: () => t("deck.title-plain"),
  deckLine: () => "",
  deckField: null,
  cards: [],
  sampleCard: "",
  sampleHand: [],
  signed: false,
  shape: "plate",
  Face: PlainFace,
  copies: () => 1,
  group: () => t("deck.cards"),
  cardName: (card) => card,
  cardText: withMinus,
  glyph: () => "",
  printedValue: () => 0,
  isOfShape: (card, shape) => shapeOf(card) === shape,
  valueInName: () => null,
  valueToSide: (_card, _side, value) => value,

  hasSabaccPot: true,
  hasFlower: false,
  showsDice: true,
  standLabel: "action.stand",
  faceUpCaption: "table.word.face-up",
  faceUpLabel: "family.face-up",
  aim: "family.aim-plain",
  Worth: WorthLine,
  handName: (you) => you.hand ?? "",
  nearness: (you) => (you.standing ? distanceText(you.standing, false) : ""),
  ifShownNow: "shown",
  shownText: (shown) => withMinus(shown.name),
  winningText: (shown) => t("result.with", { hand: withMinus(shown.name) }),

  loadPicture: () => import("./Picture.svelte"),
  showsExampleTotal: () => true,
  loadOddsCharts: () => import("./OddsCharts.svelte"),
};

/** The same with the cards that the server tells of. */
export function plainFamily(info: FamilyInfo): Family {
  const cards = new Map<string, CardInfo>(info.cards.map((one) => [one.card, one]));
  const names = info.cards.map((one) => one.card);
  return {
    ...PLAIN,
    key: info.key,
    deckKey: info.key,
    deckTitle: () => t("deck.title-other", { deck: info.deck }),
    deckLine: () => t("deck.n-cards", { n: info.cards.reduce((sum, one) => sum + one.copies, 0) }),
    cards: names,
    sampleCard: names[0] ?? "",
    sampleHand: names.slice(0, 3),
    copies: (card) => cards.get(card)?.copies ?? 1,
    cardName: (card) => cards.get(card)?.name ?? card,
    printedValue: (card) => cards.get(card)?.value ?? 0,
    hasSabaccPot: info.has_sabacc_pot,
  };
}
