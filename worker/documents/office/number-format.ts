import { DAY_MS } from "../../../shared/time.ts";

/** Writes the number of a cell as Excel shows it, in a form of no language: a point, and nothing between thousands. */
export type WriteNumber = (value: number) => string;

/** Characters of a format that are read; Excel takes 255. */
const LONGEST_FORMAT = 1_000;
/** What stands in quotes or brackets, behind a backslash, as wide as a sign (`_`), filled with one (`*`), or alone. */
const PART = /"([^"]{0,100})"|\[([^\]]{0,100})\]|\\(.)|[_*].|(.)/gsu;
/** From here on a number has more digits than Excel keeps. */
const MOST_DIGITS = 1e15;

/** Days between Excel's first day and Unix's, and how much later files of old Macs begin. */
const EPOCH = 25_569;
export const DAYS_TO_1904 = 1_462;

/** Formats without a pattern of their own, but for dates and times. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  37: "#,##0",
  38: "#,##0",
  39: "#,##0.00",
  40: "#,##0.00",
};
const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);

/** A number without a format. Excel keeps 15 digits, and writes `19.989999999999998` where it shows 19.99. */
export const plain: WriteNumber = (value) => String(Number(value.toPrecision(15)));

/** `2026-03-01`, `09:30`, or both. */
const dateFrom =
  (epoch: number): WriteNumber =>
  (serial) => {
    const date = new Date(Math.round((serial - epoch) * DAY_MS));
    if (Number.isNaN(date.getTime())) return String(serial);
    const [day = "", time = ""] = date.toISOString().split("T");
    const clock = time.slice(0, 5);
    return serial < 1 ? clock : serial % 1 === 0 ? day : `${day} ${clock}`;
  };

/** Rounded as it is written: 1.005 is 1.01, whatever the machine has for it. */
function fixed(value: number, places: number): string {
  const [digits, exponent = "0"] = String(value).split("e");
  const whole = Math.round(Number(`${digits}e${Number(exponent) + places}`));
  return Number(`${whole}e-${places}`).toFixed(places);
}

interface Pattern {
  before: string;
  digits: string;
  after: string;
  percent: boolean;
}

/** The first part of a format, for numbers above zero; `null` where it is none of digits, as a fraction. */
function patternOf(format: string): Pattern | null {
  let [before, digits, after, percent] = ["", "", "", false];
  for (const [, quoted, bracketed, escaped, sign] of format.matchAll(PART)) {
    const text = quoted ?? escaped ?? (bracketed?.startsWith("$") ? (bracketed.slice(1).split("-")[0] ?? "") : "");
    if (sign === ";") break;
    if (sign !== undefined && /[#0?.,]/.test(sign)) {
      if (after !== "") return null;
      digits += sign;
    } else if (sign !== undefined && /[\p{L}/@]/u.test(sign)) return null;
    else {
      percent ||= sign === "%";
      if (digits === "") before += sign ?? text;
      else after += sign ?? text;
    }
  }
  return /^[#0?,]*[#0?](?:\.[#0?]*)?$/.test(digits) ? { before, digits, after, percent } : null;
}

function writerOf({ before, digits, after, percent }: Pattern): WriteNumber {
  const [whole = "", fraction = ""] = digits.split(".");
  const least = whole.replace(/[^0]/g, "").length;
  const places = Math.min(fraction.length, 15);
  const kept = Math.min(fraction.lastIndexOf("0") + 1, places);
  return (value) => {
    const size = Number((Math.abs(value) * (percent ? 100 : 1)).toPrecision(15));
    if (size >= MOST_DIGITS) return plain(value);
    const shown = fixed(size, places);
    let [units = "", rest = ""] = shown.split(".");
    while (rest.length > kept && rest.endsWith("0")) rest = rest.slice(0, -1);
    units = units.padStart(least, "0");
    return `${before}${value < 0 && Number(shown) > 0 ? "-" : ""}${units}${rest && `.${rest}`}${after}`;
  };
}

/**
 * @param id of a format; those from 164 on have their own pattern
 * @param format that pattern
 */
export function numberWriter(id: number, format: string | undefined, daysLater: number): WriteNumber {
  const pattern = (format ?? BUILT_IN[id] ?? "").slice(0, LONGEST_FORMAT);
  const bare = pattern.replace(PART, (_part, _quoted, _bracketed, _escaped, sign = "") => sign);
  if (format === undefined ? isBuiltInDate(id) : /[ymdhs]/i.test(bare) && !/general/i.test(bare))
    return dateFrom(EPOCH - daysLater);
  const digits = patternOf(pattern);
  return digits ? writerOf(digits) : plain;
}
