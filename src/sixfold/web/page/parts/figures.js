// Figures as people read them, worked out from exact fractions with the rules of `report/chances.py`: four significant
// digits, a half rounds up, and only what is impossible or certain has 0 % or 100 %.

/** A fraction, its denominator above 0. @typedef {[bigint, bigint]} Ratio */
/** A chance or a number of the engine: exact, or with how much more it may be at most. @typedef {{ exact: string, unresolved?: string | undefined }} Exact */

/** @param {string} text as `169/1296` or `-1` @returns {Ratio} */
function ratio(text) {
  const [above = "0", below = "1"] = text.split("/");
  return [BigInt(above), BigInt(below)];
}

/** @param {Ratio} one @param {Ratio} other @returns {Ratio} */
const plus = ([a, b], [c, d]) => [a * d + c * b, b * d];

/** How many units of the last digit; a half goes away from zero, a bound `up`. @param {Ratio} value @param {number} digits @param {boolean} [up] */
function steps([above, below], digits, up = false) {
  const many = above * 10n ** BigInt(digits);
  if (up) return (many + below - 1n) / below;
  const half = (2n * (many < 0n ? -many : many) + below) / (2n * below);
  return many < 0n ? -half : half;
}

/** @param {bigint} many units of the last digit @param {number} digits */
function written(many, digits) {
  const all = String(many < 0n ? -many : many).padStart(digits + 1, "0");
  const whole = digits ? `${all.slice(0, -digits)}.${all.slice(-digits)}` : all;
  return many < 0n ? `−${whole}` : whole;
}

/** A number with so many digits after the point. @param {Exact} number @param {number} digits */
export const decimal = ({ exact }, digits) => written(steps(ratio(exact), digits), digits);

/** Chances that exclude each other as one. @param {Exact[]} chances @returns {Exact} */
export function together(chances) {
  const sum = (/** @type {(one: Exact) => string} */ of) => chances.map((one) => ratio(of(one))).reduce(plus, [0n, 1n]).join("/");
  return { exact: sum((one) => one.exact), unresolved: sum((one) => one.unresolved ?? "0") };
}

/** A chance as a number that can be drawn. @param {Exact} chance */
export function drawable({ exact }) {
  const [above, below] = ratio(exact);
  return Number((above * 10n ** 15n) / below) / 1e15;
}

/** How much more one chance is than another, in percentage points. @param {Exact} one @param {Exact} other */
export function apart(one, other) {
  const [minus, of] = ratio(other.exact);
  const [above, below] = plus(ratio(one.exact), [-minus, of]);
  if (above === 0n) return "0\u202f%";
  return `${above < 0n ? "−" : "+"}${said([above < 0n ? -above : above, below], [0n, 1n])}`;
}

/** @param {bigint} one @param {bigint} other @returns {bigint} */
const common = (one, other) => (other ? common(other, one % other) : one);

/**
 * Each value of a number with its chance, and those of at least and at most that value.
 * @param {Record<string, string>} pmf chances by value @returns {{ value: number, chance: Exact, least: Exact, most: Exact }[]}
 */
export function cumulated(pmf) {
  const values = Object.keys(pmf).map(Number).sort((one, other) => one - other);
  const ratios = values.map((value) => ratio(/** @type {string} */ (pmf[value])));
  const whole = ratios.reduce((all, [, below]) => (all / common(all, below)) * below, 1n);
  const parts = ratios.map(([above, below]) => above * (whole / below));
  const sum = parts.reduce((all, one) => all + one, 0n);
  const told = (/** @type {bigint} */ above) => {
    const shared = common(above, whole);
    return { exact: whole === shared ? `${above / shared}` : `${above / shared}/${whole / shared}` };
  };
  let before = 0n;
  return values.map((value, at) => {
    const part = /** @type {bigint} */ (parts[at]);
    before += part;
    return { value, chance: told(part), least: told(sum - before + part), most: told(before) };
  });
}

/** A chance in per cent. @param {Exact} chance */
export const percent = ({ exact, unresolved = "0" }) => said(ratio(exact), ratio(unresolved));

/** @param {Ratio} low @param {Ratio} open how much more it may be @param {boolean} [up] @returns {string} */
function said(low, open, up = false) {
  let chance = low;
  const [most, of] = plus(low, open);
  if (open[0] > 0n && most < of) {
    const much = open[0] * 10_000n >= open[1];
    if (low[0] === 0n && much) return `≤ ${said(open, [0n, 1n], true)}`;
    if (!much) chance = [most, of];
  }
  const value = /** @type {Ratio} */ ([chance[0] * 100n, chance[1]]);
  let digits = 2;
  while (digits < 5 && steps(value, digits + 1, up) < 10_000n) digits += 1;
  const rounded = steps(value, digits, up);
  const certain = 100n * 10n ** BigInt(digits);
  if (!up && value[0] > 0n && chance[0] < chance[1]) {
    if (value[0] * 100n < value[1]) return "< 0.01\u202f%";
    if (rounded >= certain) return "> 99.99\u202f%";
  }
  if (rounded === 0n || rounded === certain) return `${rounded ? 100 : 0}\u202f%`;
  return `${written(rounded, digits)}\u202f%`;
}
