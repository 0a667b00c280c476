// The messages of a table, and the views of our games, made from the schemas 25a849bf6ca91ec2.
// In `Facts` the view is that of any game; `street.View` is that of one.

export type Message = ToServer | FromServer;
/**
 * A message from a client.
 */
export type ToServer =
  | LookAtFacts
  | LookAtPage
  | Play
  | Undo
  | Claim
  | Decline
  | Rematch
  | Past
  | Hint
  | Replace
  | Fill
  | Say
  | Invite
  | Join;
/**
 * A message from the server.
 */
export type FromServer =
  Facts | PageNews | Refused | PastScenes | Advice | Begun | Said | Invitation | Seated;

/**
 * Ask for facts, to draw for oneself. It is the first message of such a client; then it gets `Facts`, now and after each change.
 */
export interface LookAtFacts {
  do: "look";
  as: "facts";
}
/**
 * Ask for scenes, as our own page draws them. It is the first message of a page, and comes again when its size or its settings change.
 */
export interface LookAtPage {
  do: "look";
  /**
   * Of the table area, in pixels.
   */
  width?: number;
  height?: number;
  /**
   * Whether to get the scene after each move, not the last one alone.
   */
  steps?: boolean;
  card?: "small" | "normal" | "large";
  /**
   * Whether indices are large.
   */
  large?: boolean;
  order?: "suits" | "ranks";
  /**
   * Whether the highest card is on the left.
   */
  reverse?: boolean;
}
/**
 * Make a move. Bots move after it by themselves.
 */
export interface Play {
  do: "play";
  /**
   * A legal move as it is written, or `deal` when a deal is due.
   */
  move: string;
  /**
   * The number of the last event that the person has seen. Without it a late message may change what its sender does not know yet.
   */
  seen: number;
}
/**
 * Ask to take back a move, or agree to it.
 */
export interface Undo {
  do: "undo";
  /**
   * The number of the last event that the person has seen. Without it a late message may change what its sender does not know yet.
   */
  seen?: number;
}
/**
 * Claim that the rest of the hand is decided, or agree to a claim.
 */
export interface Claim {
  do: "claim";
  /**
   * The number of the last event that the person has seen. Without it a late message may change what its sender does not know yet.
   */
  seen?: number;
}
/**
 * End a request to take back a move, or a claim.
 */
export interface Decline {
  do: "decline";
  /**
   * The number of the last event that the person has seen. Without it a late message may change what its sender does not know yet.
   */
  seen?: number;
}
/**
 * When the game is over, ask for a new one with the same people, or agree to one.
 */
export interface Rematch {
  do: "rematch";
}
/**
 * Ask for the moves of the hand that is over; a page gets `PastScenes`.
 */
export interface Past {
  do: "past";
}
/**
 * Ask for a hint for the own move; the answer is `Advice`.
 */
export interface Hint {
  do: "hint";
}
/**
 * Let a bot play for somebody for whom the table has waited long.
 */
export interface Replace {
  do: "replace";
  seat: number;
}
/**
 * Let bots take the seats that wait, in order, if `waits` has `fill`.
 */
export interface Fill {
  do: "fill";
}
/**
 * Say a set phrase to everybody at the table. It is no event, and no record has it.
 */
export interface Say {
  do: "say";
  /**
   * One of `phrases` in the facts.
   */
  phrase: string;
}
/**
 * Ask for the link by which others can come, if `waits` has `invite`.
 */
export interface Invite {
  do: "invite";
}
/**
 * Take a seat that waits, from the place of a spectator, if `waits` has `join`.
 */
export interface Join {
  do: "join";
  /**
   * The name: 1 to 40 visible characters, different from the others.
   */
  name: string;
}
/**
 * All that the person may know now, for clients that draw for themselves.
 */
