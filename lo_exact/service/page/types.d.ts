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
  all?: (Change[] | null)[];
  spots?: number[][];
  at?: number[][];
  names?: string[];
  header?: string;
  json?: any;
  priced?: string;
  /** The board that presses of a new puzzle begin from. */
  dark?: State;
}
/** A light and what is added to it. */
type Change = number[];
/** A value a place, null where there is no light. */
type State = (number | null)[];

interface Answer {
  status: "optimal" | "infeasible" | "large" | "unsolved" | "feasible";
  weight?: number;
  presses?: number[];
  minima?: number;
  solutions?: string;
  witness?: number[] | null;
  low?: number;
  high?: number;
  regions?: { middle: number; buttons: number[] }[];
  served?: boolean;
}

/** A press that was made, also one that was taken back. */
interface Press { place: number; helped: boolean; undone: boolean; good?: boolean }
interface Day { date: string; size: number }
interface Rush {
  ends: number;
  score: number;
  timer: number;
  left?: () => number;
  next?: () => Promise<void>;
  won?: (game: any) => Promise<void>;
}
/** A game as the browser keeps it. */
interface Kept { made: Press[]; again: number[]; hints: number; told: boolean }
interface Given extends Partial<Kept> {
  shape: Shape;
  state: State;
  answer?: Answer;
  level?: string;
  day?: Day | null;
  rung?: number | null;
  rush?: Rush | null;
}

/** What the board shows. */
interface Picture {
  state?: State;
  colours?: number;
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
/** Shows a title and a sentence; a title of null leaves the one that is there. */
type Head = (title: string | null, text: string | null) => void;
