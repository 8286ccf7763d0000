/** The Coruscant family: a selection that comes near to what the dice say, played for rounds or for credits. */

import { withMinus } from "../../cards/format";
import { SHAPE_GLYPHS, SYLOP } from "../../cards/glyphs";
import Hexagon from "../../cards/Hexagon.svelte";
import { shapeOf } from "../../cards/shapes";
import { t } from "../../language/catalogue.svelte";
import type { Family } from "../family";
import { PLAIN } from "../plain";
import { distanceText } from "../standing_text";
import { cardName, CARDS, numberOf, printedValue, ZERO } from "./cards";

export const CORUSCANT: Family = {
  ...PLAIN,
  key: "coruscant",
  deckKey: "coruscant",
  clausePages: { CS: "coruscant-shift" },

  deckTitle: () => t("deck.title-coruscant"),
  deckLine: () => t("deck.line-coruscant"),
  cards: CARDS,
  sampleCard: "+9t",
  sampleHand: ["+5c", ZERO, "-5s"],
  signed: true,
  shape: "hexagon",
  Face: Hexagon,
  copies: (card) => (card === ZERO ? 2 : 1),
  group: (card) => t("deck.shape", { shape: shapeOf(card) ?? "" }),
  cardName,
  cardText: (card) => withMinus(numberOf(card)),
  glyph: (card) => {
    const shape = shapeOf(card);
    return shape ? SHAPE_GLYPHS[shape] : SYLOP;
  },
  printedValue,
  isOfShape: (card, shape) => card === ZERO || shapeOf(card) === shape,
  valueInName: (card) => (card === ZERO ? null : printedValue(card)),

  hasSabaccPot: false,
  showsDice: false, // they lie as the target
  aim: "family.aim-target",
  handName: (you) => (you.total == null ? (you.hand ?? "") : ""), // or else it only repeats the total
  nearness: ({ standing }) => (!standing?.aim && standing?.off === 0 ? t("worth.exactly", { goal: "0" }) : distanceText(standing ?? {}, true)),
  winningText: (shown, view) => (shown.total === view.gold ? CORUSCANT.shownText(shown) : t("result.with", { hand: CORUSCANT.shownText(shown) })),

  loadPicture: () => import("./Picture.svelte"),
  loadOddsCharts: () => import("./OddsCharts.svelte"),
};
