// Written by `python -m sabacc.server.wire.typescript`; change the server's types instead.

/** What a player can do. */
export type Action =
  | CheckAction
  | MatchAction
  | RaiseAction
  | FoldAction
  | PassAction
  | CallHandAction
  | GainAction
  | TradeAction
  | TakeDiscardAction
  | StandAction
  | DoneAction
  | PlaceAction
  | TakeBackAction
  | ChooseSideAction
  | BuyAction
  | PeekAction
  | KeepAction
  | PushBackAction
  | ProtectAction
  | OfferAction
  | SelectAction
  | GoOnAction
  | ImproveAction;

/** Bet nothing, where nothing is owed; `and_call` calls the hand with it (PG5). */
export interface CheckAction {
  type: "check";
  and_call?: boolean;
}

/** Put in what is owed to the standing bet, or all one has; `and_call` calls the hand with it (PG5). */
export interface MatchAction {
  type: "match";
  and_call?: boolean;
}

/** Bet, or raise the standing bet; `to` is the player's whole bet after it; `and_call` calls the hand with it (PG5). */
export interface RaiseAction {
  type: "raise";
  to: number;
  and_call?: boolean;
}

/** Leave the hand. */
export interface FoldAction {
  type: "fold";
}

/** Do nothing in a window. */
export interface PassAction {
  type: "pass";
}

/** Call the hand: betting ends and cards are shown. */
export interface CallHandAction {
  type: "call-hand";
}

/** Draw a card. */
export interface GainAction {
  type: "gain";
}

/** Drop a card, face down, and draw one. */
export interface TradeAction {
  type: "trade";
  card?: string | null;
}

/** Trade a card for the top card of the discard pile (HR4). */
export interface TakeDiscardAction {
  type: "take-discard";
  card: string;
}

/** Keep one's cards as they are. */
export interface StandAction {
  type: "stand";
}

/** Make no (more) field moves after the draw (PG3). */
export interface DoneAction {
  type: "done";
}

/** Put a card into the static field, face up. */
export interface PlaceAction {
  type: "place";
  card: string;
}

/** Take a card out of the static field. */
export interface TakeBackAction {
  type: "take-back";
  card: string;
}

/** Declare `light` or `dark`, or leave it to `chance` (FO1). Shown when all have chosen. */
export interface ChooseSideAction {
  type: "choose-side";
  side?: SideChoice | null;
}

export type SideChoice = "light" | "dark" | "chance";

/** Take a board card, face up: a petal (0 to 5) or the top of the discard pile (6); keep it, or swap one for it (CH11). */
export interface BuyAction {
  type: "buy";
  place: number;
  swap?: string | null;
  up?: boolean;
}

/** Draw a card off the stub and look at it (CH13). */
export interface PeekAction {
  type: "peek";
}

/** Add the card just peeked at; with `drop`, discard that card of the hand to the pile first (CH13). */
export interface KeepAction {
  type: "keep";
  drop?: string | null;
  up?: boolean;
}

/** Give the card just peeked at back; it is mucked (CH13). */
export interface PushBackAction {
  type: "push-back";
}

/** Turn pocket cards face up, before the spike dice are rolled; none is fine (CH17). */
export interface ProtectAction {
  type: "protect";
  cards?: string[];
}

/** Pick a face-up card to be shuffled after double spikes (CH19). Shown when all have picked. */
export interface OfferAction {
  type: "offer";
  card?: string | null;
}

/** Lay cards face down as one's selection (CS5). */
export interface SelectAction {
  type: "select";
  cards?: string[] | null;
}

/** Stay in the round (CS6, CS7). */
export interface GoOnAction {
  type: "go-on";
}

/** Add new cards to one's selection, or none (CS8). */
export interface ImproveAction {
  type: "improve";
  cards?: string[] | null;
}

/** What happens at a table. */
export type GameEvent =
  | SatEvent
  | LeftEvent
  | ReboughtEvent
  | SatOutEvent
  | CameBackEvent
  | RulesChangedEvent
  | LevelSetEvent
  | ItemStakedEvent
  | ItemTakenEvent
  | ItemDeclinedEvent
  | GameWonEvent
  | ClosedEvent
  | HandStartedEvent
  | HandVoidedEvent
  | RoundStartedEvent
  | TurnStartedEvent
  | BettingStartedEvent
  | AskedEvent
  | ActedEvent
  | WalkedAwayEvent
  | ClockStruckEvent
  | CalledEvent
  | SideDeclaredEvent
  | TotalDeclaredEvent
  | QuietRoundsEvent
  | TargetSetEvent
  | RoundWonEvent
  | HandEndedEvent
  | PaidEvent
  | RefundedEvent
  | WonEvent
  | SweptEvent
  | SpilledEvent
  | ShuffledEvent
  | DealtEvent
  | DroppedEvent
  | PileTakenEvent
  | PlacedEvent
  | TookBackEvent
  | FoldedEvent
  | RolledEvent
  | ShiftedEvent
  | DiscardedEvent
  | TakenEvent
  | SelectedEvent
  | ShownEvent
  | SuddenDemiseEvent
  | NoSuddenDemiseEvent
  | TieDrawnEvent
  | BoardDealtEvent
  | BoardFilledEvent
  | BoughtEvent
  | SwappedEvent
  | PeekedEvent
  | KeptEvent
  | PushedBackEvent
  | OfferedEvent;

