import { numberPhraseAt } from "./number-phrases.ts";

/** Numbers and letters as recognisers of speech write them in a question; a page writes 200 for "two hundred", and AB-120 for "a b one twenty". */
export interface Spoken {
  /** Which of the question's words they are. */
  at: number;
  count: number;
  /** As a page writes it; of letters in more than one way. */
  written: string[];
  /** Parts of it that a page may have alone. */
  parts: string[];
  /** It is a time of day: a page of opening hours seldom says that very time. */
  clock?: true;
}

/** Small numbers, tens, and what multiplies what stands before it; folded. */
interface Numbers {
  values: Record<string, number>;
  times: Record<string, number>;
  /** What may stand between hundreds, tens and ones. */
  and: string;
}

const counted = (from: number, step: number, list: string): [string, number][] =>
  list.split(" ").map((word, at) => [word, from + at * step]);

const NUMBERS: Record<string, Numbers> = {
  en: {
    values: Object.fromEntries([
      ...counted(
        0,
        1,
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
      ),
      ...counted(20, 10, "twenty thirty forty fifty sixty seventy eighty ninety"),
    ]),
    times: { hundred: 100, thousand: 1000 },
    and: "and",
  },
  de: {
    values: Object.fromEntries([
      ...counted(
        0,
        1,
        "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn",
      ),
      ...counted(20, 10, "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig"),
    ]),
    times: { hundert: 100, tausend: 1000 },
    and: "und",
  },
  es: {
    values: Object.fromEntries([
      ...counted(
        0,
        1,
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve",
      ),
      ...counted(
        20,
        1,
        "veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve",
      ),
      ...counted(30, 10, "treinta cuarenta cincuenta sesenta setenta ochenta noventa"),
      ...counted(
        100,
        100,
        "cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos",
      ),
      ["ciento", 100],
    ]),
    times: { mil: 1000 },
    and: "y",
  },
};

/** A German number is one word, of parts in the order they are spoken: "fünfundzwanzig", "hundertzwanzig". */
const GERMAN = /^(?:(.*)tausend)?(?:und)?(?:(.*)hundert)?(?:und)?(.*)$/u;
const MOST_LETTERS = 40;

function germanNumber(word: string): number | null {
  const { values } = NUMBERS.de as Numbers;
  if (Object.hasOwn(values, word)) return values[word] ?? null;
  if (word.length > MOST_LETTERS) return null;
  const two = /^(ein|zwei|drei|vier|funf|sechs|sieben|acht|neun)und(\p{L}+zig|dreissig)$/u.exec(word);
  if (two) {
    const tens = values[two[2] ?? ""];
    return tens === undefined ? null : tens + (two[1] === "ein" ? 1 : (values[two[1] ?? ""] ?? 0));
  }
  const [, thousands, hundreds, rest = ""] = GERMAN.exec(word) ?? [];
  if (thousands === undefined && hundreds === undefined) return null;
  const before = (part: string | undefined) =>
    part === undefined ? 0 : part === "" || part === "ein" ? 1 : germanNumber(part);
  const parts = [before(thousands), before(hundreds), rest === "" ? 0 : germanNumber(rest)];
  if (parts.some((part) => part === null)) return null;
  return (parts[0] ?? 0) * 1000 + (parts[1] ?? 0) * 100 + (parts[2] ?? 0);
}

/** The number that begins at this word, and how many words it takes. */
function numberAt(words: readonly string[], at: number, language: string): { value: number; count: number } | null {
  const numbers = Object.hasOwn(NUMBERS, language) ? NUMBERS[language] : undefined;
  const first = words[at] ?? "";
  if (/^\d{1,6}$/.test(first)) return { value: Number(first), count: 1 };
  if (!numbers) return numberPhraseAt(words, at, language);
  if (language === "de") {
    const value = germanNumber(first);
    return value === null ? null : { value, count: 1 };
  }
  const valueIn = (word: string | undefined) =>
    word !== undefined && Object.hasOwn(numbers.values, word) ? numbers.values[word] : undefined;
  // "mil" is a number of its own, "hundred" is not.
  let done = first === "mil" ? (numbers.times.mil ?? 0) : 0;
  let value = done > 0 ? 0 : valueIn(first);
  let next = at + 1;
  if (value === undefined) return null;
  /** What the next word must be less than, for both to be one number: "twenty five" is 25, "nine thirty" is 9 and 30. */
  const room = (number: number) => (number >= 100 ? 100 : number >= 20 && number % 10 === 0 ? 10 : 0);
  for (;;) {
    const word = words[next] ?? "";
    if (Object.hasOwn(numbers.times, word)) {
      const times = numbers.times[word] ?? 1;
      if (times === 1000) {
        done += value * times;
        value = 0;
      } else value *= times;
      next++;
      continue;
    }
    const joined = word === numbers.and ? 1 : 0;
    const more = valueIn(words[next + joined]);
    const least = value === 0 && done > 0 ? 1000 : room(value);
    if (more === undefined || more === 0 || more >= least) break;
    value += more;
    next += joined + 1;
  }
  return { value: done + value, count: next - at };
}

/** Letters that are words of their own: vowels anywhere, and others in some languages. */
const VOWEL = /^[aeiouyаеиіоуюя]$/u;
const ALONE: Record<string, string> = { pl: "wz", cs: "ksvz", sk: "ksvz", ru: "вксбж", uk: "взбж" };

