// The board itself: size, colours, rule, edges, goal; drawn by hand; as text, link, picture, paper.

import { addressed, parted } from "../address.js";
import { thumbnail } from "../board.js";
import { again as anew, button, buttons, data, every, make, page } from "../elements.js";
import { readBoard } from "../reading.js";
import { allowed, CLOSED, LARGEST, MOST_COLOURS, RULES, stencil, SURFACES, upTo } from "../solving/shapes.js";
import { refused, word } from "../words.js";
import { boardText } from "../writing.js";
import * as drawing from "./drawing.js";

const PLUS = "...../..#../.#[#]#./..#../.....";
let again = () => {};
/** @type {HTMLTextAreaElement | null} */ let area;  // the board as text; null once the view is closed

export const { picture, press, paint, key, undo, canUndo } = drawing;
export const close = () => { area = null; drawing.stop(); };

// The board was drawn on, or another one was opened.
/** @param {boolean} same */
export function changed(same) {
  if (same && area) area.value = boardText(page.game.shape, page.game.table);
  else again();
}

// Opens what was pasted, dropped or chosen.
/** @param {string} text */
export async function readAny(text, view = "") {
  try {
    const link = /#((?:day=|level=|walk=|b=|\d+,\d+,\d+,)\S+)/.exec(text.replace(/\/(day|level)\/([\d-]+)\.html/, "#$1=$2"));
    const linked = link && await addressed(parted(link[1]).board);
    const found = linked ?? await readBoard(text);
    const { format } = found;
    await page.step(() => (found.day || found.rung !== undefined ? page.openAddress(parted(link?.[1] ?? "").board) : page.open(found)), view);
    const name = word(`format.${format}`).replace("format.", "");  // of a new format its own name
    const never = page.game.answer?.witness ? ` ${word("impossibly")}` : "";
    if (!found.day) page.say(word(format ? "set.taken" : "set.takenHere", { format: name }) + never);
    return true;
  } catch (/** @type {any} */ error) { page.say(error.problem?.line ? refused(error.problem) : error.message); }
  return false;
}

/** @param {File} file */
export async function readFile(file) {
  if (!file.type.startsWith("image/")) { readAny(await file.text(), "play"); return; }
  const { boardOf, pixels } = await import("./picture.js");
  const { view } = document.body.dataset;
  const image = await pixels(file).catch(() => null);
  const found = image && boardOf(image);
  /** @param {Found} board */
  const use = async ({ rows, columns, state }) => {
    const holes = [...state.keys()].filter((k) => state[k] === null);
    const shape = { rows, columns, colours: 2, rule: "plus", surface: "plane", holes: holes.length ? holes : undefined };
    await page.step(() => page.open({ shape, state }), view === "solve" ? view : "play");
    page.say(word("set.read", { r: rows, c: columns }));
  };
  if (found && Math.max(found.rows, found.columns) <= LARGEST) { use(found); return; }
  if (view !== "solve") await page.goTo("set");
  page.say(word(image ? "set.unread" : "set.bad"));
  if (!image) return;
  const box = (await import("./corners.js")).corners(image, use);
  every(".panel > :not([hidden]) .picture")[0].replaceChildren(box);
  box.scrollIntoView({ block: "center" });
}

/** @type {Fn.select} */
function choice(label, id, values, value, onchange) {
  const select = make("select", { id, onchange }, ...values.map(([name, words]) => make("option", { value: name }, words)));
  select.value = value;
  return make("label", {}, make("span", {}, word(label)), select);
}
/** @type {Fn.field} */
const field = (id, value, min, max, onchange) => make("label", {}, make("span", {}, `${word(`set.${id}`)} ${min}–${max}`),
  make("input", { id, type: "number", min, max, value, onchange }));

// The five by five places around a button, each with what a press adds there.
/** @type {Fn.pattern} */
function pattern(rule, use) {
  const amounts = upTo(5).map(() => Array(5).fill(0));
  for (const [r, c, amount] of stencil(rule) ?? []) amounts[r + 2][c + 2] = amount;
  const { colours } = page.game.shape;
  const text = () => amounts.map((row, r) => row.map((amount, c) => (r === 2 && c === 2 ? `[${amount}]` : amount)).join("")).join("/");
  return make("div", { id: "stencil", className: "pattern", role: "group", ariaLabel: word("set.pattern") },
    ...amounts.flatMap((row, r) => row.map((amount, c) => button(amount ? String(amount) : "", () => {
      amounts[r][c] = (amounts[r][c] + 1) % Math.min(colours, 10);
      use(text(), 5 * r + c);
    }, { className: amount ? "on" : "", ariaLabel: word("set.place", { r: r - 2, c: c - 2, n: amount }) }))));
}