/** A player took a seat with credits of their own. */
export interface SatEvent {
  type: "sat";
  seat: number;
  name: string;
  stack: number;
  owes?: Reason[];
}

export type Reason = "ante" | "bet" | "big-blind" | "small-blind" | "fold-fee" | "discard-fee" | "board-card" | "bomb-out" | "caller";

/** A player left the table and took their credits along; in mid-hand, `took` is settled after it. */
export interface LeftEvent {
  type: "left";
  seat: number;
  took: number;
}

/** A player brought more credits. */
export interface ReboughtEvent {
  type: "rebought";
  seat: number;
  amount: number;
}

/** A player will not be dealt in until they return. */
export interface SatOutEvent {
  type: "sat-out";
  seat: number;
}

/** A player who sat out will be dealt in again. */
export interface CameBackEvent {
  type: "came-back";
  seat: number;
}

/** The table plays by other rules from the next hand on. */
export interface RulesChangedEvent {
  type: "rules-changed";
  rules: Record<string, unknown>;
}

/** A level of the blinds schedule, from the next hand on. */
export interface LevelSetEvent {
  type: "level-set";
  level: number;
  blinds: [number, number];
  board_price: number;
}

/** The table took an item at the Plutt's value, and gave its owner credits (HR9). */
export interface ItemStakedEvent {
  type: "item-staked";
  seat: number;
  item: string;
  value: number;
}

/** A player took an item off the table for its price (HR9). */
export interface ItemTakenEvent {
  type: "item-taken";
  seat: number;
  item: string;
  price: number;
}

/** A player who might have taken an item first did not want it (HR9). */
export interface ItemDeclinedEvent {
  type: "item-declined";
  seat: number;
  item: string;
}

/** A player won most rounds of a game (CS12). */
export interface GameWonEvent {
  type: "game-won";
  seat: number;
  rounds: number[];
}

/** The table closed, and the sabacc pot was shared (T3). */
export interface ClosedEvent {
  type: "closed";
  shares: ([number, number])[];
}

/** A hand begins: who is dealt in, from the dealer's left, and what lies where. */
export interface HandStartedEvent {
  type: "hand-started";
  number: number;
  button: number;
  dealt_in: number[];
  stacks: number[];
  sabacc_pot: number;
  sides?: (Side | null)[];
  commitment?: string;
  clock?: boolean;
  owes?: ([number, Reason])[];
}

export type Side = "light" | "dark";

/** A hand that can't be played to its end counts for nothing: all is as it was before it was dealt. */
export interface HandVoidedEvent {
  type: "hand-voided";
  number: number;
  reason: VoidReason;
  stacks: number[];
  sabacc_pot: number;
  items?: ([number, string])[];
}

export type VoidReason = "older-behaviour" | "lesson-left" | "restored";

/** A round of play begins. */
export interface RoundStartedEvent {
  type: "round";
  round: number;
}

/** It is a player's turn. */
export interface TurnStartedEvent {
  type: "turn";
  seat: number;
  round: number;
}

/** New bets: what was bet before lies in the pot and is matched. `standing` is what to match at first (a blind). */
export interface BettingStartedEvent {
  type: "betting-started";
  round: number;
  standing?: number;
}

/** A question is open to one or several seats; what each may answer is its own affair. */
export interface AskedEvent {
  type: "asked";
  question: number;
  kind: QuestionKind;
  seats: number[];
}

export type KnownQuestionKind = "bet" | "fold-window" | "call-window" | "draw" | "field" | "side" | "board" | "peeked" | "protect" | "offer" | "select" | "decide" | "improve";

export type QuestionKind = KnownQuestionKind | (string & {}); // a family of another package may have more

/** A player's action was accepted; `by` says whether the player, the clock or the table (for one who left) chose it. */
export interface ActedEvent {
  type: "acted";
  seat: number;
  question: number;
  action: Action;
  by?: ActedBy;
}

export type ActedBy = "player" | "clock" | "table";

/** A player left in mid-hand; the table plays their cards and folds at the first chance (T10). */
export interface WalkedAwayEvent {
  type: "walked-away";
  seat: number;
}

/** The randomiser went off (HR5). */
export interface ClockStruckEvent {
  type: "clock-struck";
}

/** The hand was called, by a player or, where `seat` is None, by the table (E1). */
export interface CalledEvent {
  type: "called";
  seat: number | null;
  clause: string;
}

/** A player stands on the Light side or the Dark side. */
export interface SideDeclaredEvent {
  type: "side-declared";
  seat: number;
  side: Side;
}

/** A player told the total of their first cards. */
export interface TotalDeclaredEvent {
  type: "total-declared";
  seat: number;
  total: number;
}

/** How many quiet rounds are left until the table calls the hand (E1); told when it changes. */
export interface QuietRoundsEvent {
  type: "quiet-rounds";
  left: number;
}

