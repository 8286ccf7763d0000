/** The Corellian family: cards that add up to zero, and a flower to buy them from. */

import { formatNumber, signOf, withMinus } from "../../cards/format";
import { SYLOP } from "../../cards/glyphs";
import Hexagon from "../../cards/Hexagon.svelte";
import { t } from "../../language/catalogue.svelte";
import type { Family } from "../family";
import { PLAIN } from "../plain";

const HIGHEST = 10;
const ZERO = "0";
const NOT_ZERO = "Nuhlrek"; // whatever does not add up to zero (CH23)

const numbers = Array.from({ length: HIGHEST }, (_, i) => i + 1);

export const CORELLIAN: Family = {
  ...PLAIN,
  key: "corellian",
  deckKey: "corellian",
  clausePages: { CH: "corellian-house" },

  deckTitle: () => t("deck.title-corellian"),
  deckLine: () => t("deck.line-corellian"),
  cards: [...numbers.flatMap((number) => [`+${number}`, `-${number}`]), ZERO],
  sampleCard: "+9",
  sampleHand: ["+5", ZERO, "-5"],
  signed: true,
  shape: "hexagon",
  Face: Hexagon,
  copies: (card) => (card === ZERO ? 2 : 3),
  group: (card) => t("deck.sign", { sign: signOf(Number(card)) }),
  cardName: (card) => (card === ZERO ? t("card.sylop") : card),
  glyph: (card) => (card === ZERO ? SYLOP : ""),
  printedValue: Number,
  valueInName: (card) => (card === ZERO ? null : Number(card)),

  hasFlower: true,
  standLabel: "action.stay",
  aim: "family.aim-zero",
  handName: (you) => (you.total ? NOT_ZERO : (you.hand ?? "")),
  // Of two that are not zero, the nearer one is better (CH23).
  shownText: ({ name, total }) => (total ? `${name}, ${formatNumber(total, true)}` : withMinus(name)),
  winningText: (shown) => t("result.with", { hand: CORELLIAN.shownText(shown) }),

  loadPicture: () => import("./Picture.svelte"),
  showsExampleTotal: () => false,
};
