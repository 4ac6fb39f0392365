// What the page's modules hand to each other; read by TypeScript, never by a browser.

interface Shape {
  rows: number;
  columns: number;
  colours: number;
  rule: string;
  surface: string;
  /** Of a walk: S for its start, # for walls. */
  cells?: string;
  holes?: number[];
  /** A value a place, null where any will do. */
  goal?: (number | null)[];
  uniform?: boolean;
  /** Of a puzzle without such a rule: what each press adds, and where its lamps stand. */
  all?: Effects;
  spots?: Spot[];
  at?: Spot[];
  names?: string[];
  header?: string;
  json?: any;
  priced?: string;
  /** The board that presses of a new puzzle begin from. */
  dark?: State;
}
/** A light and what is added to it. */
type Change = number[];
/** What each place's press adds; null where there is no button. */
type Effects = (Change[] | null)[];
/** A row and a column. */
type Spot = number[];
/** A value a place, null where there is no light. */
type State = (number | null)[];
/** Presses, or other numbers, one a place. */
type Amounts = number[];
/** Places with what is added to each; so many times of it change nothing. */
interface Pattern { places: number[]; amounts: number[]; order: number }

type Lacks<Name extends string> = { [Key in Name]?: undefined };
type Answer =
  | ({ status: "optimal"; weight: number; presses: Amounts; minima?: number; solutions?: string; served?: boolean }
    & Lacks<"witness" | "low" | "high" | "regions">)
  | ({ status: "infeasible"; witness: Amounts | null } & Lacks<"weight" | "presses" | "minima" | "solutions" | "low" | "high" | "regions" | "served">)
  | ({ status: "large"; weight?: number; presses: Amounts; solutions: string; low: number; high: number;
    regions: { middle: number; buttons: number[] }[]; served?: boolean } & Lacks<"witness" | "minima">)
  | ({ status: "unsolved" } & Lacks<"weight" | "presses" | "minima" | "solutions" | "witness" | "low" | "high" | "regions" | "served">);
type Optimal = Extract<Answer, { status: "optimal" }>;
type Large = Extract<Answer, { status: "large" }>;
interface Board { shape: Shape; state: State }
/** What the solver is asked, of which each question wants some. */
interface Asked extends Board {
  cell?: number;
  /** Presses that a new board is to need; null: any. */
  least: number | null;
  /** How many presses an answer has. */
  weight: number;
  limit: number;
  seed: number;
  date: string;
  size: number;
}
interface Replies {
  solve: Answer;
  make: { state: State; answer: Answer };
  levels: number[];
  day: Board & { answer: Answer };
  /** How many solutions have each number of presses, and the solutions where they are few. */
  every: { counts: number[][]; sets: Amounts[] };
  shortest: Amounts[];
  quiet: Amounts[];
  pressed: Amounts;
  stepped: (number | null)[] | null;
  mend: { place?: number; value?: number };
}
type Question = keyof Replies;

/** A press that was made, also one that was taken back. */
interface Press { place: number; helped: boolean; undone: boolean; good?: boolean }
interface Day { date: string; size: number }
interface Rush {
  score: number;
  timer: number;
  left: () => number;
  next: () => Promise<void>;
  won: (game: Position) => Promise<void>;
}
/** A game as the browser keeps it. */
interface Kept { made: Press[]; again: number[]; hints: number; told: boolean }
interface Given extends Partial<Kept> {
  start?: State;
  shape: Shape;
  state: State;
  answer?: Answer;
  level?: string;
  day?: Day | null;
  rung?: number | null;
  rush?: Rush | null;
}
type Position = import("./game/position.js").Position;

/** What the board shows; a view says what differs from the game. */
interface Picture {
  state?: State;
  hint?: number | null;
  presses?: number[] | null;
  witness?: number[] | null;
  goal?: (number | null)[];
  dim?: ((place: number) => boolean) | null;
  cell?: number | null;
  regions?: { marks: number[]; middles: Set<number> };
  map?: { glow: number[]; labels: (string | number)[] };
  won?: boolean;
  perfect?: boolean;
  last?: number;
}
interface Shown extends Picture { state: State; colours: number }
/** Shows a title and a sentence; a title of null leaves the one that is there. */
type Head = (title: string | null, text: string | null) => void;
/** What a view may ask of the page. */
interface Page {
  game: Position;
  ask<Q extends Question>(question: Q, given: Partial<Asked>): Promise<Replies[Q]>;
  open(given: Given, options?: { replace?: boolean }): Promise<void>;
  openDay(day: Day): Promise<void>;
  openRung(rung: number): Promise<void>;
  fresh(level: string, shape?: Shape): Promise<void>;
  goTo(view: string): Promise<void>;
  say(text: string): void;
  show(): void;
  hasServer(): boolean;
  link(): Promise<string>;
  copy(text: string): Promise<void>;
}
/** A view that is not play. */
interface View {
  open(panel: HTMLElement, head: Head): Promise<void>;
  picture(): Picture;
  close?(): void;
  /** Another board is on the table; `same`: of the same shape. */
  changed?(same: boolean): void;
  press?(place: number): boolean;
  paint?(place: number, first: boolean): void;
  key?(key: string, place: number): boolean;
  undo?(): void;
  canUndo?(): boolean;
}
/** What stands within an element; null is left out. */
type Child = Node | string | null;
/** Elements of the page that are no buttons. */
interface Parts {
  language: HTMLSelectElement;
  sound: HTMLInputElement;
  number: HTMLElement;
  board: HTMLElement;
}
/** Where the lights of a graph are drawn. */
interface Graph { at: Spot[]; high: number; disc: number; away(place: number): number[] }
/** {date: {size: how it was solved first}} */
type Solved = Record<string, Record<string, { n: number; least: number; hints: number; back: number; told: boolean; on: string }>>;
/** A step of light chasing: a press, or at the end of a row none. */
interface ChaseStep { stage: number; row: number; place: number | null; state: State }
interface Chase { steps: ChaseStep[]; last: State; first: Amounts | null; ends: "once" | "twice" | "never" }
/** A board that was read from a picture. */
interface Found { rows: number; columns: number; state: number[] }
/** What is beside a picture's edges, in pixels or shares. */
interface Box { left: number; top: number; right: number; bottom: number }
/** From one pixel to another. */
type Run = number[];
