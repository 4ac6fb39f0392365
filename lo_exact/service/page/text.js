// A board as text, and as a link: the link holds the board behind #, which is never sent anywhere.

import { boardText, puzzle, remember, take } from "./puzzle.js";
import { word } from "./words.js";

const byId = (id) => document.getElementById(id);
let tell = () => {};
let settings = null;

async function bytesThrough(stream, bytes) {
  const through = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(through).arrayBuffer());
}

const toBase64 = (bytes) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const fromBase64 = (text) => Uint8Array.from(
  atob(text.replaceAll("-", "+").replaceAll("_", "/")), (ch) => ch.charCodeAt(0));

export async function linkOf(text) {
  const bytes = await bytesThrough(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  return `${location.origin}${location.pathname}#b=${toBase64(bytes)}`;
}

async function textOf(fragment) {
  const bytes = await bytesThrough(new DecompressionStream("deflate-raw"), fromBase64(fragment));
  return new TextDecoder().decode(bytes);
}

// Takes the board of the address, if there is one; says whether there was.
export async function fromLink() {
  const found = /^#b=([\w-]+)$/.exec(location.hash);
  if (!found) return false;
  try {
    return await use(await textOf(found[1]));
  } catch {
    byId("text-status").textContent = word("badLink");
    return false;
  }
}

// A format that has no words yet is said by its own name.
function taken(name) {
  const said = word(`format.${name}`);
  return word("taken", { format: said === `format.${name}` ? name : said });
}

async function use(text) {
  try {
    remember();
    if (!(await take(text))) return false;
  } catch (error) {
    byId("text-status").textContent = error.problem ? error.message : word("away");
    return false;
  }
  byId("text-status").textContent = taken(puzzle.facts.format);
  settings.show();
  tell({ shape: true });
  return true;
}

export function startText({ changed, settings: shared }) {
  tell = changed;
  settings = shared;
  const area = byId("text");
  byId("write").addEventListener("click", () => { area.value = boardText(); area.select(); });
  byId("take").addEventListener("click", () => use(area.value));
  byId("share").addEventListener("click", async () => {
    const link = await linkOf(boardText());
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      byId("text-status").textContent = word("copied");
    } catch {
      byId("text-status").textContent = word("inAddress");
    }
  });
  window.addEventListener("hashchange", fromLink);
}
