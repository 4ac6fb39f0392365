// Puzzles without rows and columns: where their lights stand, as the server's own pictures have it,
// and a line wherever a press of one changes another, with an arrow where it does not so the other
// way round.

const SVG = "http://www.w3.org/2000/svg";
let kept = { of: null, drawing: null };

// Returns {at: [[x, y] in percent], high: height by width, disc: percent of the width}, or null.
export function drawing(activation) {
  if (!activation?.at) return null;
  if (kept.of === activation) return kept.drawing;
  const { at } = activation;
  let near = Infinity;
  at.forEach(([x, y], i) => at.slice(0, i).forEach(([u, v]) => { near = Math.min(near, Math.hypot(x - u, y - v)); }));
  const [left, top] = [0, 1].map((k) => Math.min(...at.map((p) => p[k])));
  const [right, bottom] = [0, 1].map((k) => Math.max(...at.map((p) => p[k])));
  const size = Math.max(right - left, bottom - top, 1);
  const disc = Math.min(0.62 * near, 0.22 * size);
  const edge = disc / 2 + 0.06 * size;   // room for discs and their names
  const wide = right - left + 2 * edge;
  const high = bottom - top + 2 * edge;
  const middle = [(left + right) / 2, (top + bottom) / 2];
  kept = {
    of: activation,
    drawing: {
      // the direction from the middle, where a name is not in the way of a line
      away: (i) => {
        const [u, v] = [at[i][0] - middle[0], at[i][1] - middle[1]];
        const far = Math.hypot(u, v);
        return far > 0.01 * size ? [u / far, v / far] : [0, 1];
      },
      at: at.map(([x, y]) => [(100 * (x - left + edge)) / wide, (100 * (y - top + edge)) / high]),
      high: high / wide,
      disc: (100 * disc) / wide,
    },
  };
  return kept.drawing;
}

function element(name, values) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
  return made;
}

// Returns the lines as SVG, in units of a hundredth of the width.
export function lines(activation) {
  const { at, high, disc } = drawing(activation);
  const svg = element("svg", { viewBox: `0 0 100 ${100 * high}`, "aria-hidden": "true", class: "edges" });
  const reached = activation.lights.map((list) => new Set(list));
  reached.forEach((list, j) => list.forEach((i) => {
    const both = reached[i]?.has(j);
    if (i === j || (both && i < j)) return;
    const [x, y] = [at[j][0], at[j][1] * high];
    const [u, v] = [at[i][0], at[i][1] * high];
    svg.append(element("line", { x1: x, y1: y, x2: u, y2: v }));
    if (both) return;
    const far = Math.hypot(u - x, v - y);
    const [a, b] = [(u - x) / far, (v - y) / far];
    const [p, q] = [u - a * disc * 0.56, v - b * disc * 0.56];   // where the disc begins
    const s = Math.max(1.2, disc * 0.14);
    const wing = (side) => `${p - a * s * 1.6 + side * b * s} ${q - b * s * 1.6 - side * a * s}`;
    svg.append(element("path", { d: `M${p} ${q}L${wing(1)}L${wing(-1)}Z` }));
  }));
  return svg;
}

// Returns a small picture of presses, one number a vertex.
export function small(activation, values) {
  const { at, high, disc } = drawing(activation);
  const svg = lines(activation);
  at.forEach(([x, y], i) => svg.append(element("circle", {
    cx: x, cy: y * high, r: disc / 2, class: values[i] ? "some" : "none",
  })));
  return svg;
}