/** The gold number and the silver suit of a round (CS4). */
export interface TargetSetEvent {
  type: "target-set";
  gold: number;
  silver: string;
}

/** A player won a round that is played for rounds, not credits (CS9). */
export interface RoundWonEvent {
  type: "round-won";
  seat: number;
  clause: string;
}

/** The hand is over. */
export interface HandEndedEvent {
  type: "hand-ended";
  how: Ending;
  stacks: number[];
  sabacc_pot: number;
  special: boolean;
}

export type Ending = "folded" | "called" | "table-called" | "showdown";

/** Credits went from a player to a pot. */
export interface PaidEvent {
  type: "paid";
  seat: number;
  amount: number;
  pot: PotName;
  why: Reason;
  clause?: string;
}

export type PotName = "hand" | "fees" | "sabacc";

/** Uncalled credits went back to their owner. */
export interface RefundedEvent {
  type: "refunded";
  seat: number;
  amount: number;
  clause?: string;
}

/** A player takes credits from a pot: 0 is the main pot, 1 and up are side pots, −1 the sabacc pot. */
export interface WonEvent {
  type: "won";
  seat: number;
  amount: number;
  pot: number;
  clause: string;
  shared?: boolean;
}

/** A pot that nobody could win went into the sabacc pot. */
export interface SweptEvent {
  type: "swept";
  amount: number;
  pot: number;
  clause: string;
}

/** What the sabacc pot held above its cap went into the hand pot (HR14). */
export interface SpilledEvent {
  type: "spilled";
  amount: number;
}

/** A numbered shuffle: the cards of some zones, put somewhere face down. */
export interface ShuffledEvent {
  type: "shuffled";
  number: number;
  size: number;
  zones: Zone[];
  to: ShuffleTo;
}

export type Zone = "box" | "deck" | "junk" | "pile" | "under" | "hands" | "aside";

export type ShuffleTo = "deck" | "bottom" | "aside";

/** A card from a shuffle's position to a seat. */
export interface DealtEvent {
  type: "dealt";
  seat: number;
  shuffle: number;
  position: number;
  card?: string | null;
  up?: boolean;
}

/** A card left a hand for the junk, face down, or for the discard pile, face up. */
export interface DroppedEvent {
  type: "dropped";
  seat: number;
  to: DropTo;
  card?: string | null;
  up?: boolean;
}

export type DropTo = "junk" | "pile";

/** The top card of the discard pile went into a hand. */
export interface PileTakenEvent {
  type: "pile-taken";
  seat: number;
  card: string;
}

/** A card lies in the static field. */
export interface PlacedEvent {
  type: "placed";
  seat: number;
  card: string;
}

/** A card was taken out of the static field. */
export interface TookBackEvent {
  type: "took-back";
  seat: number;
  card: string;
}

/** A player folded, and their cards are junk. */
export interface FoldedEvent {
  type: "folded";
  seat: number;
}

/** Dice on the table. */
export interface RolledEvent {
  type: "rolled";
  seat: number;
  dice: number[];
  sides: number;
}

/** A Sabacc shift strikes. */
export interface ShiftedEvent {
  type: "shifted";
  kind: ShiftKind;
}

export type KnownShiftKind = "core" | "rim" | "wild" | "one-card" | "pulse" | "spike" | "double-spikes" | "selection";

export type ShiftKind = KnownShiftKind | (string & {}); // a family of another package may have more

/** All of a seat's unprotected cards became junk in a shift. */
export interface DiscardedEvent {
  type: "discarded";
  seat: number;
  count: number;
  cards?: string[] | null;
}

/** A shift took one of a seat's cards, by chance. */
export interface TakenEvent {
  type: "taken";
  seat: number;
  card?: string | null;
}

/** Cards were laid face down into a selection (CS5, CS8). */
export interface SelectedEvent {
  type: "selected";
  seat: number;
  count: number;
  cards?: string[] | null;
}

/** A hand was shown, with what it is worth: `rank` 1 is the best, and `key` orders all hands, the best highest. */
export interface ShownEvent {
  type: "shown";
  seat: number;
  cards: string[];
  name: string;
  total: number;
  bombed_out: boolean;
  borrowed?: string[];
  rank?: number;
  key?: number;
}

/** Tied players get one more card each. */
export interface SuddenDemiseEvent {
  type: "sudden-demise";
  seats: number[];
  pot: number;
  clause?: string;
}

/** There were too few cards for a sudden demise, so the tie is split (D4). */
export interface NoSuddenDemiseEvent {
  type: "no-sudden-demise";
  seats: number[];
  pot: number;
  clause?: string;
}

/** A card drawn face up to break a tie (CH25, CS10). */
export interface TieDrawnEvent {
  type: "tie-drawn";
  seat: number;
  shuffle: number;
  position: number;
  card: string;
}

/** A card from a shuffle's position to the board, face up: places 0 to 5 are the petals, 6 is the discard pile. */
export interface BoardDealtEvent {
  type: "board-dealt";
  place: number;
  shuffle: number;
  position: number;
  card: string;
}

