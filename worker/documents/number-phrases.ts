/**
 * Numbers below a thousand as languages say them that join them by rules of their own: French "quatre-vingt-dix", Italian "ventidue",
 * Portuguese "vinte e cinco", Dutch "vijfentwintig". Each is listed whole, folded, with spaces where hyphens stand.
 */
interface Counting {
  /** From zero up to the last one with a name of its own. */
  names: string;
  /** Tens from twenty on. */
  tens: string;
  /** A number of tens and ones; of tens and a number up to 19 where a language counts so. */
  join(ten: string, one: string, value: number): string[];
  /** Hundreds alone, from one on. */
  hundreds: string[];
  /** A number of hundreds and what follows them. */
  behind(hundred: string, rest: string): string[];
  /** Thousands: alone or behind a number, and what their number is written together with. */
  thousand: string;
  thousands?: string;
}

const ITALIAN = "due tre quattro cinque sei sette otto nove".split(" ");
const DUTCH = "twee drie vier vijf zes zeven acht negen".split(" ");
const FRENCH = "deux trois quatre cinq six sept huit neuf".split(" ");

const COUNTING: Record<string, Counting> = {
  fr: {
    names:
      "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix·sept dix·huit dix·neuf",
    tens: "vingt trente quarante cinquante soixante septante quatre·vingt nonante",
    join: (ten, one) => [`${ten} ${one}`, `${ten} et ${one}`, `${ten}s ${one}`],
    hundreds: ["cent", ...FRENCH.map((one) => `${one} cent`)],
    behind: (hundred, rest) => [`${hundred} ${rest}`, `${hundred}s ${rest}`],
    thousand: "mille",
  },
  it: {
    names:
      "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
    tens: "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    join: (ten, one) => [/^[uo]/.test(one) ? `${ten.slice(0, -1)}${one}` : `${ten}${one}`],
    hundreds: ["cento", ...ITALIAN.map((one) => `${one}cento`)],
    behind: (hundred, rest) => [`${hundred}${rest}`, `${hundred} ${rest}`],
    thousand: "mila",
    thousands: "mila",
  },
  pt: {
    names:
      "zero um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove",
    tens: "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    join: (ten, one) => [`${ten} e ${one}`],
    hundreds: "cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos".split(" "),
    behind: (hundred, rest) => [`${hundred} e ${rest}`],
    thousand: "mil",
  },
  nl: {
    names:
      "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien",
    tens: "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
    join: (ten, one) => [`${one}en${ten}`],
    hundreds: ["honderd", ...DUTCH.map((one) => `${one}honderd`)],
    behind: (hundred, rest) => [`${hundred}${rest}`, `${hundred} ${rest}`, `${hundred} en ${rest}`],
    thousand: "duizend",
    thousands: "duizend",
  },
};

/** Other ways to say some. */
const ALSO: Record<string, [string, number][]> = {
  fr: [
    ["quatre vingts", 80],
    ["huitante", 80],
  ],
  it: [["mille", 1000]],
  pt: [
    ["cem", 100],
    ["dezasseis", 16],
    ["dezassete", 17],
    ["dezanove", 19],
    ["catorze", 14],
  ],
  nl: [],
};
/** The tens of French that go on to nineteen: "soixante-dix", "quatre-vingt-dix". */
const TO_NINETEEN = new Set(["soixante", "quatre vingt"]);
const HUNDREDTH = new Set(["pour cent", "per cento", "por cento"]);
const MOST_WORDS = 8;

const listed = new Map<string, Map<string, number>>();

function numbersOf(language: string): ReadonlyMap<string, number> | null {
  const counting = Object.hasOwn(COUNTING, language) ? COUNTING[language] : undefined;
  if (!counting) return null;
  const known = listed.get(language);
  if (known) return known;
  const spaced = (list: string) => list.split(" ").map((one) => one.replaceAll("·", " "));
  const below = new Map(spaced(counting.names).map((name, value) => [name, value]));
  const small = [...below];
  spaced(counting.tens).forEach((ten, at) => {
    const value = (at + 2) * 10;
    below.set(ten, value);
    for (const [one, more] of small)
      if (more > 0 && more < (TO_NINETEEN.has(ten) ? 20 : 10))
        for (const whole of counting.join(ten, one, value)) below.set(whole, value + more);
  });
  for (const [also, value] of ALSO[language] ?? []) below.set(also, value);
  const all = new Map(below);
  counting.hundreds.forEach((hundred, at) => {
    const value = (at + 1) * 100;
    all.set(hundred, value);
    all.set(`${hundred}s`, value);
    for (const [rest, more] of below)
      if (more > 0 && more < 100) for (const whole of counting.behind(hundred, rest)) all.set(whole, value + more);
  });
  const { thousands } = counting;
  if (thousands) for (const [one, value] of below) if (value > 1) all.set(`${one}${thousands}`, value * 1000);
  listed.set(language, all);
  return all;
}

/**
 * The number that begins at this word, the longest that does, and how many words it takes.
 * @param words folded
 */
export function numberPhraseAt(
  words: readonly string[],
  at: number,
  language: string,
): { value: number; count: number } | null {
  const numbers = numbersOf(language);
  if (!numbers) return null;
  const longest = (from: number) => {
    for (let count = Math.min(MOST_WORDS, words.length - from); count > 0; count--) {
      const value = numbers.get(words.slice(from, from + count).join(" "));
      if (value !== undefined) return { value, count };
    }
    return null;
  };
  // Without its apostrophe, "d un vélo" is no number of a part; nor is the hundred of "dix pour cent".
  const [earlier = "", before = "", word = ""] = [words[at - 2], words[at - 1], words[at]];
  const isArticle = language === "fr" && word === "un" && /^[dl]$/.test(before);
  const isPercent = HUNDREDTH.has(`${before} ${word}`) && (numbers.has(earlier) || /^\d/.test(earlier));
  if (isArticle || isPercent) return null;
  const isThousand = (word: string | undefined) => word === COUNTING[language]?.thousand;
  const first = isThousand(words[at]) ? { value: 1, count: 0 } : longest(at);
  if (!first || !isThousand(words[at + first.count])) return first;
  const behind = at + first.count + 1;
  const and = words[behind] === "e" ? 1 : 0;
  const rest = longest(behind + and);
  if (!rest || rest.value === 0 || rest.value >= 1000) return { value: first.value * 1000, count: first.count + 1 };
  return { value: first.value * 1000 + rest.value, count: first.count + 1 + and + rest.count };
}
