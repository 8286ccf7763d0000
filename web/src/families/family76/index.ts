/** The 76-card family: as near to 23 as one dares. */

import { formatNumber } from "../../cards/format";
import { ARCANA_GLYPHS, SUIT_GLYPHS } from "../../cards/glyphs";
import { t } from "../../language/catalogue.svelte";
import type { Family } from "../family";
import { PLAIN } from "../plain";
import { ARCANA, cardName, CARDS, printedValue, suitOf, valueInName, valueToSide } from "./cards";
import { isIdiotsArray, isPlainRank, nearness, shownText } from "./hands";
import Plate from "./Plate.svelte";
import WorthScale from "./WorthScale.svelte";

const SHARED_PAGE = "the-76-card-family";

export const FAMILY_76: Family = {
  ...PLAIN,
  key: "76",
  deckKey: "classic",
  basePreset: "classic",
  sharedPage: { key: SHARED_PAGE, title: "page.family-76" },
  clausePages: {
    D: SHARED_PAGE, F: SHARED_PAGE, X: SHARED_PAGE, E: SHARED_PAGE, H: SHARED_PAGE,
    CC: "cloud-city", CL: "classic", FO: "force", PG: "pagat", GA: "galactic",
  },

  deckTitle: () => t("deck.title-76"),
  deckLine: () => t("deck.line-76"),
  deckField: {
    name: "house.deck-76",
    placeholder: "house.deck-76.placeholder",
    help: "house.deck-76.help",
  },
  cards: CARDS,
  sampleCard: "T9",
  sampleHand: ["ID", "S2", "F3"],
  Face: Plate,
  copies: (card) => (card in ARCANA ? 2 : 1),
  group: (card) => t("deck.suit", { suit: suitOf(card) ?? "" }),
  cardName,
  cardText: (card) => formatNumber(printedValue(card)),
  glyph: (card) => {
    const suit = suitOf(card);
    return suit ? SUIT_GLYPHS[suit] : (ARCANA_GLYPHS[card] ?? "");
  },
  printedValue,
  valueInName,
  valueToSide,

  faceUpCaption: "table.word.static-field",
  faceUpLabel: "family.in-static-field",
  aim: "family.aim-23",
  aimWithSides: "family.aim-sides",
  Worth: WorthScale,
  handName: (you) => (isPlainRank(you.rank) || you.bombed_out ? "" : (you.hand ?? "")),
  nearness,
  ifShownNow: "called",
  shownText,
  winningText: (shown) => t("result.with", { hand: shownText(shown) }),

  loadPicture: () => import("./Picture.svelte"),
  showsExampleTotal: isIdiotsArray,
  loadOddsCharts: () => import("./OddsCharts.svelte"),
};