/** The top of the discard pile went into a gap of the board (CH12). */
export interface BoardFilledEvent {
  type: "board-filled";
  place: number;
  card: string;
}

/** A board card went to a player, face up (CH11). */
export interface BoughtEvent {
  type: "bought";
  seat: number;
  place: number;
  card: string;
}

/** A player's card took the place of the board card just bought (CH11). */
export interface SwappedEvent {
  type: "swapped";
  seat: number;
  place: number;
  card: string;
  up?: boolean;
}

/** A player looked at a card off the stub (CH13). */
export interface PeekedEvent {
  type: "peeked";
  seat: number;
  shuffle: number;
  position: number;
  card?: string | null;
}

/** The card just peeked at joined the pocket cards (CH13). */
export interface KeptEvent {
  type: "kept";
  seat: number;
}

/** The card just peeked at was mucked (CH13). */
export interface PushedBackEvent {
  type: "pushed-back";
  seat: number;
}

/** A player's pick after double spikes (CH19). */
export interface OfferedEvent {
  type: "offered";
  seat: number;
  card: string;
}

/** What a browser sends over a table's socket. */
export type ClientMessage =
  | Hello
  | Pong
  | Act
  | AskCoach
  | Continue
  | Choose
  | Sit
  | Leave
  | Rebuy
  | SitOut
  | ComeBack
  | ProposeItem
  | StakeItem
  | TakeItem
  | DeclineItem
  | AgreeItem
  | Chat
  | Emote
  | Pause
  | Remove
  | Mute
  | ChangeRules
  | SetLevel
  | ValueItem
  | SetBots
  | SetClocks
  | SetBuyIns
  | HandOver
  | CloseTable;

/** The first message: what the client speaks, and what it has already. */
export interface Hello {
  type: "hello";
  protocol: number;
  since?: number | null;
  words?: boolean;
  password?: string | null;
  language?: string | null;
}

/** The answer to `ping`, with its number; so the server knows how long messages take. */
export interface Pong {
  type: "pong";
  ping: number;
}

/** Answers a question, which it names, or makes a free move. */
export interface Act {
  type: "act";
  id: string;
  action: Action;
  question?: number;
}

/** Asks about the question that one is asked: the odds of one's hand, or what would be best and why. */
export interface AskCoach {
  type: "ask-coach";
  id: string;
  question: number;
  what: "advice" | "odds";
}

/** Goes on in a lesson, from a step that one has read. */
export interface Continue {
  type: "continue";
  id: string;
  step: number;
}

/** Presets answers for the rest of the hand; what is not named is asked for as usual. */
export interface Choose {
  type: "choose";
  id: string;
  choices: string[];
}

/** Takes a seat, a bot's too; any free one, if none is named. In mid-hand it waits for the next. */
export interface Sit {
  type: "sit";
  id: string;
  seat?: number | null;
  stack?: number | null;
}

/** Gets up for good. */
export interface Leave {
  type: "leave";
  id: string;
}

/** Brings more credits, up to the table's limit; in mid-hand, for the next. */
export interface Rebuy {
  type: "rebuy";
  id: string;
  amount: number;
}

/** Not to be dealt in, from the next hand on. */
export interface SitOut {
  type: "sit-out";
  id: string;
}

/** To be dealt in again. */
export interface ComeBack {
  type: "come-back";
  id: string;
}

/** Offers a thing as a stake; the host says what it is worth (HR9). */
export interface ProposeItem {
  type: "propose-item";
  id: string;
  item: string;
}

/** Stakes it, at the host's value. */
export interface StakeItem {
  type: "stake-item";
  id: string;
  item: string;
}

/** Takes an item off the table for its price. */
export interface TakeItem {
  type: "take-item";
  id: string;
  item: string;
}

/** Leaves an item to the next who may take it. */
export interface DeclineItem {
  type: "decline-item";
  id: string;
  item: string;
}

/** Agrees to the value of an item that is the host's own, or does not. */
export interface AgreeItem {
  type: "agree-item";
  id: string;
  seat: number;
  item: string;
  value: number;
  on: boolean;
}

/** Says something to the table. */
export interface Chat {
  type: "chat";
  id: string;
  text: string;
}

/** Shows one of a few short emotes at one's seat. */
export interface Emote {
  type: "emote";
  id: string;
  emote: string;
}

/** The host stops the clocks, or lets them run again. */
export interface Pause {
  type: "pause";
  id: string;
  on: boolean;
}

/** The host removes a player, who may not come back, or sends a bot away: when the hand is over, if one is played. */
export interface Remove {
  type: "remove";
  id: string;
  seat: number;
}

/** The host stops the chat of a player or, by name, of somebody who watches; or allows it again. */
export interface Mute {
  type: "mute";
  id: string;
  on: boolean;
  seat?: number | null;
  name?: string;
}

/** The host changes house rules, from the next hand on. */
export interface ChangeRules {
  type: "change-rules";
  id: string;
  rules: Record<string, unknown>;
}

/** The host raises the blinds. */
export interface SetLevel {
  type: "set-level";
  id: string;
  level: number;
}