export interface Facts {
  type: "facts";
  /**
   * The number of the last event, from 1: send it back as `seen`. 0 before the first event.
   */
  number: number;
  /**
   * The name of the game, such as `street`.
   */
  game: string;
  /**
   * The game in words.
   */
  title: string;
  /**
   * The seat of the person; null for a spectator.
   */
  you: number | null;
  /**
   * The names by seat, at a page with "You" for the person.
   */
  names: string[];
  /**
   * The seats of people who have no page or program open.
   */
  away: number[];
  /**
   * How many seats are free; while there is one, the table waits.
   */
  free: number;
  /**
   * The seats of people.
   */
  people: number[];
  /**
   * The words for the bots, by seat; empty for one without words.
   */
  bots: {
    [k: string]: string;
  };
  /**
   * The sentence that says what the person can do now, or for whom the table waits.
   */
  task: string;
  /**
   * A request to take back a move.
   */
  undo: {
    /**
     * Whether the person can ask, or agree.
     */
    can: boolean;
    /**
     * The request in words; empty without one.
     */
    text: string;
  };
  /**
   * Why the person has one legal move alone, in words; empty with a choice. After an undo it is empty, too, so that a program which makes such moves leaves time to take back more.
   */
  forced: string;
  /**
   * A claim that the rest of the hand is decided, which the cards of one seat prove.
   */
  claim: {
    /**
     * Whether the person can claim, or agree.
     */
    can: boolean;
    /**
     * For a button; empty without one.
     */
    words: string;
    /**
     * The claim that waits, in words; empty without one.
     */
    text: string;
    /**
     * The cards of who claims; empty without a claim.
     */
    cards: string[];
  };
  /**
   * Whether the person can ask for a hint now.
   */
  hint: boolean;
  /**
   * A new game with the same people.
   */
  again: {
    /**
     * Whether the person can ask, or agree.
     */
    can: boolean;
    /**
     * The people who want it, in words; empty if nobody does.
     */
    text: string;
  };
  /**
   * The view of the seat, as *Fields of a view* tells it.
   */
  view: {
  };
  /**
   * The legal moves in groups; empty if it is not the person's turn. A deal that is due is the move `deal`.
   */
  offers: Offer[];
  /**
   * The events since the facts before, or since `since` in the address. A move that is taken back is an event of its own; then the list begins anew.
   */
  events: Event[];
  /**
   * Whether `events` are all events: forget earlier ones.
   */
  all: boolean;
  /**
   * The seconds that the player to move has left; null without a limit. A page gets it when another player is to move.
   */
  clock: number | null;
  /**
   * Whether the player to move has no page open, or did not move in time before.
   */
  absent: boolean;
  /**
   * What leaving costs, in words; empty for nothing.
   */
  stakes: string;
  /**
   * What the person can say; empty for spectators, and where nobody says anything. A page gets it once.
   */
  phrases: string[];
  /**
   * What the person can do while the table waits for players: invite somebody, give the seats to bots, or take one.
   */
  waits?: ("invite" | "fill" | "join")[];
  /**
   * The seconds after which people can let a bot play for somebody who does not move, at a table without a clock.
   */
  patience?: number;
  /**
   * The result of a hand that is over; null during a hand.
   */
  result: Result | null;
}
/**
 * Some legal moves of one kind.
 */
export interface Offer {
  /**
   * The kind in words, such as `pair`; empty for moves that need none.
   */
  kind: string;
  /**
   * In the order of their cards.
   */
  moves: Move[];
}
/**
 * A legal move.
 */
export interface Move {
  /**
   * As `play` takes it.
   */
  move: string;
  /**
   * For a button.
   */
  words: string;
  /**
   * The cards that it names.
   */
  cards: string[];
}
/**
 * An event as the person may know it.
 */
export interface Event {
  number: number;
  /**
   * `move`, also for a deal, `join`, `leave`, `replace`, `late`, `fault`, `ask`, `agree`, `decline`, `undo`, `again` or `rematch`; later versions may have more.
   */
  happened: string;
  /**
   * The seat that acted; null for a deal and for a new game.
   */
  seat: number | null;
  /**
   * The visible part of the move, or the event in words.
   */
  text: string;
  /**
   * The event and its effects.
   */
  sentences: string[];
}
/**
 * The result of the hand that is over, with its sums in words.
 */
export interface Result {
  /**
   * Who has won the hand, or the game.
   */
  title: string;
  /**
   * Who leads the game, or who won the last hand of it.
   */
  lead: string;
  /**
   * What happened, in sentences.
   */
  lines: string[];
  /**
   * What each seat scored.
   */
  rows: Row[];
  /**
   * Whether the game is over.
   */
  over: boolean;
  /**
   * Whether fewer points are better.
   */
  fewer: boolean;
  /**
   * How this game scores.
   */
  help: string;
}
/**
 * What one seat scored.
 */
export interface Row {
  seat: number;
  name: string;
  /**
   * With its sign.
   */
  points: string;
  total: string;
  /**
   * How the points come about.
   */
  words: string;
  /**
   * The identifier of the rule.
   */
  rule: string;
  /**
   * Whether the seat has won the game.
   */
  won: boolean;
}
/**
 * What has changed since the last message, for our own page: the scenes of all moves as differences, and of all other facts those that are others. Pictures and their keys belong to the page of the same version.
 */