function fields() {
  const { shape, table: state } = page.game;
  const { colours, uniform, goal } = shape;
  const box = make("div", { className: "fields" });
  /** @param {string} id */
  const input = (id) => /** @type {HTMLInputElement} */ (box.querySelector(`#${id}`));
  /** @type {Fn.whole} */
  const whole = (id) => {
    const { value, min, max } = input(id);
    const near = Math.min(Number(max), Math.max(Number(min), Math.round(Number(value))));
    input(id).value = String(near);
    return near;
  };
  const own = !Object.hasOwn(RULES, shape.rule);
  function reshape(rule = input("rule").value) {
    const next = allowed({ rows: whole("rows"), columns: whole("columns"), colours: whole("colours"),
      rule: rule === "own" ? PLUS : rule, surface: input("surface").value });
    next.rule = next.rule.replace(/\d/g, (amount) => String(Number(amount) % next.colours));
    drawing.remember();
    return page.fresh("", next);
  }
  const reshaped = () => reshape(input("rule").value === "own" ? (own ? shape.rule : PLUS) : undefined);
  const constant = goal && (goal.some((v, k) => v === null && state[k] !== null) || new Set(goal.filter((v) => v !== null)).size > 1
    ? "drawn" : goal.find((v) => v !== null));
  const goals = [[0, word("set.off")], ...upTo(Math.min(colours, 12) - 1).map((k) =>
    [k + 1, colours > 2 ? word("colour", { n: k + 1 }) : word("set.on")]), ["any", word("goal.any")], ["drawn", word("goal.drawn")]];
  /** @param {any} given */
  const aim = ({ target: { value } }) => {
    const rest = { ...shape, goal: undefined, uniform: undefined };
    const wanted = state.map((v) => (v === null ? null : value === "drawn" ? v : Number(value)));
    drawing.change(value === "any" ? { ...rest, uniform: true } : value === "0" ? rest : { ...rest, goal: wanted }, state);
  };
  /** @param {string} name */
  const named = (name) => [name, word(name)];
  box.append(field("rows", shape.rows, 1, LARGEST, reshaped), field("columns", shape.columns, 1, LARGEST, reshaped),
    field("colours", colours, 2, MOST_COLOURS, reshaped),
    choice("set.rule", "rule", [...Object.keys(RULES).map(named), ["own", word("set.own")]], own ? "own" : shape.rule, () => reshape()),
    choice("set.surface", "surface", Object.keys(SURFACES).map(named), shape.surface, reshaped),
    choice("goal", "goal", goals, uniform ? "any" : String(constant ?? 0), aim));
  for (const id of ["rows", "columns"]) input(id).disabled = shape.rule === "merlin";
  input("surface").disabled = CLOSED.includes(shape.rule);
  const fits = own && stencil(shape.rule)?.every(([r, c]) => Math.max(Math.abs(r), Math.abs(c)) < 3);
  if (!fits) return [box];
  return [box, pattern(shape.rule, async (rule, at) => {
    await reshape(rule);
    every("#stencil button")[at]?.focus();
  })];
}

/** @type {Fn.group} */
const group = (title, ...parts) => make("section", {}, make("h3", {}, word(title)), ...parts);

// The board as text, and where another is pasted.
/** @param {Position} game */
export const textArea = ({ shape, table }) => make("textarea", { rows: Math.min(8, shape.rows + 2), value: boardText(shape, table),
  spellcheck: false, ariaLabel: word("set.text.label") });
/** @type {Fn.textBox} */
export const textBox = (text, more = null) => group("set.text", make("p", {}, word(page.hasServer() ? "set.paste.server" : "set.paste")), text,
  buttons(button(word("set.use"), () => readAny(text.value), { id: more ? "" : "take" }), more));

// Toys and boards that are worth a look, each with its own address.
async function gallery() {
  const boards = await data("gallery.json");
  return make("div", { className: "gallery" }, ...Object.entries(boards).map(([name, board]) => {
    const small = make("span", { className: "thumbnail" });
    addressed(board).then(({ shape, state }) => small.replaceWith(thumbnail(shape, state)));
    return make("a", { href: `#${board}` }, small,
      make("span", {}, make("b", {}, word(`gallery.${name}`)), make("small", {}, word(`gallery.${name}.text`))));
  }));
}

// Where a picture of a board is chosen, or its corners are dragged.
export function pictureBox() {
  const file = make("input", { type: "file", accept: "image/*,.txt,.json", className: "hidden", tabIndex: -1, ariaLabel: word("set.pick"), onchange: ({ target }) => target.files[0] && readFile(target.files[0]) });
  return group("set.picture", make("p", {}, word("set.drop")), file, buttons(button(word("set.pick"), () => file.click())), make("div", { className: "picture" }));
}

/** @type {View["open"]} */
export async function open(panel, head) {
  const { game } = page;
  const { shape } = game;
  again = () => anew(panel, () => open(panel, head));
  const mine = area = textArea(game);
  const [link, boards] = [await page.link(), await gallery()];
  if (area !== mine) return;
  const frame = `<iframe src="${link.replace("#", "?embed#")}" width="360" height="520" title="Lights Out"></iframe>`;
  const sheet = async () => (await import("./sheet.js")).printSheet(shape, page.game.first?.weight === undefined ? [] : (await page.ask("levels", { shape })).slice(0, 3));
  const walk = shape.rule === "walk";
  panel.replaceChildren(...(shape.all || walk ? [] : fields()), walk ? "" : drawing.tools(),
    textBox(mine, button(word("set.link"), async () => page.share(await page.link()))),
    pictureBox(),
    group("set.gallery", boards),
    group("set.paper", buttons(button(word("set.print"), () => { page.goTo("play").then(() => print()); }), walk || shape.all ? "" : button(word("set.sheet"), sheet))),
    group("set.embed", buttons(button(word("set.copyEmbed"), () => page.share(frame)))));
  head(word("set.title"), `${shape.rows} × ${shape.columns}`);
}
