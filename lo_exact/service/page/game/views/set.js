// The board itself: size, colours, rule, edges; drawn by hand; as text, link, picture, paper, frame.

import { addressOf, boardText, readText } from "../address.js";
import { button, make } from "../elements.js";
import { allowed, CLOSED, LARGEST, lightsOf, RULES, SURFACES } from "../solving/shapes.js";
import { word } from "../words.js";
import { gallery } from "./gallery.js";

let single = false;       // whether a press changes one light alone
let keepView = () => {};

export const picture = () => (single ? { won: false, hint: null } : {});
export const close = () => { single = false; };

// A press while single lights are drawn.
export function press(page, place) {
  if (!single) return false;
  const { shape, state } = page.game;
  page.openShape(shape, state.map((v, k) => (k === place ? (v + 1) % shape.colours : v))).then(() => keepView());
  return true;
}

export async function readFile(page, file) {
  const { readPicture } = await import("./picture.js");
  const found = file.type.startsWith("text/") ? readText(await file.text())
    : await readPicture(file).catch(() => null);
  if (!found) { page.say(word("set.unread")); return; }
  if (Math.max(found.rows ?? 0, found.columns ?? 0) > LARGEST) { page.say(word("set.tooLarge")); return; }
  const shape = found.shape ?? { rows: found.rows, columns: found.columns, colours: 2, rule: "plus", surface: "plane" };
  await page.openShape(shape, found.state);
  await page.goTo("play");
  page.say(word("set.read", { r: shape.rows, c: shape.columns }));
}

function choice(label, id, values, value, onchange) {
  const select = make("select", { id, onchange }, ...Object.keys(values).map((key) => make("option", { value: key }, word(key))));
  select.value = value;
  return make("label", {}, make("span", {}, word(label)), select);
}
const number = (label, id, value, min, max, onchange) => make("label", {}, make("span", {}, word(label)),
  make("input", { id, type: "number", min, max, value, onchange }));

export async function open(page, panel, head) {
  const { game } = page;
  const { shape } = game;
  const byId = (id) => panel.querySelector(`#${id}`);
  const status = () => head(word("set.title"), single ? word("set.drawing") : `${shape.rows} × ${shape.columns}`);
  keepView = () => open(page, panel, head);

  const whole = (id, from, to) => Math.min(to, Math.max(from, Math.round(Number(byId(id).value)) || from));
  async function changed() {
    const next = allowed({ rows: whole("rows", 1, LARGEST), columns: whole("columns", 1, LARGEST), colours: whole("colours", 2, 12),
      rule: byId("rule").value || "plus", surface: byId("surface").value });
    await page.fresh("", next);
    keepView();
  }
  async function use(state) {
    await page.openShape(shape, state);
    keepView();
  }
  const fields = make("div", { className: "fields" },
    number("set.rows", "rows", shape.rows, 1, LARGEST, changed), number("set.columns", "columns", shape.columns, 1, LARGEST, changed),
    number("set.colours", "colours", shape.colours, 2, 12, changed),
    choice("set.rule", "rule", RULES, shape.rule, changed), choice("set.surface", "surface", SURFACES, shape.surface, changed));
  for (const id of ["rows", "columns"]) fields.querySelector(`#${id}`).disabled = shape.rule === "merlin";
  fields.querySelector("#surface").disabled = CLOSED.includes(shape.rule);

  const drawing = button(word("set.single"), () => { single = !single; drawing.setAttribute("aria-pressed", String(single)); status(); page.show(); }, { "aria-pressed": String(single) });
  const all = (value) => () => use(Array(lightsOf(shape)).fill(value));
  const text = make("textarea", { rows: Math.min(8, shape.rows + 2), value: boardText(shape, game.state), spellcheck: false, "aria-label": word("set.text.label") });
  const link = `${location.href.split(/[?#]/)[0]}${addressOf(game)}`;
  const frame = `<iframe src="${link.replace("#", "?embed#")}" width="360" height="520" title="Lights Out"></iframe>`;
  const code = make("textarea", { rows: 3, readOnly: true, value: frame, "aria-label": word("set.embed.label") });
  const copy = (what) => () => page.copy(what).then(() => page.say(word("copied")), () => page.say(what));
  const file = make("input", { type: "file", accept: "image/*,.txt", className: "hidden", tabIndex: -1, "aria-label": word("set.pick"), onchange: ({ target }) => target.files[0] && readFile(page, target.files[0]) });
  const sheet = async () => (await import("./sheet.js")).printSheet(page, shape, page.game.first?.weight === undefined ? [] : (await page.ask("levels", { shape })).slice(0, 3));
  const group = (title, ...parts) => make("section", {}, make("h3", {}, word(title)), ...parts);
  const buttons = (...parts) => make("div", { className: "buttons" }, ...parts);

  panel.replaceChildren(fields,
    shape.rule === "walk" ? "" : group("set.draw", buttons(drawing, button(word("set.off"), all(0)), button(word("set.on"), all(1)))),
    group("set.gallery", gallery()),
    group("set.text", text, buttons(button(word("set.use"), async () => {
      const found = readText(text.value);
      if (!found) { page.say(word("set.bad")); return; }
      await page.openShape(found.shape, found.state);
      page.goTo("play");
    }), button(word("set.link"), copy(link)))),
    group("set.picture", make("p", { className: "soft" }, word("set.drop")), file, buttons(button(word("set.pick"), () => file.click()))),
    group("set.paper", buttons(button(word("set.print"), () => { page.goTo("play").then(() => print()); }), shape.rule === "walk" ? "" : button(word("set.sheet"), sheet))),
    group("set.embed", code, buttons(button(word("set.copyEmbed"), copy(frame)))));
  status();
}