/** The host says what a thing is worth, or that it is no stake; to what an item of their own is worth, the others agree. */
export interface ValueItem {
  type: "value-item";
  id: string;
  seat: number;
  item: string;
  value?: number | null;
}

/** The host says which bots fill the table, up to how many players, and how quickly they play, from the next hand on. */
export interface SetBots {
  type: "set-bots";
  id: string;
  bots: string[];
  fill_to: number;
  pace?: number;
}

/** The host changes the clocks, from the next hand on. */
export interface SetClocks {
  type: "set-clocks";
  id: string;
  clocks: Clocks;
}

/** The clocks of a table; times are in seconds. */
export interface Clocks {
  decision?: number;
  window?: number;
  bank?: number;
  grace?: number;
  away_after?: number;
  between?: number;
  randomiser?: number;
}

/** The host says what players bring to the table, from the next hand on. */
export interface SetBuyIns {
  type: "set-buy-ins";
  id: string;
  stack?: number;
  max_buy_in?: number;
  rebuy_to?: number | null;
}

/** The host makes another player the host. */
export interface HandOver {
  type: "hand-over";
  id: string;
  seat: number;
}

/** The host closes the table; what is left in the sabacc pot is shared (T3). */
export interface CloseTable {
  type: "close";
  id: string;
}

/** What the server sends over a table's socket, in arrays. */
export type ServerMessage =
  | ChatLine
  | EmoteShown
  | Snapshot
  | Update
  | Done
  | Refused
  | Presence
  | Choices
  | CoachSays
  | Ping
  | Notice
  | Bye;

/** Somebody said something. */
export interface ChatLine {
  type: "chat";
  name: string;
  text: string;
  at: number;
  seat?: number | null;
}

/** Somebody at a seat shows an emote; nobody who comes later is told of it. */
export interface EmoteShown {
  type: "emote";
  seat: number;
  emote: EmoteName;
}

export type EmoteName = "hello" | "good-luck" | "nice-hand" | "well-played" | "thanks" | "laugh" | "wow" | "ouch" | "thinking" | "hurry" | "sorry" | "sabacc";

/** The whole table as this seat may know it. The hand is told from its first event, so it is folded like any other. */
export interface Snapshot {
  type: "snapshot";
  protocol: number;
  version: number;
  table: TableInfo;
  me: string | null;
  host: boolean;
  events: GameEvent[];
  names: string[];
  you?: You | null;
  clock?: SeatClock[];
  say?: string[];
  chat?: ChatLine[];
  next_hand_ms?: number | null;
  level_clock?: LevelClock | null;
}

/** A table as everybody sees it. */
export interface TableInfo {
  family: string;
  has_sides: boolean;
  card_values: Record<string, number>;
  ante: number;
  lays_cards_out: boolean;
  for_credits: boolean;
  rolls_for_shifts: boolean;
  id: string;
  title: string;
  rules: Record<string, unknown>;
  seats: SeatInfo[];
  host: string;
  stack: number;
  max_buy_in: number;
  rebuy_to: number;
  left_with: LeftWith[];
  access: Access;
  spectators: boolean;
  paused: boolean;
  closed: boolean;
  clocks: Clocks;
  bots: string[];
  fill_to: number;
  pace: number;
  rated: boolean;
  coach: boolean;
  coach_for_all: boolean;
  sabacc_pot: number;
  price: number;
  hands: number;
  items: ItemInfo[];
  waiting: WaitingInfo[];
  rounds: number[];
  beforehand: PresetChoice[];
  in_rounds: boolean;
  levels: ([number, number, number])[];
  level: number;
  next_level: number;
}

/** A seat as everybody sees it between hands. */
export interface SeatInfo {
  name?: string;
  stack?: number;
  bot?: string | null;
  here?: boolean;
  sitting_out?: boolean;
  muted?: boolean;
  host?: boolean;
  avatar?: number | null;
  owes?: number;
}

/** Somebody who has left; if they come back in time, they sit down with the same credits. */
export interface LeftWith {
  name: string;
  credits: number;
  until: number;
}

export type Access = "open" | "link" | "password";

/** An item on the table, or one that somebody would stake. */
export interface ItemInfo {
  item: string;
  seat: number;
  value?: number | null;
  staked?: boolean;
  rights?: number[] | null;
  yet_to_agree?: number[];
}

/** Something that is done when the hand is over. */
export interface WaitingInfo {
  what: DeferredKind;
  seat?: number | null;
  name?: string;
}

export type DeferredKind = "sat" | "left" | "rebought" | "sat-out" | "came-back" | "rules" | "level" | "settings" | "paused" | "ended";

export type PresetChoice = "check-or-fold" | "pass-call-windows" | "stay-in-fold-windows" | "no-field-moves" | "turn-nothing-up";

/** What only this seat is told, besides its events. */
export interface You {
  seat: number;
  options?: OptionsInfo | null;
  question?: QuestionInfo | null;
  choices?: PresetChoice[];
  hand?: string;
  total?: number | null;
  rank?: number | null;
  bombed_out?: boolean;
  standing?: Standing | null;
  lesson?: LessonInfo | null;
}