export interface PageNews {
  type: "table";
  /**
   * The number of the last event, from 1: send it back as `seen`. 0 before the first event.
   */
  number: number;
  /**
   * The events with their scenes, to be shown one after the other.
   */
  steps: Step[];
  /**
   * The seat of the person; null for a spectator.
   */
  you?: number | null;
  /**
   * The names by seat, at a page with "You" for the person.
   */
  names?: string[];
  /**
   * The seats of people who have no page or program open.
   */
  away?: number[];
  /**
   * How many seats are free; while there is one, the table waits.
   */
  free?: number;
  /**
   * The seats of people.
   */
  people?: number[];
  /**
   * The words for the bots, by seat; empty for one without words.
   */
  bots?: {
    [k: string]: string;
  };
  /**
   * The sentence that says what the person can do now, or for whom the table waits.
   */
  task?: string;
  /**
   * A request to take back a move.
   */
  undo?: {
    /**
     * Whether the person can ask, or agree.
     */
    can: boolean;
    /**
     * The request in words; empty without one.
     */
    text: string;
  };
  /**
   * Why the person has one legal move alone, in words; empty with a choice. After an undo it is empty, too, so that a program which makes such moves leaves time to take back more.
   */
  forced?: string;
  /**
   * A claim that the rest of the hand is decided, which the cards of one seat prove.
   */
  claim?: {
    /**
     * Whether the person can claim, or agree.
     */
    can: boolean;
    /**
     * For a button; empty without one.
     */
    words: string;
    /**
     * The claim that waits, in words; empty without one.
     */
    text: string;
    /**
     * The cards of who claims; empty without a claim.
     */
    cards: string[];
  };
  /**
   * Whether the person can ask for a hint now.
   */
  hint?: boolean;
  /**
   * A new game with the same people.
   */
  again?: {
    /**
     * Whether the person can ask, or agree.
     */
    can: boolean;
    /**
     * The people who want it, in words; empty if nobody does.
     */
    text: string;
  };
  title?: string;
  summary?: string;
  /**
   * Cards that stand for the game.
   */
  emblem?: string[];
  target?: string;
  /**
   * Pictures and words of cards.
   */
  cards?: {
    [k: string]: {
    };
  };
  /**
   * How to play.
   */
  help?: string[];
  /**
   * The number of the hand in words.
   */
  hand?: string;
  /**
   * The totals by seat.
   */
  scores?: number[];
  /**
   * The seat to move.
   */
  actor?: number | null;
  over?: boolean;
  /**
   * Whether the person is to move.
   */
  yours?: boolean;
  /**
   * The choices of the person.
   */
  form?: {
  };
  /**
   * The result of a hand that is over.
   */
  panel?: {
    /**
     * Who has won the hand, or the game.
     */
    title: string;
    /**
     * Who leads the game, or who won the last hand of it.
     */
    lead: string;
    /**
     * What happened, in sentences.
     */
    lines: string[];
    /**
     * What each seat scored.
     *
     * Items: What one seat scored.
     */
    rows: {
      seat: number;
      name: string;
      /**
       * With its sign.
       */
      points: string;
      total: string;
      /**
       * How the points come about.
       */
      words: string;
      /**
       * The identifier of the rule.
       */
      rule: string;
      /**
       * Whether the seat has won the game.
       */
      won: boolean;
      /**
       * The points as a share of the most, below 0 for lost ones.
       */
      bar: number;
    }[];
    /**
     * Whether the game is over.
     */
    over: boolean;
    /**
     * Whether fewer points are better.
     */
    fewer: boolean;
    /**
     * How this game scores.
     */
    help: string;
    /**
     * What the bars mean.
     */
    key: string;
    /**
     * The totals at the start and after each hand.
     */
    totals?: number[][];
  } | null;
  trick?: string;
  tip?: string;
  phase?: string;
  /**
   * Hints for beginners.
   */
  hints?: string[];
  /**
   * The complete tricks that the page does not have.
   */
  tricks?: {
    at: number;
    list: unknown[];
  };
  /**
   * A picture of the score sheet.
   */
  sheet?: string;
  sheetStyle?: string;
  legend?: string;
  /**
   * The seconds that the player to move has left; null without a limit. A page gets it when another player is to move.
   */
  clock?: number | null;
  /**
   * Whether the player to move has no page open, or did not move in time before.
   */
  absent?: boolean;
  /**
   * What leaving costs, in words; empty for nothing.
   */
  stakes?: string;
  /**
   * What the person can say; empty for spectators, and where nobody says anything. A page gets it once.
   */
  phrases?: string[];
  /**
   * What the person can do while the table waits for players: invite somebody, give the seats to bots, or take one.
   */
  waits?: ("invite" | "fill" | "join")[];
  /**
   * The seconds after which people can let a bot play for somebody who does not move, at a table without a clock.
   */
  patience?: number;
}
/**
 * An event with the scene after it.
 */
