/**
 * Stems for languages that no package here has a stemmer for, by their endings alone: "drukarka", "drukarki" and "drukarce" are
 * one word. Words come folded: `ą` is a, `í` is i.
 */
interface Endings {
  /** What may stand before a word and is written with it, one of them. */
  before?: RegExp;
  /** What a word may end with, the longest that fits; letters that stay before it at least. */
  ends: Set<string>;
  longest: number;
  least: number;
  /** What the last letters of a stem turn into before some endings, the first that fits: "snímek" and "snímky". */
  turned: readonly (readonly [letters: RegExp, into: string])[];
}

const endings = (list: string, turned: Endings["turned"], least = 3, before?: RegExp): Endings => {
  const ends = new Set(list.split(" "));
  return {
    ends,
    longest: Math.max(...[...ends].map(({ length }) => length)),
    least,
    turned,
    ...(before && { before }),
  };
};

const CZECH = endings(
  "a e i o u y atech etem etum ech ich eho emi emu ete eti iho imi imu ach ata aty ych ama ami ove ovi ymi em es im um at am ym mi ou uv ov ej " +
    "ovani ovan ovat uje uji ujete ujte ovana ovany ovane eni enim ani anim uti nuti nout it el ala alo ali il ila ilo ili al en ena eno any ana ano ene ane jte ite te m enia eniach eniam eniu ania aniach aniu iach iam iami",
  [
    [/e([cklnr])$/u, "$1"],
    [/(?:st|ct)$/u, "k"],
    [/c$/u, "k"],
    [/z$/u, "h"],
    [/j$/u, ""],
  ],
);

const ENDINGS: Record<string, Endings> = {
  pl: endings(
    "a e i o u y ami ach owi owie ow om em iem ie ia ii io iu iej ego iego emu iemu ymi imi ych ich ym im ej iach iami iom " +
      "ac ic yc ec owac owanie owania owaniu owany owana owane uje uja uj am asz amy acie aja al ala alo ali il ila ilo yl yla any ana ane ani aniu " +
      "anie ania aniem enie enia eniu eniem ony ona one eni ajac ujac lem lam alem alam ilem ilam ywac ywanie ywania iwac",
    [
      [/ek$/u, "k"],
      [/c$/u, "k"],
      [/dz$/u, "d"],
      [/[ij]$/u, ""],
    ],
  ),
  cs: CZECH,
  sk: CZECH,
  uk: endings(
    "а я о е є у ю и і ь ями ами ові еві єві ого ього ому ьому ими іми им ім их іх іи ии ою ею єю ам ям ах ях ів ов ем ом єм ія іі ію іє " +
      "ть ти тися ться ся сь ити ати яти іти ува увати ювати ування ювання уванню ує ує ую ують юють уите ите аите яите ення ання яння енню анню еннями енням ув ав яв ив ила ала ено ано ени ани ена ана",
    [
      [/[ео]к$/u, "к"],
      [/нн$/u, "н"],
      [/ц$/u, "к"],
      [/з$/u, "г"],
    ],
  ),
  he: endings("ים ות יים ית יה ה י ת ך נו ם ן", [], 3, /^(?:ו?(?:כש|מה|של|ב|ל|ה|מ|כ|ש)|ו)(?=.{3})/u),
};

/** @param word folded @param language one of those with endings here; words of another stay as they are */
export function lightStem(word: string, language: string): string {
  const known = ENDINGS[language];
  if (!known) return word;
  const bare = known.before ? word.replace(known.before, "") : word;
  let stem = bare;
  for (let length = Math.min(known.longest, bare.length - known.least); length > 0; length--) {
    if (!known.ends.has(bare.slice(-length))) continue;
    stem = bare.slice(0, -length);
    break;
  }
  for (const [letters, into] of known.turned) {
    if (stem.length <= known.least) break;
    const turned = stem.replace(letters, into);
    if (turned === stem) continue;
    stem = turned;
    break;
  }
  return stem;
}