/** What a seat may do now and what it costs; raises are given by their bounds (0 and 0: none). */
export interface OptionsInfo {
  actions?: Action[];
  raise_from?: number;
  raise_to?: number;
  bet?: number;
  owed?: number;
  fold_fee?: number;
  discard_fee?: number;
  board_price?: number;
  may_call?: boolean;
}

/** What a seat is asked, and what happens if it doesn't answer (T10). */
export interface QuestionInfo {
  number: number;
  kind: QuestionKind;
  default: Action;
}

/** What a hand would bring as it is. `off` and `beyond` say where its total is, seen from `aim`. */
export interface Standing {
  aim?: number | null;
  off?: number | null;
  beyond?: boolean;
  strength?: Strength;
  rung?: number | null;
  settled?: boolean;
  wins?: number;
  wins_sabacc?: number;
  penalty?: number;
  caller_penalty?: number;
}

export type Strength = "" | "weak" | "fair" | "strong" | "top";

/** The present step of a lesson. */
export interface LessonInfo {
  step: number;
  kind: StepKind;
  text: string;
  at: [number, number];
  lights?: Light;
  cards?: string[];
  last?: boolean;
}

export type StepKind = "tell" | "do" | "watch";

export type Light = "" | "cards" | "total" | "hand-pot" | "sabacc-pot" | "pots" | "bar" | "field" | "board" | "target" | "others" | "result";

/** The time a seat has left for its decision, and then in its time bank. */
export interface SeatClock {
  seat: number;
  ms: number;
  bank_ms: number;
}

/** What is left of the level of the blinds, by the clock or by hands, where another comes by itself. */
export interface LevelClock {
  runs: boolean;
  ms?: number | null;
  hands?: number | null;
}

/** One version more: what happened, as this seat may know it. */
export interface Update {
  type: "update";
  version: number;
  events?: GameEvent[];
  table?: TableInfo | null;
  you?: You | null;
  clock?: SeatClock[];
  say?: string[];
  next_hand_ms?: number | null;
  level_clock?: LevelClock | null;
}

/** A command is done and durable; `version` is the one it made, or the current one if it made none. */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

/** A command was not done, and nothing has changed. */
export interface Refused {
  type: "refused";
  id: string | null;
  why: string;
}

/** Who is connected, by seat; it is no version, since it doesn't last. */
export interface Presence {
  type: "presence";
  here: boolean[];
  watching: number;
}

/** What one answers beforehand, after `choose`; it is no version, since nobody else is to know. */
export interface Choices {
  type: "choices";
  choices?: PresetChoice[];
}

/** What one has asked the coach, about a question; it is no version, since nobody else is to know. */
export interface CoachSays {
  type: "coach";
  question: number;
  odds?: OddsStrip | null;
  advice?: string;
}

/** All of it. */
export interface OddsStrip {
  win?: WinNow | null;
  moves?: MoveOdds[];
  shifts?: MoveOdds[];
}

/** The chance to win if all cards were shown now; a tie counts as a share. */
export interface WinNow {
  chance: number;
  low: number;
  high: number;
}

/** What a move makes of the hand: exact. */
export interface MoveOdds {
  move: string;
  cards: string[];
  better: number;
  worse: number;
  bomb_out?: number | null;
}

/** To be answered with `pong`. */
export interface Ping {
  type: "ping";
  ping: number;
}

/** A sentence for this client alone. */
export interface Notice {
  type: "notice";
  text: string;
}

/** The server closes this connection. */
export interface Bye {
  type: "bye";
  why: string;
  again: boolean;
  wants_password?: boolean;
}

/** All tables in the lobby. */
export interface LobbyTables {
  type: "tables";
  tables: TableSummary[];
}

/** An open table, as the lobby lists it. */
export interface TableSummary {
  id: string;
  title: string;
  preset: string;
  rules: Record<string, unknown>;
  host: string;
  people: number;
  bots: number;
  seats: number;
  stack: number;
  locked: boolean;
  spectators: boolean;
  paused: boolean;
  playing: boolean;
  hands: number;
  names: string[];
  rated: boolean;
  house: boolean;
  lesson: boolean;
}

/** What has changed in the lobby. */
export interface LobbyChanges {
  type: "changes";
  tables: TableSummary[];
  gone: string[];
}

/** Who one is; null for who is not signed in. */
export interface Me {
  person: Person | null;
}

/** Somebody with a name; a guest has no password yet. */
export interface Person {
  id: string;
  name: string;
  guest: boolean;
  avatar: number;
}

/** The settings of a table to be made, and its `rules`: a preset and the differences from it. */
export interface NewTable {
  title?: string;
  seats?: number;
  stack?: number;
  max_buy_in?: number;
  rebuy_to?: number | null;
  access?: Access;
  spectators?: boolean;
  bots?: string[];
  fill_to?: number;
  pace?: number;
  clocks?: Clocks;
  coach?: boolean;
  rated?: boolean;
  password?: string | null;
  rules: Record<string, unknown>;
}