export interface Step {
  number: number;
  /**
   * Its sentences.
   */
  log?: string[];
  scene?: SceneChange;
  /**
   * How long the page waits.
   */
  hold?: string;
  /**
   * What people see, in words that are no part of the log.
   */
  says?: string;
}
/**
 * The difference between two scenes: pictures in places.
 */
export interface SceneChange {
  new?: boolean;
  width?: number;
  height?: number;
  /**
   * A box.
   */
  prompt?: number[];
  /**
   * A box.
   */
  hand?: number[];
  /**
   * A box.
   */
  center?: number[];
  set?: {
    [k: string]: {
    };
  };
  /**
   * Items that are no longer there.
   */
  gone?: string[];
  arts?: {
    [k: string]: string;
  };
  symbols?: string;
  style?: string;
}
/**
 * A message changed nothing. It is for its sender alone, as it may name cards of the hand.
 */
export interface Refused {
  type: "refused";
  /**
   * The reason, in a sentence.
   */
  text: string;
  /**
   * The identifier of the rule; null without one.
   */
  rule: string | null;
  /**
   * The kind of the reason, a name of `twowaystreet.reasons`; empty without one.
   */
  reason: string;
  /**
   * The cards that may be played instead; empty if that is not the point.
   */
  cards: string[];
}
/**
 * The moves of the hand that is over, with all cards open, for our own page.
 */
export interface PastScenes {
  type: "past";
  /**
   * The moves.
   */
  steps: Step[];
}
/**
 * A hint for the person's own move, from what the person can know alone. It is for its sender alone, and comes part of a second later: ignore it after another move.
 */
export interface Advice {
  type: "hint";
  /**
   * The number of the last event at which it was asked for.
   */
  number: number;
  /**
   * The move, as `play` takes it.
   */
  move: string;
  /**
   * The cards that it names.
   */
  cards: string[];
  /**
   * The hint in one sentence, with its reason and its price.
   */
  text: string;
  /**
   * Another good move that is clearly worse; null without one.
   */
  other: string | null;
  /**
   * The points that the other move costs; 0 without one.
   */
  price: number;
}
/**
 * The table begins anew, or names in its events have changed: forget everything, and ask again by a look.
 */
export interface Begun {
  type: "begun";
}
/**
 * Somebody says a set phrase. Show it for some seconds.
 */
export interface Said {
  type: "said";
  /**
   * The seat of the person who says it.
   */
  seat: number;
  /**
   * A set phrase, or a reaction, which our page draws.
   */
  phrase:
    | "Hello"
    | "Good luck"
    | "Well played"
    | "Thank you"
    | "Sorry"
    | "One moment"
    | "Good game"
    | "Goodbye"
    | "smile"
    | "laugh"
    | "wow"
    | "sad"
    | "thumbs up"
    | "heart";
}
/**
 * The answer to `invite`.
 */
export interface Invitation {
  type: "invitation";
  /**
   * The link, relative to the first page of the server. Whoever opens it can take a seat that waits.
   */
  link: string;
}
/**
 * The answer to `join`: the newcomer has a seat, and connects again with its token.
 */
export interface Seated {
  type: "seated";
  token: string;
}

export namespace street {
  export type Declaration = "HD" | "LD" | "HF" | "LF";
  export type Case = "A" | "B" | "C" | "D";
  export type Card =
    | "2C"
    | "3C"
    | "4C"
    | "5C"
    | "6C"
    | "7C"
    | "8C"
    | "9C"
    | "10C"
    | "JC"
    | "QC"
    | "KC"
    | "AC"
    | "2D"
    | "3D"
    | "4D"
    | "5D"
    | "6D"
    | "7D"
    | "8D"
    | "9D"
    | "10D"
    | "JD"
    | "QD"
    | "KD"
    | "AD"
    | "2H"
    | "3H"
    | "4H"
    | "5H"
    | "6H"
    | "7H"
    | "8H"
    | "9H"
    | "10H"
    | "JH"
    | "QH"
    | "KH"
    | "AH"
    | "2S"
    | "3S"
    | "4S"
    | "5S"
    | "6S"
    | "7S"
    | "8S"
    | "9S"
    | "10S"
    | "JS"
    | "QS"
    | "KS"
    | "AS"
    | "R*"
    | "B*"
    | "X*";
  /**
   * a move in the notation of the library, such as QS or exchange 9S 10S
   */
  export type Move = string;
  export type Suit = "C" | "D" | "H" | "S";
  export type Phase = "deal" | "declare" | "exchange" | "name" | "play" | "hand over" | "game over";

