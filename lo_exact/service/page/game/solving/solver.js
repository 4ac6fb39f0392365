// Lights Out solved in the browser: linear algebra mod c and a walk over all solutions.
//
// c is split into prime powers q = p^e.  Over Z/q every number is p^v times a unit, so an entry with
// the least v divides everything that is left: rows and columns are both cleared, U A V = D (Smith).
// With x = V z each equation stands alone: p^v z = y is solvable where p^v divides y, in p^v ways.
// V is invertible, so the kernel is a direct sum of cyclic groups: the walk meets each solution
// once, and the count is exact.  Time: O(n^3) once for a board's rule, O(n^2 + solutions) a state.

export const MOST = 65536;  // solutions that are weighed; beyond, no minimum is claimed
const MOST_WITNESSES = 4096;  // sums of the left kernel that are compared

/** @param {number} c */
function primePowers(c) {
  const found = [];
  for (let p = 2; c > 1; p++) {
    let [q, e] = [1, 0];
    for (; c % p === 0; c /= p) { q *= p; e += 1; }
    if (e) found.push({ p, e, q });
  }
  return found;
}

/** @type {Fn.inverse} */
function inverse(a, q) {
  for (let k = 1; k < q; k++) if ((a * k) % q === 1) return k;
  return q === 1 ? 0 : NaN;
}

/** @param {number} n */
const identity = (n) => Array.from({ length: n }, (_, i) => Int32Array.from({ length: n }, (_v, j) => Number(i === j)));
/** @type {Fn.subtract} */
const subtract = (to, from, times, q) => {
  if (times) for (let k = 0; k < to.length; k++) to[k] = (to[k] + (q - times) * from[k]) % q;
};

// Returns U, the columns of V, and the exponents of D = U A V over Z/p^e (e: a zero).
/** @type {Fn.smith} */
function smith(effect, { p, e, q }) {
  const n = effect.length;
  const rows = Array.from({ length: n }, () => new Int32Array(n));
  effect.forEach((lights, j) => { for (const [i, amount] of lights) rows[i][j] = amount % q; });
  const [left, right] = [identity(n), identity(n)];
  const exponents = [];
  let k = 0;
  for (let v = 0, unit = 1; v < e; v++, unit *= p) {
    // everything left is a multiple of p^v, and a row without an entry of this level never gets one
    for (let i = k; i < n && k < n; i++) {
      const j = rows[i].findIndex((a, at) => at >= k && a % (unit * p) !== 0);
      if (j < 0) continue;
      [rows[i], rows[k]] = [rows[k], rows[i]];
      [left[i], left[k]] = [left[k], left[i]];
      [right[j], right[k]] = [right[k], right[j]];
      for (const row of rows) [row[j], row[k]] = [row[k], row[j]];
      const back = inverse((rows[k][k] / unit) % q, q);
      for (const row of [rows[k], left[k]]) row.forEach((a, at) => { row[at] = (a * back) % q; });
      for (let r = k + 1; r < n; r++) {
        const times = rows[r][k] / unit;
        subtract(rows[r], rows[k], times, q);
        subtract(left[r], left[k], times, q);
      }
      for (let c = k + 1; c < n; c++) {
        subtract(right[c], right[k], rows[k][c] / unit, q);
        rows[k][c] = 0;
      }
      exponents.push(v);
      k += 1;
    }
  }
  while (exponents.length < n) exponents.push(e);
  return { left, right, exponents };
}

// Calls visit(weight) after each step of a walk from `at` through all sums of the generators; `at`
// changes.  At step t the digit after the trailing zeros of t advances; a digit that comes round needs
// no subtraction, since order times generator is 0.
/** @type {Fn.walk} */
function walk(at, generators, modulus, visit) {
  const total = generators.reduce((product, { order }) => product * order, 1);
  let weight = at.reduce((sum, times) => sum + times, 0);
  visit(weight);
  for (let t = 1; t < total; t++) {
    let [digit, rest] = [0, t];
    while (rest % generators[digit].order === 0) { rest /= generators[digit].order; digit += 1; }
    const { places, amounts } = generators[digit];
    for (let k = 0; k < places.length; k++) {
      const old = at[places[k]];
      const sum = old + amounts[k];
      at[places[k]] = sum < modulus ? sum : sum - modulus;
      weight += at[places[k]] - old;
    }
    visit(weight);
  }
}

