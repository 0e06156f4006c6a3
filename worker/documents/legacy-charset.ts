/** What pages of a language were written in before UTF-8, the usual first, for those that do not name it. */
const BY_LANGUAGE: Record<string, readonly string[]> = {
  ja: ["shift_jis", "euc-jp"],
  zh: ["gb18030", "big5"],
  ko: ["euc-kr"],
  th: ["windows-874"],
  el: ["windows-1253"],
  tr: ["windows-1254"],
  he: ["windows-1255"],
  ar: ["windows-1256"],
  fa: ["windows-1256"],
  vi: ["windows-1258"],
};
for (const language of ["ru", "uk", "bg", "be", "mk"]) BY_LANGUAGE[language] = ["windows-1251", "koi8-u"];
for (const language of ["pl", "cs", "sk", "hu", "sl", "hr", "ro"])
  BY_LANGUAGE[language] = ["windows-1250", "iso-8859-2"];
for (const language of ["lt", "lv", "et"]) BY_LANGUAGE[language] = ["windows-1257"];

/** Characters that are looked at: enough to tell one encoding from another. */
const SAMPLE = 20_000;
const MARKUP = 4_000;
/** Japanese that names neither its language nor its encoding shows itself by this share of what is not ASCII. */
const KANA_SHARE = 0.3;

const LANGUAGE = /<html\b[^>]{0,500}?\blang\s{0,5}=\s{0,5}["']?([a-z]{2})\b/i;
const COMMON = /[ぁ-んァ-ヶ的是不了在有人和这這我们們]/g;

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

function decoded(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder(name).decode(bytes);
  } catch {
    return "";
  }
}

/** How much a text looks like real writing: it has small letters, or those of scripts without case, and no signs that nobody uses. */
const likeness = (text: string): number =>
  count(text, /[\p{Ll}\p{Lo}]/gu) +
  5 * count(text, COMMON) -
  10 * count(text, /[\ufffd\u0080-\u009f]/g) -
  count(text, /[｡-ﾟ±¶µ¼¹]/g);

/**
 * The encoding of bytes that are not UTF-8 and that nothing names, by the language that the page is in.
 * @returns `null` for windows-1252, and for what cannot be told
 */
export function legacyCharset(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, SAMPLE);
  const ascii = decoded(sample.subarray(0, MARKUP), "latin1");
  const language = LANGUAGE.exec(ascii)?.[1]?.toLowerCase() ?? "";
  const known = Object.hasOwn(BY_LANGUAGE, language) ? (BY_LANGUAGE[language] ?? []) : [];
  const [best] = known
    .map((name) => ({ name, score: likeness(decoded(sample, name)) }))
    .sort((one, other) => other.score - one.score);
  if (best) return best.name;
  if (language !== "") return euros(sample);
  const japanese = ["shift_jis", "euc-jp"].find((name) => {
    const text = decoded(sample, name);
    return count(text, /[ぁ-ん]/g) > count(text, /[^\p{ASCII}]/gu) * KANA_SHARE;
  });
  return japanese ?? euros(sample);
}

/** ISO-8859-15 differs from windows-1252 in the euro sign, which stands beside a price. */
function euros(bytes: Uint8Array): string | null {
  const text = decoded(bytes, "iso-8859-15");
  return /[\d-]\s?€|€\s?\d/.test(text) && !/[\u0080-\u009f]/.test(text) ? "iso-8859-15" : null;
}