  export interface View {
    format?: "twowaystreet view";
    version?: 1;
    game?: "street";
    seat: number | null;
    rules: Rules;
    actor: number | null;
    dealer: number;
    scores: number[];
    hands_played: number;
    hand_over: boolean;
    is_over: boolean;
    winners: number[];
    score: HandScore | null;
    stock_size: number | null;
    hand_sizes: number[];
    hand: Card[] | null;
    legal_moves: Move[] | null;
    tricks: Trick[];
    trick: Trick;
    phase: Phase;
    exchanged: (Exchanged | null)[];
    named: Naming[];
    declarations: (Declaration | null)[];
    has_exchanged: (boolean | null)[];
    stock: (Card | null)[];
    voids: Void[];
  }
  export interface Rules {
    players?: number;
    decks?: number;
    jokers?: "red_and_black" | "two_alike" | "one" | "none";
    exchange?: "obligatory" | "optional";
    named_suit?: "either" | "held";
    target?: number;
    max_hands?: number | null;
  }
  export interface HandScore {
    seats: SeatScore[];
    penalty: number;
    case: Case;
  }
  export interface SeatScore {
    points: number;
    declaration: Declaration;
    tricks: number;
    raw: number;
    penalty: number;
  }
  export interface Trick {
    leader: number;
    cards: Card[];
    seats: number[];
    led: Suit | null;
    winner: number | null;
  }
  export interface Exchanged {
    given: Card[];
    drawn: Card[];
  }
  export interface Naming {
    trick: number;
    seat: number;
    suit: Suit;
  }
  export interface Void {
    seat: number;
    suit: Suit;
    trick: number;
    card: Card;
    rule: string;
  }
}

export namespace duel {
  export type Direction = "high" | "low";
  export type Card =
    | "2C"
    | "3C"
    | "4C"
    | "5C"
    | "6C"
    | "7C"
    | "8C"
    | "9C"
    | "10C"
    | "JC"
    | "QC"
    | "KC"
    | "AC"
    | "2D"
    | "3D"
    | "4D"
    | "5D"
    | "6D"
    | "7D"
    | "8D"
    | "9D"
    | "10D"
    | "JD"
    | "QD"
    | "KD"
    | "AD"
    | "2H"
    | "3H"
    | "4H"
    | "5H"
    | "6H"
    | "7H"
    | "8H"
    | "9H"
    | "10H"
    | "JH"
    | "QH"
    | "KH"
    | "AH"
    | "2S"
    | "3S"
    | "4S"
    | "5S"
    | "6S"
    | "7S"
    | "8S"
    | "9S"
    | "10S"
    | "JS"
    | "QS"
    | "KS"
    | "AS"
    | "R*"
    | "B*"
    | "X*";
  /**
   * a move in the notation of the library, such as QS or exchange 9S 10S
   */
  export type Move = string;
  export type Suit = "C" | "D" | "H" | "S";
  export type Phase =
    "deal" | "bid" | "choose" | "exchange" | "name" | "play" | "hand over" | "game over";

  export interface View {
    format?: "twowaystreet view";
    version?: 1;
    game?: "duel";
    seat: number | null;
    rules: Rules;
    actor: number | null;
    dealer: number;
    scores: number[];
    hands_played: number;
    hand_over: boolean;
    is_over: boolean;
    winners: number[];
    score: HandScore | null;
    hand_sizes: number[];
    hand: Card[] | null;
    legal_moves: Move[] | null;
    tricks: Trick[];
    trick: Trick;
    phase: Phase;
    exchanged: (Exchanged | null)[];
    named: Naming[];
    bids: (Move | null)[];
    markers: (Card[] | null)[];
    direction: Direction | null;
    captured: Card[][][];
    to_exchange: number[];
    stock_size: number | null;
    stock: (Card | null)[] | null;
    voids: Void[];
  }
  export interface Rules {
    jokers?: "red_and_black" | "two_alike" | "one" | "none";
    named_suit?: "either" | "held";
    bid_markers?: "paper" | "cards";
    max_strength?: number;
    target?: number;
    max_hands?: number | null;
  }
  export interface HandScore {
    seats: SeatScore[];
    direction: Direction;
  }
  export interface SeatScore {
    points: number;
    direction: Direction;
    tricks: number;
    captured: number;
    against: number;
  }
  export interface Trick {
    leader: number;
    cards: Card[];
    seats: number[];
    led: Suit | null;
    winner: number | null;
  }
  export interface Exchanged {
    given: Card[];
    drawn: Card[];
  }
  export interface Naming {
    trick: number;
    seat: number;
    suit: Suit;
  }
  export interface Void {
    seat: number;
    suit: Suit;
    trick: number;
    card: Card;
    rule: string;
  }
}