/**
 * Times of day in words, and the minutes that they add to the hour or take from it. What stands behind an apostrophe is empty
 * here: "o'clock".
 */
const CLOCK: Record<string, { before: Record<string, number>; behind: Record<string, number> }> = {
  en: {
    before: { "half past": 30, "quarter past": 15, "quarter to": -15 },
    behind: { "o ": 0, "o clock": 0, oclock: 0 },
  },
  de: {
    before: { halb: -30, "viertel nach": 15, "viertel vor": -15, dreiviertel: -15 },
    behind: { uhr: 0 },
  },
  es: { before: {}, behind: { "y media": 30, "y cuarto": 15, "menos cuarto": -15, "en punto": 0 } },
};
const HOURS = 24;
const HALF_DAY = 12;

/** The time of day that begins at this word: "half past nine" is 9 and 30, and 21 of a page that counts to 24. */
function clockAt(words: readonly string[], at: number, language: string): Spoken | null {
  const clock = Object.hasOwn(CLOCK, language) ? CLOCK[language] : undefined;
  if (!clock) return null;
  const said = (place: number, phrases: Record<string, number>) =>
    Object.entries(phrases)
      .map(([phrase, minutes]) => ({ phrase: phrase.split(" "), minutes }))
      .find(({ phrase }) => phrase.every((word, of) => words[place + of] === word));
  const before = said(at, clock.before);
  const from = at + (before?.phrase.length ?? 0);
  const hour = numberAt(words, from, language);
  if (hour?.count !== 1 || hour.value > HOURS) return null;
  const behind = said(from + 1, clock.behind);
  if (!before && !behind) return null;
  const minutes = (before?.minutes ?? 0) + (behind?.minutes ?? 0);
  const value = (hour.value + (minutes < 0 ? HOURS - 1 : 0)) % HOURS;
  const parts = [
    ...(minutes === 0 ? [] : [String((minutes + 60) % 60)]),
    ...(value < HALF_DAY ? [String(value + HALF_DAY)] : []),
  ];
  const count = from + 1 + (behind?.phrase.length ?? 0) - at;
  return { at, count, written: [String(value)], parts, clock: true };
}

const isLetter = (word: string): boolean => /^\p{L}$/u.test(word);
/** Names of money between its whole and its parts: "four euros ninety". */
const MONEY = /^(?:euros?|dollars?|pounds?|franken|pesos?)$/u;
/** Numbers that are words of any text up to this one: they may be digits on a page, or words. */
const SMALL = 12;

/**
 * What a question's words say of numbers and letters.
 * @param words folded
 */
export function spokenIn(words: readonly string[], language: string): Spoken[] {
  const isSmall = (letter: string) => VOWEL.test(letter) || (ALONE[language] ?? "").includes(letter);
  const found: Spoken[] = [];
  for (let at = 0; at < words.length; ) {
    const clock = clockAt(words, at, language);
    if (clock) {
      found.push(clock);
      at += clock.count;
      continue;
    }
    const whole = numberAt(words, at, language);
    const money = whole !== null && MONEY.test(words[at + whole.count] ?? "");
    const cents = whole && money ? numberAt(words, at + whole.count + 1, language) : null;
    if (whole && cents && cents.value > 0 && cents.value < 100) {
      const count = whole.count + 1 + cents.count;
      const decimals = String(cents.value).padStart(2, "0").replace(/0$/, "");
      found.push({ at, count, written: [`${whole.value}x${decimals}`], parts: [] });
      at += count;
      continue;
    }
    const spelt: string[] = [];
    let end = at;
    while (end < words.length) {
      const letter = isLetter(words[end] ?? "");
      const number = letter ? null : numberAt(words, end, language);
      if (!letter && !number) break;
      spelt.push(number ? String(number.value) : (words[end] ?? ""));
      end += number?.count ?? 1;
    }
    const letters = spelt.filter(isLetter);
    if (spelt.length > 1 && letters.some((letter) => !isSmall(letter))) {
      const start = isSmall(spelt[0] ?? "") ? 1 : 0;
      const ways = [spelt, spelt.slice(start)].filter((way) => way.length > 1).map((way) => way.join(""));
      const runs = spelt.join("").match(/\d+|\p{L}{2,}/gu) ?? [];
      const shorter = letters.length === spelt.length && spelt.length > 3 ? [spelt.slice(0, -1).join("")] : [];
      found.push({ at, count: end - at, written: [...new Set(ways)], parts: [...new Set([...runs, ...shorter])] });
      at = end;
      continue;
    }
    if (whole && (whole.count > 1 || (whole.value > 1 && !/^\d/.test(words[at] ?? ""))))
      found.push({ at, count: whole.count, written: [String(whole.value)], parts: [] });
    at += whole?.count ?? 1;
  }
  return found;
}

/** Whether a number may as well stand in words. */
export const isSmallNumber = ({ count, clock, written: [number = ""] }: Spoken): boolean =>
  count === 1 && !clock && /^\d+$/.test(number) && Number(number) <= SMALL;

const ALONE_TOGETHER = /(?<![\p{L}\p{N}])\p{L}(?: \p{L})+(?![\p{L}\p{N}])/gu;

/** A question without the letters that spell a word: they tell nothing of its language, though lists of small words have them. */
export const withoutSpelt = (question: string): string =>
  question.replace(ALONE_TOGETHER, (letters) => (/[^aeiouy ]/iu.test(letters) ? " " : letters));