/** A new table, and the link to it. */
export interface CreatedTable {
  id: string;
  link: string;
}

/** The variant to play at once, against bots. */
export interface QuickPlay {
  preset?: string;
  level?: number;
}

/** A variant. */
export interface PresetInfo {
  key: string;
  title: string;
  line: string;
  family: string;
  players: [number, number];
  stack: number;
  rules: Record<string, unknown>;
  has_sides: boolean;
  for_newcomers: boolean;
  tags: Tag[];
  has_lesson: boolean;
}

export type Tag = "quick" | "deep" | "betting" | "no-betting";

/** A family of games, and its deck. */
export interface FamilyInfo {
  key: string;
  title: string;
  deck: string;
  has_sabacc_pot: boolean;
  cards: CardInfo[];
}

/** A card of a deck. */
export interface CardInfo {
  card: string;
  name: string;
  value: number;
  copies: number;
}

/** A bot that can be invited. */
export interface BotInfo {
  name: string;
  line: string;
  level: number;
}

/** The server, and what it speaks. */
export interface ServerInfo {
  name: string;
  version: string;
  protocol: number;
  choices: PresetChoice[];
}

/** What follows from the rules, so that no client has to know the games by name. */
export interface GameFacts {
  family: string;
  has_sides: boolean;
  card_values: Record<string, number>;
  ante: number;
  lays_cards_out: boolean;
  for_credits: boolean;
  rolls_for_shifts: boolean;
}

/** A hand in short. */
export interface HandSummary {
  id: string;
  table: string;
  title: string;
  number: number;
  preset: string;
  ended_at: number;
  seat: number;
  players: PlayerSummary[];
}

/** A player of a hand, and what all could see of how it went for them. */
export interface PlayerSummary {
  seat: number;
  name: string;
  bot: string | null;
  you: boolean;
  dealt_in: boolean;
  staked: number;
  won: number;
  outcome: Outcome | null;
  showed: boolean;
  bombed_out: boolean;
  special: boolean;
  hand_name: string | null;
}

export type Outcome = "won" | "lost" | "folded";

/** Some hands, the newest first; `before` asks for the next page, and none means that this was the last. */
export interface HandPage {
  hands: HandSummary[];
  before: string | null;
}

/** A hand to be watched again, as a seat or (none) a spectator saw it; `told` has a sentence for each event, or nothing. */
export interface Replay {
  family: string;
  has_sides: boolean;
  card_values: Record<string, number>;
  ante: number;
  lays_cards_out: boolean;
  for_credits: boolean;
  rolls_for_shifts: boolean;
  hand: string;
  table: string | null;
  title: string;
  number: number;
  preset: string;
  ended_at: number;
  rules: Record<string, unknown>;
  names: string[];
  seat: number | null;
  events: (Record<string, unknown>)[];
  told: string[];
}

/** A review as far as it is; while it is not complete, a later look sees more. */
export interface ReviewedHand {
  seat: number;
  guesses: number;
  complete: boolean;
  decisions: ReviewedDecision[];
  left_out: number;
  turning_point: number | null;
}

/** A decision: what was done, what would have been best, what that lost in antes, and the mark it gets. */
export interface ReviewedDecision {
  at: number;
  kind: QuestionKind;
  asked: string;
  action: string;
  best: string;
  loss: number;
  low: number;
  high: number;
  mark: Mark;
  win: number;
  actions: ReviewedAction[];
}

export type Mark = "good" | "inaccuracy" | "mistake" | "blunder" | "unclear";

/** What an action was worth: antes from then to the end of the hand, and the chance to win it. */
export interface ReviewedAction {
  action: string;
  label: string;
  value: number;
  low: number;
  high: number;
  win: number;
}

/** A player's statistics, the preset played most first. */
export interface PlayerStats {
  presets: PresetStats[];
}

/** A player's hands of one preset. */
export interface PresetStats {
  preset: string;
  hands: number;
  pots: number;
  share: number;
  credits: number;
  antes: Interval;
  showed: number;
  folded: number;
  bombed_out: number;
  specials: number;
  series: ([number, number])[];
}

/** A mean with its 95 % confidence interval, which a single hand doesn't have. */
export interface Interval {
  mean: number;
  low: number | null;
  high: number | null;
}

/** Somebody's links, the newest first. */
export interface ShareLinkList {
  shares: ShareLink[];
}

/** A link that somebody made; without a seat it shows what a spectator saw. */
export interface ShareLink {
  token: string;
  url: string;
  hand: string;
  seat: number | null;
  number: number;
  preset: string;
  ended_at: number;
  created_at: number;
}

/** A session as its owner sees it; times are milliseconds since 1970. */
export interface SessionInfo {
  id: string;
  label: string;
  created_at: number;
  used_at: number | null;
  current: boolean;
}

/** A new token, which is shown this once. */
export interface Token {
  id: string;
  label: string;
  token: string;
}

/** A preset's ranks, the best first; `gold` and `silver` are the dice that selections are counted by (CS4). */
export interface HandExamples {
  preset: string;
  hands: HandExample[];
  gold: number | null;
  silver: string | null;
  family: string;
  card_values: Record<string, number>;
}