export namespace twos {
  export type Phase = "deal" | "play" | "hand over" | "game over";
  export type Rank = "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "J" | "Q" | "K" | "A";
  export type Card =
    | "2C"
    | "3C"
    | "4C"
    | "5C"
    | "6C"
    | "7C"
    | "8C"
    | "9C"
    | "10C"
    | "JC"
    | "QC"
    | "KC"
    | "AC"
    | "2D"
    | "3D"
    | "4D"
    | "5D"
    | "6D"
    | "7D"
    | "8D"
    | "9D"
    | "10D"
    | "JD"
    | "QD"
    | "KD"
    | "AD"
    | "2H"
    | "3H"
    | "4H"
    | "5H"
    | "6H"
    | "7H"
    | "8H"
    | "9H"
    | "10H"
    | "JH"
    | "QH"
    | "KH"
    | "AH"
    | "2S"
    | "3S"
    | "4S"
    | "5S"
    | "6S"
    | "7S"
    | "8S"
    | "9S"
    | "10S"
    | "JS"
    | "QS"
    | "KS"
    | "AS"
    | "R*"
    | "B*"
    | "X*";
  /**
   * a move in the notation of the library, such as QS or exchange 9S 10S
   */
  export type Move = string;
  export type Suit = "C" | "D" | "H" | "S";

  export interface View {
    format?: "twowaystreet view";
    version?: 1;
    game?: "twos";
    seat: number | null;
    rules: Rules;
    phase: Phase;
    actor: number | null;
    dealer: number;
    scores: number[];
    hands_played: number;
    hand_over: boolean;
    is_over: boolean;
    winners: number[];
    score: HandScore | null;
    stock_size: number | null;
    hand_sizes: number[];
    hand: Card[] | null;
    legal_moves: Move[] | null;
    tricks: Trick[];
    trick: Trick;
    catches: Catch[];
    voids: Void[];
  }
  export interface Rules {
    target?: number | null;
    max_hands?: number | null;
  }
  export interface HandScore {
    seats: SeatScore[];
    catches: Catch[];
  }
  export interface SeatScore {
    points: number;
    honours: number;
    caught: number;
    lost: number;
  }
  export interface Catch {
    catcher: number;
    victim: number;
    by: Rank;
  }
  export interface Trick {
    leader: number;
    cards: Card[];
    seats: number[];
    led: Suit | null;
    winner: number | null;
  }
  export interface Void {
    seat: number;
    suit: Suit;
    trick: number;
    card: Card;
    rule: string;
  }
}

export namespace spades {
  export type Phase = "deal" | "look" | "bid" | "raise" | "play" | "call" | "hand over" | "game over";
  /**
   * a move in the notation of the library, such as QS or exchange 9S 10S
   */
  export type Move = string;
  export type Card =
    | "2C"
    | "3C"
    | "4C"
    | "5C"
    | "6C"
    | "7C"
    | "8C"
    | "9C"
    | "10C"
    | "JC"
    | "QC"
    | "KC"
    | "AC"
    | "2D"
    | "3D"
    | "4D"
    | "5D"
    | "6D"
    | "7D"
    | "8D"
    | "9D"
    | "10D"
    | "JD"
    | "QD"
    | "KD"
    | "AD"
    | "2H"
    | "3H"
    | "4H"
    | "5H"
    | "6H"
    | "7H"
    | "8H"
    | "9H"
    | "10H"
    | "JH"
    | "QH"
    | "KH"
    | "AH"
    | "2S"
    | "3S"
    | "4S"
    | "5S"
    | "6S"
    | "7S"
    | "8S"
    | "9S"
    | "10S"
    | "JS"
    | "QS"
    | "KS"
    | "AS"
    | "R*"
    | "B*"
    | "X*";
  export type Suit = "C" | "D" | "H" | "S";
  export type Hand = "dummy" | "actual";

