// Figures as people read them, worked out from exact fractions with the rules of `report/chances.py`: four significant
// digits, a half rounds up, only what is impossible or certain has 0 % or 100 %, and bounds are rounded away from it.

/** A fraction, its denominator above 0. @typedef {[bigint, bigint]} Ratio */
/** A chance or a number of the engine, and how much more it may be at most. @typedef {{ exact: string, unresolved: string }} Exact */

/** @param {string} text as `169/1296` or `-1` @returns {Ratio} */
function ratio(text) {
  const [above = "0", below = "1"] = text.split("/");
  return [BigInt(above), BigInt(below)];
}

/** @param {Ratio} one @param {Ratio} other @returns {Ratio} */
const plus = ([a, b], [c, d]) => [a * d + c * b, b * d];

/** How many units of the last digit; a half goes away from zero, a bound of a chance `up` or `down`. @param {Ratio} value @param {number} digits @param {"near" | "up" | "down"} [towards] */
function steps([above, below], digits, towards = "near") {
  const many = above * 10n ** BigInt(digits);
  if (towards !== "near") return (many + (towards === "up" ? below - 1n : 0n)) / below;
  const half = (2n * (many < 0n ? -many : many) + below) / (2n * below);
  return many < 0n ? -half : half;
}

/** @param {bigint} many units of the last digit @param {number} digits */
function written(many, digits) {
  const all = String(many < 0n ? -many : many).padStart(digits + 1, "0");
  const whole = digits ? `${all.slice(0, -digits)}.${all.slice(-digits)}` : all;
  return many < 0n ? `−${whole}` : whole;
}

/** A number with so many digits after the point. @param {{ exact: string }} number @param {number} digits */
export const decimal = ({ exact }, digits) => written(steps(ratio(exact), digits), digits);

/** Chances that exclude each other as one. @param {Exact[]} chances @returns {Exact} */
export function together(chances) {
  const sum = (/** @type {(one: Exact) => string} */ of) => chances.map((one) => ratio(of(one))).reduce(plus, [0n, 1n]).join("/");
  return { exact: sum((one) => one.exact), unresolved: sum((one) => one.unresolved) };
}

/** A chance as a number that can be drawn. @param {{ exact: string }} chance */
export function drawable({ exact }) {
  const [above, below] = ratio(exact);
  return Number((above * 10n ** 15n) / below) / 1e15;
}

/** How much more one chance is than another, in percentage points. @param {Exact} one @param {Exact} other */
export function apart(one, other) {
  const minus = (/** @type {Ratio} */ [above, below]) => /** @type {Ratio} */ ([-above, below]);
  const [ours, theirs] = [bounds(one), bounds(other)];
  const [low, high] = [plus(ours.low, minus(theirs.high)), plus(ours.high, minus(theirs.low))];
  if (low[0] < 0n && high[0] > 0n) {
    const most = minus(low)[0] * high[1] > high[0] * low[1] ? minus(low) : high;
    return `± ${said([0n, 1n], most)}`;
  }
  if (low[0] === 0n && high[0] === 0n) return said(low, high);
  return low[0] < 0n ? `−${said(minus(high), minus(low))}` : `+${said(low, high)}`;
}

/** @param {bigint} one @param {bigint} other @returns {bigint} */
const common = (one, other) => (other ? common(other, one % other) : one);

/**
 * Each value of a number with its chance, and those of at least and at most that value.
 * @param {{ pmf: Record<string, string>, unresolved: string }} number its chances by value @returns {{ value: number, chance: Exact, least: Exact, most: Exact }[]}
 */
export function cumulated({ pmf, unresolved }) {
  const values = Object.keys(pmf).map(Number).sort((one, other) => one - other);
  const ratios = values.map((value) => ratio(/** @type {string} */ (pmf[value])));
  const whole = ratios.reduce((all, [, below]) => (all / common(all, below)) * below, 1n);
  const parts = ratios.map(([above, below]) => above * (whole / below));
  const sum = parts.reduce((all, one) => all + one, 0n);
  const told = (/** @type {bigint} */ above) => {
    const shared = common(above, whole);
    return { exact: whole === shared ? `${above / shared}` : `${above / shared}/${whole / shared}`, unresolved };
  };
  let before = 0n;
  return values.map((value, at) => {
    const part = /** @type {bigint} */ (parts[at]);
    before += part;
    return { value, chance: told(part), least: told(sum - before + part), most: told(before) };
  });
}

/** A chance as a fraction; nothing where that would only be a bound. @param {Exact} chance */
export const exactly = ({ exact, unresolved }) => (unresolved === "0" ? exact : "");

/** @param {Exact} chance @returns {{ low: Ratio, high: Ratio }} */
function bounds({ exact, unresolved }) {
  const low = ratio(exact);
  return { low, high: plus(low, ratio(unresolved)) };
}

/** A chance in per cent. @param {Exact} chance */
export function percent(chance) {
  const { low, high } = bounds(chance);
  return said(low, high);
}

/** A chance between two bounds. @param {Ratio} low @param {Ratio} high @returns {string} */
function said(low, high) {
  const exact = low[0] * high[1] === high[0] * low[1];
  if (exact && (low[0] === 0n || low[0] === low[1])) return `${low[0] ? 100 : 0}\u202f%`;
  for (const fewer of [0, 1]) {
    const figure = rounded(low, fewer);
    if (figure && figure === rounded(high, fewer)) return figure;
  }
  const least = bound(low, "down");
  if (/[1-9]/.test(least)) return `≥ ${least}`;
  return high[0] < high[1] ? `≤ ${bound(high, "up")}` : "unknown";
}

/** Digits after the point for four that count. @param {Ratio} value @param {"near" | "up" | "down"} towards */
function places(value, towards) {
  let digits = 2;
  while (digits < 5 && steps(value, digits + 1, towards) < 10_000n) digits += 1;
  return digits;
}

/** @param {Ratio} chance @param {"up" | "down"} towards */
function bound([above, below], towards) {
  const value = /** @type {Ratio} */ ([above * 100n, below]);
  const digits = places(value, towards);
  return `${written(steps(value, digits, towards), digits)}\u202f%`;
}

/** A chance that is not known to be 0 or 1; with `fewer` digits, nothing where they do not do. @param {Ratio} chance @param {number} fewer */
function rounded([above, below], fewer) {
  const value = /** @type {Ratio} */ ([above * 100n, below]);
  const digits = places(value, "near") - fewer;
  const many = steps(value, digits);
  const certain = 100n * 10n ** BigInt(digits);
  if (fewer && (many === 0n || many === certain)) return "";
  if (value[0] * 100n < value[1]) return "< 0.01\u202f%";
  if (many >= certain) return "> 99.99\u202f%";
  return `${written(many, digits)}\u202f%`;
}