/** @param {number} v */
const ones = (v) => {
  v -= (v >>> 1) & 0x55555555;
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

// The same walk for two colours, 32 buttons a word; `at` is set to the place where visit says so.
/** @type {Fn.walkInBits} */
function walkInBits(at, generators, visit) {
  const width = (at.length + 31) >> 5;
  /** @param {number[]} places */
  const packed = (places) => {
    const words = new Int32Array(width);
    for (const place of places) words[place >> 5] |= 1 << (place & 31);
    return words;
  };
  const now = packed([...at.keys()].filter((k) => at[k]));
  const steps = generators.map(({ places }) => packed(places));
  const total = 2 ** generators.length;
  for (let t = 0; t < total; t++) {
    if (t) {
      const step = steps[31 - Math.clz32(t & -t)];
      for (let k = 0; k < width; k++) now[k] ^= step[k];
    }
    let weight = 0;
    for (let k = 0; k < width; k++) weight += ones(now[k]);
    if (visit(weight)) for (let k = 0; k < at.length; k++) at[k] = (now[k >> 5] >>> (k & 31)) & 1;
  }
}

/** @type {Fn.sparse} */
function sparse(vector, order) {
  const places = [...vector.keys()].filter((i) => vector[i]);
  return { places, amounts: places.map((i) => vector[i]), order };
}

// Solves states of one rule: `effect` as `effects` returns it, without holes' nulls.
// A place without a button has null there, one that must not become anything false in `matters`:
// its column or row is 0, and what this leaves free is no pattern and no test.
export class Solver {
  /** @type {Pattern[]} */ kernel = [];  // quiet patterns: all others are sums of them
  /** @type {Pattern[]} */ refusals = [];  // tests that each solvable state passes
  solutions = 1n;

  /** @param {Effects} effect @param {number} colours @param {boolean[]} matters */
  constructor(effect, colours, matters) {
    this.size = effect.length;
    this.colours = colours;
    this.powers = primePowers(colours).map((power) => {
      const other = colours / power.q;
      // 1 mod q and 0 mod c / q
      const lift = (other * (inverse(other % power.q, power.q) || 1)) % colours;
      return { ...power, other, lift, ...smith(effect.map((lights) => lights ?? []), power) };
    });
    for (const { p, e, q, lift, other, left, right, exponents } of this.powers) {
      exponents.forEach((v, k) => {
        if (!v) return;
        const scale = p ** (e - v);
        const quiet = sparse(right[k].map((a) => (((a * scale) % q) * lift) % colours), p ** v);
        const test = sparse(left[k].map((a) => ((a * scale) % q) * other), p ** v);
        if (test.places.length > 1 || matters[test.places[0]] !== false) this.refusals.push(test);
        if (quiet.places.length === 1 && effect[quiet.places[0]] === null) return;
        this.solutions *= BigInt(p ** v);
        this.kernel.push(quiet);
      });
    }
    this.kernel.sort((a, b) => a.places.length - b.places.length);
  }

  // Returns presses with A x = wanted mod c; null where there are none.
  /** @param {Amounts} wanted */
  some(wanted) {
    const { size, colours } = this;
    const presses = new Int32Array(size);
    for (const { p, q, lift, left, right, exponents } of this.powers) {
      for (let k = 0; k < size; k++) {
        let sum = 0;
        for (let i = 0; i < size; i++) sum += left[k][i] * wanted[i];
        sum %= q;
        const unit = p ** exponents[k];
        if (sum % unit) return null;
        const times = (sum / unit) * lift;
        if (sum) for (let j = 0; j < size; j++) presses[j] = (presses[j] + times * right[k][j]) % colours;
      }
    }
    return [...presses];
  }

  // Visits every solution of a state that has some; the presses change afterwards.
  /** @param {Amounts} wanted @param {(weight: number, presses: Amounts) => void} look */
  each(wanted, look) {
    const at = this.some(wanted);
    if (at) walk(at, this.kernel, this.colours, (weight) => look(weight, at));
  }

  // Returns {status, ...}: "optimal" with weight, presses and the number of shortest answers;
  // "infeasible" with a witness; "large" with some presses where there are more than MOST answers.
  /** @param {Amounts} wanted @returns {Answer} */
  solve(wanted) {
    const at = this.some(wanted);
    if (!at) return { status: "infeasible", witness: this.witness(wanted) };
    const solutions = String(this.solutions);
    if (this.solutions > MOST) return { status: "large", presses: at, solutions, low: 0, high: 0, regions: [] };
    let [weight, minima, presses] = [Infinity, 0, at];
    /** @param {number} sum */
    const visit = (sum) => {
      const better = sum < weight;
      if (better) { weight = sum; minima = 0; if (this.colours > 2) presses = [...at]; }
      if (sum === weight) minima += 1;
      return better;
    };
    if (this.colours > 2) walk(at, this.kernel, this.colours, visit);
    else walkInBits(at, this.kernel, visit);
    return { status: "optimal", weight, presses, minima, solutions };
  }

  // Returns y with y A = 0 and y wanted != 0 mod c that marks the fewest lights of those compared.
  /** @param {Amounts} wanted */
  witness(wanted) {
    /** @param {Amounts} y */
    const refuses = (y) => y.reduce((sum, a, i) => sum + a * wanted[i], 0) % this.colours !== 0;
    const at = Array(this.size).fill(0);
    let best = null;
    let fewest = Infinity;
    const look = () => {
      const marked = at.reduce((sum, a) => sum + Number(a !== 0), 0);
      if (marked && marked < fewest && refuses(at)) { best = [...at]; fewest = marked; }
    };
    if (this.solutions <= MOST_WITNESSES) walk(at, this.refusals, this.colours, look);
    else {
      for (const generator of this.refusals) {
        at.fill(0);
        generator.places.forEach((i, k) => { at[i] = generator.amounts[k]; });
        look();
      }
    }
    return best;
  }
}