/** A hand of some rank; `takes_sabacc_pot` goes with the hand pot, and `side` says to whom it is worth that. */
export interface HandExample {
  name: string;
  line: string;
  cards: string[];
  total: number;
  rank: number;
  takes_sabacc_pot: boolean;
  bombed_out: boolean;
  side: Side | null;
}

/** All that one looks up in the middle of a hand. */
export interface Guide {
  preset: string;
  title: string;
  explained: Paragraph[];
  examples: HandExamples;
  prices: Price[];
  terms: Term[];
}

/** A paragraph of the explained rules, with the label in front of it, such as "Goal."; most have one. */
export interface Paragraph {
  label: string;
  text: string;
}

/** Something that costs credits at a table. */
export interface Price {
  what: string;
  amount: string;
  pot: "" | "hand" | "sabacc";
  to: string;
}

/** A word of the game, as it stands on the table, and what it means. */
export interface Term {
  word: string;
  meaning: string;
}

/** A player's hands at one table. */
export interface SessionSummary {
  family: string;
  has_sides: boolean;
  card_values: Record<string, number>;
  ante: number;
  lays_cards_out: boolean;
  for_credits: boolean;
  rolls_for_shifts: boolean;
  table: string;
  title: string;
  preset: string;
  hands: number;
  pots: number;
  folded: number;
  bombed_out: number;
  net: number;
  best: BestHand | null;
  biggest: BiggestPot | null;
  last: string;
  series: ([number, number])[];
}

/** The best hand that a player showed. */
export interface BestHand {
  hand: string;
  number: number;
  name: string;
  cards: string[];
  side: Side | null;
}

/** The most that a player took out of the pots of one hand. */
export interface BiggestPot {
  hand: string;
  number: number;
  credits: number;
}

/** Whether an app is asked for at sign-in, and how many recovery codes are left. */
export interface SecondFactorState {
  totp: boolean;
  recovery_codes: number;
}

/** What an authenticator app needs to know: the secret, the same as an address, and that as a picture (a data URI). */
export interface NewTotp {
  secret: string;
  uri: string;
  picture: string;
}

/** New recovery codes, which are shown this once. */
export interface RecoveryCodes {
  codes: string[];
}

/** Seats whose players came from one address; which one is nobody's affair. */
export interface SharedAddress {
  seats: number[];
}

/** What somebody has, and their last transfers, the newest first. */
export interface Wallet {
  balance: number;
  next_allowance_at: number | null;
  lines: WalletLine[];
  welcome: number;
  daily: number;
}

/** A transfer as the wallet's owner sees it. */
export interface WalletLine {
  at: number;
  amount: number;
  reason: Reason;
  tournament: string | null;
}

/** The best of a game, or those who gained most. */
export interface Leaderboard {
  game: string;
  period: Period;
  since: number | null;
  rows: LeaderboardRow[];
  bots: BotRating[];
  games: string[];
}

export type Period = "week" | "month" | "all";

/** A player on a leaderboard. */
export interface LeaderboardRow {
  rank: number;
  name: string;
  avatar: number;
  rating: number;
  spread: number;
  games: number;
  gain: number | null;
}

/** Where a bot stands, by the results of the arena. */
export interface BotRating {
  name: string;
  rating: number;
}

/** What a player's page shows. */
export interface PlayerPage {
  name: string;
  avatar: number;
  since: number;
  you: boolean;
  private: boolean;
  ratings: GameRating[];
  curves: RatingCurve[];
  results: PlayerResult[];
  trophies: Trophy[];
  favourites: FavouriteGame[];
  hands: ShownHand[];
}

/** A player's rating in a game, or in all. */
export interface GameRating {
  game: string;
  rating: number;
  spread: number;
  provisional: boolean;
  games: number;
  rank: number | null;
}

/** How a rating went: when, and what it was then. */
export interface RatingCurve {
  game: string;
  points: ([number, number])[];
}

/** A rated game or a tournament that somebody played. */
export interface PlayerResult {
  at: number;
  kind: ResultKind;
  game: string;
  title: string;
  source: string;
  place: number;
  players: number;
  change: number | null;
}

export type ResultKind = "table" | "tournament";

/** One of the first three places in a tournament. */
export interface Trophy {
  at: number;
  title: string;
  tournament: string;
  place: number;
  players: number;
}

/** A game that somebody plays much. */
export interface FavouriteGame {
  preset: string;
  hands: number;
}

/** A hand that somebody chose to show. */
export interface ShownHand {
  token: string;
  url: string;
  preset: string;
  number: number;
  ended_at: number;
}

/** Whether nobody else sees one's page, and which links to hands stand on it. */
export interface Profile {
  private: boolean;
  hands: string[];
}

export const PROTOCOL = 1;
export const AVATARS = 128;
export const EMOTES: readonly EmoteName[] = ["hello", "good-luck", "nice-hand", "well-played", "thanks", "laugh", "wow", "ouch", "thinking", "hurry", "sorry", "sabacc"];
