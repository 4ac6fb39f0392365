// Why a number is the least: every set of presses that turns the board off, with its count; where
// they are many, how many need how many presses.

const SHOWN = 16;        // more drawings than that nobody compares

function drawing(presses, columns, colours) {
  const grid = document.createElement("div");
  grid.className = "presses";
  grid.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
  grid.setAttribute("aria-hidden", "true");
  grid.append(...presses.map((times) => {
    const square = document.createElement("i");
    if (times) square.className = "pressed";
    if (times && colours > 2) square.textContent = times;
    return square;
  }));
  return grid;
}

function figure(presses, least, { columns, colours }, word) {
  const count = presses.reduce((sum, times) => sum + times, 0);
  const box = document.createElement("figure");
  box.classList.toggle("least", count === least);
  const said = document.createElement("figcaption");
  const number = document.createElement("b");
  number.textContent = count;
  said.append(number, ` ${count === least ? word("theLeast") : `+${count - least}`}`);
  box.append(drawing(presses, columns, colours), said);
  return box;
}

function table(counts, least, word) {
  const most = Math.max(...counts.map(([, many]) => many));
  const body = document.createElement("table");
  for (const [weight, many] of counts) {
    const row = body.insertRow();
    row.classList.toggle("least", weight === least);
    const name = document.createElement("th");
    name.scope = "row";
    name.textContent = word("presses", { n: weight });
    const line = document.createElement("span");
    line.style.width = `${Math.max(1, (100 * many) / most)}%`;
    row.append(name);
    row.insertCell().textContent = many;
    row.insertCell().append(line);
  }
  return body;
}

// Fills the panel; `all` is what the solver's `every` returns.
export function showWhy(panel, { counts, sets }, shape, word) {
  const [[least, minima]] = counts;
  const total = counts.reduce((sum, [, many]) => sum + many, 0);
  const text = (key, values) => Object.assign(document.createElement("p"), { textContent: word(key, values) });
  if (total <= SHOWN) {
    const figures = document.createElement("div");
    figures.className = "figures";
    figures.append(...sets.map((presses) => figure(presses, least, shape, word)));
    panel.replaceChildren(text(total > 1 ? "why.sets" : "why.one", { n: total }), figures,
      text(total > 1 ? "why.quiet" : "why.alone", { n: least }));
  } else {
    panel.replaceChildren(text("why.counted", { n: total, least, minima }), table(counts, least, word));
  }
}
