/**
 * Abbreviations that end with a full stop inside a sentence. One list for all languages: agents mix them, and where a sentence
 * does end with one, it is only spoken together with the next.
 */
const WORDS = new Set(
  // English
  (
    "mr mrs ms mx dr prof rev hon st mt ft jr sr gen col maj capt lt sgt gov sen rep pres inc ltd co corp dept univ approx appt apt ave blvd rd hwy no nos vol vs fig figs eq ch sec pp ed eds est etc al e.g i.e a.m p.m u.s u.k u.s.a ph.d m.d b.a m.a jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun min max tel ext " +
    // German
    "hr fr frl dipl ing mag bzw ca usw z.b d.h u.a u.u o.ä s.o s.u i.d.r i.a i.v zzgl inkl exkl ggf evtl vgl nr str abs art bd jh geb gest mio mrd mind max std tägl mo di mi do sa so okt dez gmbh ehem sog " +
    // French
    "m mm mme mmes mlle mlles mgr me pr st ste av bd boul env janv févr avr juil sept oct nov déc n° p.ex cf art éd " +
    // Spanish, Portuguese, Italian
    "sr sra srta sres d dña dª ud uds vd av avda c núm nº pág págs tel ej p.ej ee.uu dra exmo exma srs lda ltda cia r prof profª sig sigg sig.ra sig.na dott dott.ssa avv arch geom ing rag p.za v.le ecc es cfr pag " +
    // Dutch, the Nordic languages
    "dhr mevr mw drs ir bijv bv d.w.z enz evt incl excl o.a m.b.t t.a.v t.o.v blz nl t.ex bl.a d.v.s m.fl m.m osv f.eks bl.a dvs kl nr ca jf herr fru esim ym jne mm n.k klo puh " +
    // Polish, Czech, Slovak, Hungarian, Romanian, Turkish
    "dr hab inż mgr ul al pl św np tzw tj m.in godz zł tys mln mld wg r w tzn ok itd itp ing mudr judr phdr bc mgr doc tř ul nám č čp např tzv tj atd apod resp cca pozn mil mld okr sz pl kb stb ún ill id özv u stb dl d-na dna dvs nr str bd etaj ap ex vb sn av doç yrd alb öğr gör bkz vb vs örn cad sok mah apt " +
    // Greek, Russian, Ukrainian
    "κ κα κος δρ καθ π.χ κ.λπ κ.ά δηλ βλ τηλ αρ οδ г гг ул пр пл д кв стр корп им т.е т.д т.п т.к тыс млн млрд руб коп др см напр проф доц акад инж тел вул просп буд грн див ін тов"
  ).split(" "),
);

/** Whether a sentence that was cut after these words goes on: after an abbreviation, an initial, or an ordinal number. */
export function endsInAbbreviation(sentence: string, next: string): boolean {
  const last = /(?:^|[\s(["'“„«»])([^\s(["'“„«»]+)\.\s*$/u.exec(sentence)?.[1];
  if (last === undefined) return false;
  const word = last.toLowerCase();
  // What follows decides: it is waited for.
  const undecided = /^\s*\p{L}*$/u.test(next);
  // "No. 5", but "No. I do not": so that these words do not hold back what is said first.
  if (/^(?:no|nos|so|do|di|sat|sun|mar|art|max|min|es|al|me|is|r|d|c|m)$/.test(word))
    return undecided || /^\s*\p{N}/u.test(next) || (/^[rdcm]$/.test(word) && last !== word);
  if (WORDS.has(word)) return true;
  // "J. Smith" and "z. B."; not "I".
  if (/^\p{L}$/u.test(last) && last !== "I") return true;
  // "am 3. Mai": a number before a word, but not the end of "It costs 30. Shall I".
  return /^\p{N}{1,2}$/u.test(last) && (undecided || ordinal(next));
}

/** Months and centuries follow ordinals, in the languages that write these with a full stop. */
const ordinal = (next: string): boolean =>
  /^\s*(?:jan|feb|mär|mar|maj|mai|máj|már|apr|ápr|jun|jún|jul|júl|aug|sep|okt|oct|nov|dez|dec|des|led|úno|bře|dub|kvě|čer|srp|zář|říj|lis|pro|tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu|oca|şub|nis|haz|tem|ağu|eyl|eki|kas|ara|jahrhundert|århundrade|århundre|století|stock|etage|klasse|platz)/iu.test(
    next,
  );