  export interface View {
    format?: "twowaystreet view";
    version?: 1;
    game?: "spades";
    seat: number | null;
    rules: Rules;
    phase: Phase;
    actor: number | null;
    dealer: number;
    scores: number[];
    hands_played: number;
    hand_over: boolean;
    is_over: boolean;
    winners: number[];
    score: HandScore | null;
    stock_size: number | null;
    hand_sizes: number[];
    legal_moves: Move[] | null;
    hand: Card[] | null;
    tricks: Trick[];
    trick: Trick;
    hand_to_play: Hand | null;
    bids: (Move | null)[];
    stands: number;
    books: number[];
    called: number[][];
    face_up: Card[][];
    face_down_sizes: number[];
    overbooks: number[];
    perfect_bids: number[];
    auction?: Said[];
    turned_up?: Card[][][];
    calls?: Call[];
    voids: Void[];
  }
  export interface Rules {
    renege?: "impossible" | "penalised";
    boston_failed?: number;
    target?: number;
    max_hands?: number | null;
  }
  export interface HandScore {
    seats: SeatScore[];
  }
  export interface SeatScore {
    points: number;
    bid: Move;
    books: number;
    made: boolean;
    contract: number;
    overbooks: number;
    penalty: number;
    bonus: number;
  }
  export interface Trick {
    leader: number;
    cards: Card[];
    seats: number[];
    led: Suit | null;
    winner: number | null;
    hands: Hand[];
    winning_hand: Hand | null;
  }
  export interface Said {
    seat: number;
    bid: Move;
  }
  export interface Call {
    seat: number;
    book: number;
    cards: number;
    taken: number;
  }
  export interface Void {
    seat: number;
    suit: Suit;
    trick: number;
    card: Card;
    rule: string;
  }
}

export namespace twenty_down {
  export type Phase = "deal" | "trump" | "draw" | "declare" | "play" | "hand over" | "game over";
  export type Status = "in" | "out";
  export type Suit = "C" | "D" | "H" | "S";
  export type Card =
    | "2C"
    | "3C"
    | "4C"
    | "5C"
    | "6C"
    | "7C"
    | "8C"
    | "9C"
    | "10C"
    | "JC"
    | "QC"
    | "KC"
    | "AC"
    | "2D"
    | "3D"
    | "4D"
    | "5D"
    | "6D"
    | "7D"
    | "8D"
    | "9D"
    | "10D"
    | "JD"
    | "QD"
    | "KD"
    | "AD"
    | "2H"
    | "3H"
    | "4H"
    | "5H"
    | "6H"
    | "7H"
    | "8H"
    | "9H"
    | "10H"
    | "JH"
    | "QH"
    | "KH"
    | "AH"
    | "2S"
    | "3S"
    | "4S"
    | "5S"
    | "6S"
    | "7S"
    | "8S"
    | "9S"
    | "10S"
    | "JS"
    | "QS"
    | "KS"
    | "AS"
    | "R*"
    | "B*"
    | "X*";
  /**
   * a move in the notation of the library, such as QS or exchange 9S 10S
   */
  export type Move = string;

  export interface View {
    format?: "twowaystreet view";
    version?: 1;
    game?: "twenty_down";
    seat: number | null;
    rules: Rules;
    phase: Phase;
    actor: number | null;
    dealer: number;
    scores: number[];
    hands_played: number;
    hand_over: boolean;
    is_over: boolean;
    winners: number[];
    score: HandScore | null;
    stock_size: number | null;
    hand_sizes: number[];
    hand: Card[] | null;
    legal_moves: Move[] | null;
    tricks: Trick[];
    trick: Trick;
    trumps: Suit | null;
    statuses: (Status | null)[];
    discards: (Card[] | null)[];
    discard_sizes: (number | null)[];
    voids: Void[];
  }
  export interface Rules {
    must_trump?: boolean;
    max_hands?: number | null;
  }
  export interface HandScore {
    seats: SeatScore[];
    trumps: Suit;
  }
  export interface SeatScore {
    points: number;
    status: Status;
    tricks: number;
  }
  export interface Trick {
    leader: number;
    cards: Card[];
    seats: number[];
    led: Suit | null;
    winner: number | null;
  }
  export interface Void {
    seat: number;
    suit: Suit;
    trick: number;
    card: Card;
    rule: string;
  }
}

