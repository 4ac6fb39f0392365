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
/** A rule of boards, and what solves them. */
interface Rule { all: Effects; solver: import("./game/solving/solver.js").Solver }
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
  seed?: number;
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
type Questions = { [Q in Question]: (given: Asked) => Replies[Q] };

/** A press that was made, also one that was taken back. */
interface Press { place: number; helped: boolean; undone: boolean; good?: boolean }
interface Day { date: string; size: number }
interface Rush {
  ends: number;
  /** Whether each board so far was put out with no press too many. */
  list: boolean[];
  left: () => number;
  next: () => Promise<void>;
  won: (game: Position) => Promise<void>;
}
/** A game as the browser keeps it. */
interface Kept { made: Press[]; again: number[]; hints: number; told: boolean; counted?: boolean }
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
  openAddress(board: string): Promise<void>;
  fresh(level: string, shape?: Shape): Promise<void>;
  goTo(view: string): Promise<void>;
  say(text: string): void;
  show(): void;
  hasServer(): boolean;
  link(): Promise<string>;
  share(text: string): Promise<void>;
  step: Fn.step;
}
/** A view that is not play. */
interface View {
  open(panel: HTMLElement, head: Head): Promise<void>;
  picture?(): Picture;
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
type Act = (event: any) => any;
interface Properties { onclick?: Act | null; onchange?: Act; oninput?: Act; [name: string]: any }
/** Elements of the page that are no buttons. */
interface Parts {
  language: HTMLSelectElement;
  sound: HTMLInputElement;
  proof: HTMLAnchorElement;
  number: HTMLElement;
  board: HTMLElement;
}
/** A question to the server. */
interface Running { stop: AbortController; id: string }
/** Where the lights of a graph are drawn. */
interface Graph { at: Spot[]; high: number; disc: number; away(place: number): number[] }
/** {date: {size: how it was solved first}} */
type Solved = Record<string, Record<string, { n: number; least: number; hints: number; back: number; told: boolean; on: string; runs?: number }>>;
/** Light chasing on the board; at -1 stands the board before the first step. */
interface Chasing { outcome: Chase; start: State; at: number; timer: number }
/** A step of light chasing: a press, or at the end of a row none. */
interface ChaseStep { stage: number; row: number; place: number | null; state: State }
interface Chase { steps: ChaseStep[]; last: State; first: Amounts | null; ends: "once" | "twice" | "never" }
/** A board that was read from a picture. */
interface Found { rows: number; columns: number; state: State }
/** What is beside a picture's edges, in pixels or shares. */
interface Box { left: number; top: number; right: number; bottom: number }
/** From one pixel to another. */
type Run = number[];

/** The types of functions, by file; those with one plain argument say it themselves. */
declare namespace Fn {
  // address.js
  type bytesThrough = (stream: CompressionStream | DecompressionStream, bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
  type addressed = (board: string) => Promise<any>;
  // board.js
  type look = (place: number, picture: Shown) => { classes: any[]; text: any; says: any[] };
  type makeLamp = (place: number, graph: Graph | null, span: number) => HTMLButtonElement;
  type frameRegion = (lamp: HTMLElement, place: number, regions: Picture["regions"]) => void;
  type build = (shape: Shape, effects: Effects) => void;
  type heat = (value: number, colours: number) => { colour: string; dark: boolean; };
  type towards = (key: string, place: number) => number | undefined;
  type thumbnail = (shape: Shape, values: State, kind?: string) => SVGElement;
  type touch = (place: number | null) => void;
  type listen = (hands: { press: (place: number) => void; paint: (place: number, first: boolean) => void;
    key: (key: string, place: number) => boolean; read: (text: string) => void }) => void;
  // dates.js
  type moved = (from: string, days: number) => string;
  // elements.js
  type data = (name: string) => Promise<any>;
  type every = (selector: string) => HTMLButtonElement[];
  type make = <Name extends keyof HTMLElementTagNameMap>(name: Name, properties: Properties, ...children: Child[]) => HTMLElementTagNameMap[Name];
  type byId = <K extends string>(id: K) => K extends keyof Parts ? Parts[K] : HTMLButtonElement;
  type assign = (element: any, properties: Properties) => void;
  type choose = (all: Iterable<Element>, one: Element) => void;
  type button = (words: string, onclick: Act | null, properties?: Properties, ...children: Child[]) => HTMLButtonElement;
  type again = (box: Element, build: () => any) => Promise<void>;
  type bars = (all: { share: number; label: string; className?: string }[]) => HTMLOListElement;
  type buttons = (...children: Child[]) => HTMLDivElement;
  // feel.js
  type tone = (pitch: number, after: number, length: number) => void;
  // graph.js
  type drawing = (shape: Shape) => Graph;
  type svg = (name: string, values: Record<string, any>) => SVGElement;
  // kept.js
  type keep = (key: string, value: any) => void;
  // main.js
  type showHead = (number: (string | number)[] | null, text: string | null) => void;
  type act = (what: string, change: () => void) => Promise<void>;
  type say = (text: string | null) => void;
  type step = (does: () => Promise<string | void>, to?: string, replace?: boolean) => Promise<void>;
  // play.js
  type counted = (key: string, n: number, values?: Record<string, any>) => string;
  type same = (shape: Shape, other: Shape) => boolean;
  type many = (n: number | string | undefined) => string;
  type sentence = (game: Position, done: string) => string;
  type showLevels = (game: Position, minima: number[]) => void;
  type spoken = (game: Position, text: string) => string;
  // reading.js
  type valuesOf = (lines: string[]) => any[][] | null;
  type rows = (text: string) => [any[][], Record<string, any>] | null;
  type blocks = (lights: number, buttons: number) => { rows: number; columns: number; spots: number[][]; };
  type spot = (k: number, down: number) => number[];
  type places = (facts: any) => [any, number[], number[]];
  type numbers = (count: number, from: number) => number[];
  type spread = (values: any[]) => State;
  // server.js
  type ask = (method: string, path: string, body?: any, signal?: AbortSignal) => Promise<Response>;
  type json = (...given: Parameters<ask>) => Promise<any>;
  type follow = (path: string, told: (event: any) => void, lost: (away: boolean) => void, signal: AbortSignal) => Promise<any>;
  // sw.js
  type answer = (request: Request, visit: boolean) => Promise<Response>;
  // words.js
  type refused = (problem: { line: number; detail: string }) => string;
  type word = (key: string, values?: Record<string, any>) => string;
  type label = (element: any, key?: string) => void;
  type dated = (day: string, options: Intl.DateTimeFormatOptions) => string;
  // writing.js
  type isWhole = (n: number, from: number, to: number) => boolean;
  type checked = (shape: Shape, state: State) => Board | null;
  type rowsOf = (shape: Shape, values: State, none?: string) => string[];
  type boardText = (shape: Shape, state: State) => string;
  // solving/bounds.js
  type regions = (all: Effects, state: State, c: number) => Pick<Large, "low" | "regions">;
  type fewest = (amounts: Set<number>, wanted: number, c: number) => number;
  type fewer = (presses: Amounts, kernel: Pattern[], c: number) => number[];
  // solving/chase.js
  type chase = (shape: Shape, all: Effects, start: State, finish: (state: State) => Promise<Amounts | null>) => Promise<Chase>;
  type press = (stage: number, row: number, place: number) => void;
  // solving/daily.js
  type shapeOf = (date: string) => [Shape, number];
  type board = (n: number, rule?: string, surface?: string, colours?: number) => Shape;
  type pressed = (shape: Shape, presses: number, chance: () => number) => State;
  type boardOfDay = (date: string, size: number, minimum: (shape: Shape, state: State) => number | undefined) => { shape: Shape; state: State; };
  // solving/questions.js
  type pressing = (place: number, times: number) => void;
  type answerTo = (name: Question, given: any) => any;
  type drawn = (rule: Rule, shape: Shape, chance: () => number, least: number | null) => State;
  type wantedOf = (shape: Shape, state: State) => number[];
  type solve = (given: Partial<Asked> & Board) => Answer;
  type quick = (name: Question, given: Partial<Asked>) => boolean;
  // solving/shapes.js
  type effects = (shape: Shape) => Effects;
  type modulo = (a: number, n: number) => number;
  type meets = (r: number, c: number, down: number, right: number) => number;
  type added = (state: State, changes: Change[] | null, colours: number, many?: number) => (number | null)[];
  type add = (at: number, amount: number) => void;
  type times = (k: number, point: number[]) => number[];
  type hexSpot = (k: number, columns: number) => number[];
  type hexagons = (rows: number, columns: number) => number[][][];
  type restOf = (shape: Shape, state: State) => State;
  type ones = (steps: number[][]) => number[][];
  type sum = (...points: number[][]) => number[];
  type reached = (shape: Shape, state: State) => boolean;
  // solving/solver.js
  type subtract = (to: Int32Array, from: Int32Array, times: number, q: number) => void;
  type walk = (at: Amounts, generators: Pattern[], modulus: number, visit: (weight: number) => any) => void;
  type walkInBits = (at: Amounts, generators: Pattern[], visit: (weight: number) => any) => void;
  type smith = (effect: Change[][], power: { p: number; e: number; q: number }) =>
    { left: Int32Array[]; right: Int32Array[]; exponents: number[] };
  type sparse = (vector: Int32Array, order: number) => { places: number[]; amounts: number[]; order: number; };
  type inverse = (a: number, q: number) => number;
  // solving/walking.js
  type solveWalk = (shape: Shape, state: State, cell?: number) => Answer;
  type walkOf = (text: string) => Board | null;
  // views/corners.js
  type putSide = (side: string, share: number) => void;
  type corners = (image: ImageData, use: (board: any) => void) => HTMLDivElement;
  type handle = (across: string, down: string) => HTMLButtonElement;
  // views/days.js
  type turn = (label: string, sign: string, to: string) => HTMLButtonElement;
  type counts = (all: Solved, day: string) => boolean;
  type calendar = (all: Solved, choose: (day: string) => void) => HTMLElement;
  type card = (size: number, name: string) => Promise<HTMLButtonElement>;
  type keepSolved = (game: Position, day: Day) => void;
  // views/drawing.js
  type choice = (value: string | number, chosen: string | number, words: string, choose: (to: any) => void) => HTMLButtonElement;
  type change = (shape: Shape, state: State) => void;
  type put = (place: number, value: number | null) => void;
  type paint = (place: number, first: boolean) => void;
  type key = (digit: string, place: number) => boolean;
  type group = (label: string, ...parts: Child[]) => HTMLElement;
  type all = (value: number | null) => () => void;
  // views/hand.js
  type row = (values: State, colours: number) => HTMLSpanElement;
  type spokenStep = (run: {outcome: Chase, at: number}) => string;
  // views/picture.js
  type boardIn = (image: ImageData, box: Box) => Found | null;
  type lattice = (lines: boolean[], length: number) => Run[] | null;
  type inside = (image: ImageData, box: Box) => Box;
  type grey = (image: ImageData, x: number, y: number) => number;
  type bands = (length: number, across: number, at: (k: number, j: number) => number) => number[][];
  type someLit = (length: number, across: number, at: (k: number, j: number) => boolean) => boolean[];
  type boardBetween = (image: ImageData, box: Box, rows: number, columns: number) => Found;
  type parts = (from: number, to: number, count: number) => number[][];
  type lamps = (image: ImageData, box: { left: number; top: number }, down: Run[], right: Run[], gaps?: boolean) => Found;
  type byLight = (image: ImageData, box: Box) => Found | null;
  type other = (x: number, y: number) => boolean;
  type bright = (x: number, y: number) => boolean;
  // views/qr.js
  type product = (a: number, b: number) => number;
  type withRest = (number: number, polynomial: number, bits: number) => number;
  type set = (r: number, c: number, value: boolean | number) => void;
  type ring = (r: number, c: number, reach: number, light: number[]) => void;
  type checksOf = (block: number[], many: number) => any[];
  type message = (text: Uint8Array, version: number) => any[] | null;
  type drawCode = (svg: any, words: string) => void;
  // views/set.js
  type goOn = (begun: { ends: number; list: boolean[] }) => Rush;
  type runs = () => { on: string; n: number }[];
  type select = (label: string, id: string, values: any[][], value: any, onchange: Act) => HTMLLabelElement;
  type field = (id: string, value: any, min: number, max: number, onchange: () => any) => HTMLLabelElement;
  type pattern = (rule: string, use: (rule: string, place: number) => any) => HTMLDivElement;
  type whole = (id: string) => number;
  type textBox = (text: HTMLTextAreaElement, more?: Child) => HTMLElement;
  // views/sheet.js
  type boxes = (draw: (board: Replies["make"], k: number) => Element[]) => HTMLElement;
  type printSheet = (shape: Shape, minima: number[]) => Promise<void>;
  // views/solve.js
  type pressesOf = (game: Position, presses: any[]) => Amounts;
  type patterns = (name: "shortest" | "quiet", here: boolean, question: string, weight?: number) => Promise<void>;
  type byPlace = (values: any[], has: boolean[]) => Amounts;
  type control = (label: string, words: string, act: any) => HTMLButtonElement;
  type fromJob = (game: Position, given: any) => any;
  type link = (href: any, key: string) => HTMLAnchorElement;
  type check = (job: any, proof: Blob) => Promise<void>;
  type lay = (picture_: Picture) => void;
  // views/why.js
  type answerCard = (presses: Amounts, least: number) => HTMLButtonElement;
  type map = (name: string, question: "pressed" | "stepped", drawn: (found: any[]) => Picture["map"], text_: string,
    values: Record<string, any>) => HTMLButtonElement;
  type text = (key: string, values: Record<string, any>) => HTMLParagraphElement;
  type maps = (given: {least: number, minima: number}) => HTMLDivElement;
  type histogram = (counts: number[][], least: number) => (HTMLOListElement | HTMLParagraphElement)[];
  type total = (presses: Amounts) => number;
  type gain = (n: number | null) => number;
}