export namespace tien_len {
  export type Phase = "deal" | "play" | "hand over" | "game over";
  export type Card =
    | "2C"
    | "3C"
    | "4C"
    | "5C"
    | "6C"
    | "7C"
    | "8C"
    | "9C"
    | "10C"
    | "JC"
    | "QC"
    | "KC"
    | "AC"
    | "2D"
    | "3D"
    | "4D"
    | "5D"
    | "6D"
    | "7D"
    | "8D"
    | "9D"
    | "10D"
    | "JD"
    | "QD"
    | "KD"
    | "AD"
    | "2H"
    | "3H"
    | "4H"
    | "5H"
    | "6H"
    | "7H"
    | "8H"
    | "9H"
    | "10H"
    | "JH"
    | "QH"
    | "KH"
    | "AH"
    | "2S"
    | "3S"
    | "4S"
    | "5S"
    | "6S"
    | "7S"
    | "8S"
    | "9S"
    | "10S"
    | "JS"
    | "QS"
    | "KS"
    | "AS"
    | "R*"
    | "B*"
    | "X*";
  /**
   * a move in the notation of the library, such as QS or exchange 9S 10S
   */
  export type Move = string;

  export interface View {
    format?: "twowaystreet view";
    version?: 1;
    game?: "tien_len";
    seat: number | null;
    rules: Rules;
    phase: Phase;
    actor: number | null;
    dealer: number;
    scores: number[];
    hands_played: number;
    hand_over: boolean;
    is_over: boolean;
    winners: number[];
    score: HandScore | null;
    stock_size: number | null;
    hand_sizes: number[];
    hand: Card[] | null;
    legal_moves: Move[] | null;
    went_out: number[];
    tricks: Trick[];
    trick: Trick;
    last_winner: number | null;
    to_beat: TrickPlay | null;
    passes: number;
  }
  export interface Rules {
    max_hands?: number;
  }
  export interface HandScore {
    seats: SeatScore[];
    went_out: number[];
  }
  export interface SeatScore {
    points: number;
    place: number;
  }
  export interface Trick {
    leader: number | null;
    plays: TrickPlay[];
    winner: number | null;
  }
  export interface TrickPlay {
    seat: number;
    cards: Card[];
  }
}

export namespace brag {
  export type Phase = "deal" | "lay" | "hand over" | "game over";
  export type Kind = "prial" | "running flush" | "run" | "flush" | "pair" | "high card";
  export type Card =
    | "2C"
    | "3C"
    | "4C"
    | "5C"
    | "6C"
    | "7C"
    | "8C"
    | "9C"
    | "10C"
    | "JC"
    | "QC"
    | "KC"
    | "AC"
    | "2D"
    | "3D"
    | "4D"
    | "5D"
    | "6D"
    | "7D"
    | "8D"
    | "9D"
    | "10D"
    | "JD"
    | "QD"
    | "KD"
    | "AD"
    | "2H"
    | "3H"
    | "4H"
    | "5H"
    | "6H"
    | "7H"
    | "8H"
    | "9H"
    | "10H"
    | "JH"
    | "QH"
    | "KH"
    | "AH"
    | "2S"
    | "3S"
    | "4S"
    | "5S"
    | "6S"
    | "7S"
    | "8S"
    | "9S"
    | "10S"
    | "JS"
    | "QS"
    | "KS"
    | "AS"
    | "R*"
    | "B*"
    | "X*";
  export type Outcome = "taken" | "stays" | "four of a kind" | "four pairs";
  /**
   * a move in the notation of the library, such as QS or exchange 9S 10S
   */
  export type Move = string;

  export interface View {
    format?: "twowaystreet view";
    version?: 1;
    game?: "brag";
    seat: number | null;
    rules: Rules;
    phase: Phase;
    actor: number | null;
    dealer: number;
    scores: number[];
    hands_played: number;
    hand_over: boolean;
    is_over: boolean;
    winners: number[];
    score: HandScore | null;
    stock_size: number | null;
    hand_sizes: number[];
    hand: Card[] | null;
    legal_moves: Move[] | null;
    laid: (Card[][] | null)[];
    has_laid: boolean[];
    shown: Card[][];
    antes: number;
  }
  export interface Rules {
    cards?: number;
    players?: number;
    high_rank?: "everywhere" | "prials";
    max_hands?: number;
  }
  export interface HandScore {
    seats: SeatScore[];
    outcome: Outcome;
    antes: number;
    taker: number | null;
    best: number[][];
  }
  export interface SeatScore {
    points: number;
    hands: HandOfThree[];
    best: boolean[];
    hand_points: number;
  }
  export interface HandOfThree {
    kind: Kind;
    cards: Card[];
    worth: number[];
  }
}
