import { stemmer as ar } from "@orama/stemmers/arabic";
import { stemmer as da } from "@orama/stemmers/danish";
import { stemmer as nl } from "@orama/stemmers/dutch";
import { stemmer as en } from "@orama/stemmers/english";
import { stemmer as fi } from "@orama/stemmers/finnish";
import { stemmer as fr } from "@orama/stemmers/french";
import { stemmer as de } from "@orama/stemmers/german";
import { stemmer as hu } from "@orama/stemmers/hungarian";
import { stemmer as id } from "@orama/stemmers/indonesian";
import { stemmer as it } from "@orama/stemmers/italian";
import { stemmer as nb } from "@orama/stemmers/norwegian";
import { stemmer as pt } from "@orama/stemmers/portuguese";
import { stemmer as ro } from "@orama/stemmers/romanian";
import { stemmer as ru } from "@orama/stemmers/russian";
import { stemmer as es } from "@orama/stemmers/spanish";
import { stemmer as sv } from "@orama/stemmers/swedish";
import { stemmer as tr } from "@orama/stemmers/turkish";
import { stopwords as arStop } from "@orama/stopwords/arabic";
import { stopwords as daStop } from "@orama/stopwords/danish";
import { stopwords as nlStop } from "@orama/stopwords/dutch";
import { stopwords as enStop } from "@orama/stopwords/english";
import { stopwords as fiStop } from "@orama/stopwords/finnish";
import { stopwords as frStop } from "@orama/stopwords/french";
import { stopwords as deStop } from "@orama/stopwords/german";
import { stopwords as huStop } from "@orama/stopwords/hungarian";
import { stopwords as idStop } from "@orama/stopwords/indonesian";
import { stopwords as itStop } from "@orama/stopwords/italian";
import { stopwords as nbStop } from "@orama/stopwords/norwegian";
import { stopwords as ptStop } from "@orama/stopwords/portuguese";
import { stopwords as roStop } from "@orama/stopwords/romanian";
import { stopwords as ruStop } from "@orama/stopwords/russian";
import { stopwords as esStop } from "@orama/stopwords/spanish";
import { stopwords as svStop } from "@orama/stopwords/swedish";
import { stopwords as trStop } from "@orama/stopwords/turkish";
import { fold } from "./fold.ts";
import { lightStem } from "./light-stems.ts";
import { SMALL_WORDS } from "./small-words.ts";

/** Languages with a stemmer and stop words. Other languages are searched by their words as written. */
const KNOWN: Record<string, { stem: (word: string) => string; stop: readonly string[] }> = {
  en: { stem: en, stop: enStop },
  de: { stem: de, stop: deStop },
  fr: { stem: fr, stop: frStop },
  es: { stem: es, stop: esStop },
  it: { stem: it, stop: itStop },
  pt: { stem: pt, stop: ptStop },
  nl: { stem: nl, stop: nlStop },
  sv: { stem: sv, stop: svStop },
  da: { stem: da, stop: daStop },
  nb: { stem: nb, stop: nbStop },
  fi: { stem: fi, stop: fiStop },
  hu: { stem: hu, stop: huStop },
  ro: { stem: ro, stop: roStop },
  tr: { stem: tr, stop: trStop },
  id: { stem: id, stop: idStop },
  ru: { stem: ru, stop: ruStop },
  ar: { stem: ar, stop: arStop },
  ...Object.fromEntries(
    Object.entries(SMALL_WORDS).map(([language, stop]) => [
      language,
      { stem: (word: string) => lightStem(word, language), stop },
    ]),
  ),
};
/** Those of `KNOWN`. */
export const LANGUAGES: readonly string[] = Object.keys(KNOWN);

/** Words that are common in questions and useless for a search; the lists above hold only grammar. */
const ASKING: Record<string, string> = {
  en: "a does much many please tell know want need like get got us also just may might shall someone anybody anything something way somebody somewhere anywhere really actually right now still even ever already yet whose wants wanted needs needed gets getting gonna wanna gotta im ive youre theyre dont doesnt didnt cant couldnt wouldnt wont isnt arent wasnt werent havent hasnt hadnt shouldnt whats wheres hows whos thats theres lets gimme lemme dunno aint kinda sorta uh uhm um hmm pls plz thx ya yeah yep anyway says said tells told done",
  de: "bitte gibt geht mal gern gerne mochte mochten viel wieviel sagen wissen mehr wer wen wem mir mich jemand jemanden jemandem niemand unser unsere unserem unseren unserer gerade schon noch eigentlich einfach brauche braucht muss mussen soll sollte darf durfen will wollen konnen konnte wurde heraus herein jetzt per wann warum wieso weshalb woher wohin wofur wozu womit wieviele viele vielen seid habt hast gibts gehts hatte hattest hattet konntet konnt kannst durft darfst musst sollt sollst wollt willst mochtest mochtet wurdet wurdest aufs ans ins ums furs ubers unters vors durchs hinters beim aufm aufn ausm nem ner nen wars ists isses wers wenns ichs ihrs irgendwie irgendwo sowas halt wohl etwa eben ah ahm hm naja ja kriege kriegt kriegen bekomme bekommt bekommen bekomm krieg heisst bedeutet tun tut tue waren gabs drin drauf dran dafur davon dabei daran darauf darin dazu her hin hab hatt wurd",
  fr: "peut peux puis est-ce combien comment pourquoi quand quel quelle quels quelles ou savoir veux voudrais avoir faire pouvez peut etre dois doit faut aimerais faites quoi ca jai jpeux cest ya dun dune quil quon euh ben fait chez voila alors veut signifie savez sais",
  es: "puedo puede como cuanto cuando cuales por favor quiero saber hay tiene tienen alguien algo aqui ahora mismo ya poner hago debo necesito sigue tienes teneis estais podeis puedes haceis habeis quereis quisiera gustaria podria podriais adonde xq pq porfa pa pal oye vale eh este pues significa quisieramos sabeis sabes",
  it: "posso puo come quanto quando quale quali per favore voglio sapere potete possono vorrei devo deve fate cosa ce significa allora ehm dove volevo vorremmo sapete",
  pt: "posso pode como quanto quando qual quais por favor quero saber onde porque quantos quantas podem podemos gostaria queria devo deve fazem pra pro pros pras dum duma num numa vc vcs gente entao eh significa sabem sabe",
  nl: "kan kunt hoe hoeveel wanneer waar waarom welke graag weten jullie jouw wij mag mogen moeten willen bent doet jij ie hoi eh zeg betekent heb hebben krijg krijgen",
};

/** Words of a package's list that a question may be about, such as an account and work in Spanish. Written folded. */
const MEANT: Record<string, string> = {
  es: "cuenta trabajo trabaja trabajas trabajan trabajar trabajamos empleo emplear horas estado valor total acuerdo tarde temprano pais claro despacio",
};

/**
 * Words that mean something, but little: any page may hold them, whatever it is about, and visitors put many questions with
 * them. "Can I bring my dog?" asks about a dog. Written folded.
 */
const GENERAL: Record<string, string> = {
  en: "bring take make give go goes come comes put keep use used using work works working find see look help try ask start stop run set turn let mean happen happens thing things stuff place places time day days week people person everyone everybody kind sort part good bad best better new old big small little first last next another different same own whole lot bit able possible long often sure without else one two three four five six seven eight nine ten many several",
  de: "bringen nehmen machen mache macht geben kommen komme kommt gehen gehe stellen lassen lasse lasst halten finden finde findet sehen sehe schauen benutzen verwenden nutzen arbeiten funktioniert funktionieren ding dinge sache sachen stuck teil leute person personen mensch menschen ort platz zeit tag tage neu neue neuen neuer neues alt alte alten gut gute guten schlecht besser gross grosse grossen klein kleine kleinen erste ersten letzte letzten nachste nachsten andere anderen anderer anderes gleich gleiche eigene eigenen eigener ganz ganze ganzen lange oft sicher moglich alle allen jeder jede jeden paar passiert zwei drei vier funf sechs sieben acht neun zehn mehrere",
  es: "traer llevar hacer hace dar ir venir dejar usar uso utilizar trabajar funciona funcionar encontrar encuentro ver veo mirar buscar busco cosa cosas parte gente persona personas lugar sitio tiempo dia dias nuevo nueva viejo vieja bueno buena malo mala mejor grande pequeno pequena primero primera ultimo ultima proximo proxima otro otra otros otras mismo misma propio propia todo toda todos todas largo seguro posible cada pasa pasar quedar estado total dos tres cuatro cinco seis siete ocho nueve diez varios varias",
};

/**
 * Words of when, for whom and how politely somebody asks: "When do you open tomorrow?" asks when you open. `passing` ones say
 * nothing on any page; a day or a person may be what a page is about. Written folded.
 */
const ASIDE: Record<string, { passing: string; days_and_persons: string }> = {
  en: {
    passing:
      "today tonight tomorrow yesterday currently lately recently hi hello hey dear sorry okay ok maybe perhaps wonder wondering",
    days_and_persons:
      "morning afternoon evening weekend monday tuesday wednesday thursday friday saturday sunday wife husband girlfriend boyfriend mum mom dad mother father brother sister grandma grandpa",
  },
  de: {
    passing:
      "heute morgen gestern ubermorgen aktuell derzeit momentan demnachst neulich hallo hi moin danke entschuldigung vielleicht",
    days_and_persons:
      "abend mittag nachmittag vormittag wochenende montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag frau mann freundin freund mutter vater mama papa oma opa bruder schwester",
  },
  es: {
    passing: "hoy manana ayer anoche actualmente hola gracias disculpa perdon quizas",
    days_and_persons:
      "tarde noche lunes martes miercoles jueves viernes sabado domingo mujer marido esposa esposo novia novio madre padre abuela abuelo hermano hermana",
  },
  fr: {
    passing: "aujourd hui demain hier maintenant bonjour bonsoir salut merci svp stp desole pardon",
    days_and_persons:
      "soir matin midi weekend lundi mardi mercredi jeudi vendredi samedi dimanche femme mari copine copain mere pere maman papa frere soeur",
  },
  it: {
    passing: "oggi domani ieri stasera adesso ciao buongiorno grazie scusi",
    days_and_persons:
      "mattina sera pomeriggio weekend lunedi martedi mercoledi giovedi venerdi sabato domenica moglie marito madre padre",
  },
  pt: {
    passing: "hoje amanha ontem agora ola oi obrigado obrigada",
    days_and_persons: "noite sabado domingo esposa marido mae pai",
  },
  nl: {
    passing: "vandaag morgen gisteren vanavond hallo hoi dank bedankt",
    days_and_persons:
      "avond ochtend middag weekend maandag dinsdag woensdag donderdag vrijdag zaterdag zondag vrouw man moeder vader",
  },
};

/** By `hasOwn`, as a page may call its language anything, `constructor` too. */
export const hasStemmer = (language: string): boolean => Object.hasOwn(KNOWN, language);
const NO_WORDS: ReadonlySet<string> = new Set();

const general = new Map<string, Set<string>>();
/** Words of the language that tell little of what a question is about, folded. */
export function generalWords(language: string): ReadonlySet<string> {
  if (!hasStemmer(language)) return NO_WORDS;
  const known = general.get(language);
  if (known) return known;
  const made = new Set((GENERAL[language] ?? "").split(" "));
  general.set(language, made);
  return made;
}

/** Words that stand beside a question. */
export interface AsideWords {
  /** Those of when and how it is asked, such as "tomorrow" and "hello". */
  passing: ReadonlySet<string>;
  /** Days and persons, such as "saturday" and "wife". */
  days_and_persons: ReadonlySet<string>;
}

const aside = new Map<string, AsideWords>();
/** Words of the language that stand beside a question, folded. */
export function asideWords(language: string): AsideWords {
  if (!Object.hasOwn(ASIDE, language)) return { passing: NO_WORDS, days_and_persons: NO_WORDS };
  const known = aside.get(language);
  if (known) return known;
  const wordsOf = (list = "") => new Set(list.split(" "));
  const made = {
    passing: wordsOf(ASIDE[language]?.passing),
    days_and_persons: wordsOf(ASIDE[language]?.days_and_persons),
  };
  aside.set(language, made);
  return made;
}

const stops = new Map<string, Set<string>>();
/** Words of the language that carry no meaning of their own, folded. */
export function stopWords(language: string): ReadonlySet<string> {
  if (!hasStemmer(language)) return NO_WORDS;
  const known = stops.get(language);
  if (known) return known;
  const words = [...(KNOWN[language]?.stop ?? []), ...(ASKING[language] ?? "").split(" ")];
  const meant = new Set((MEANT[language] ?? "").split(" "));
  const folded = words.flatMap((word) => fold(word).split(/[^\p{L}\p{N}]+/u));
  const made = new Set(folded.filter((word) => word !== "" && !meant.has(word)));
  stops.set(language, made);
  return made;
}

/** Stop words of a language as they are written, and those of them that a word with accents may not be taken for. */
const written_stops = new Map<string, Record<"all" | "plain", ReadonlySet<string>>>();

/**
 * Whether a word carries no meaning of its own. One with an accent is another word than the listed one without: "ändern" is to
 * change, `andern` others.
 * @param written in lower case, as it was asked
 */
export function isStopWord(written: string, language: string): boolean {
  const folded = fold(written);
  if (!stopWords(language).has(folded)) return false;
  if (folded === written) return true;
  const known = written_stops.get(language) ?? writtenStops(language);
  return known.all.has(written) || !known.plain.has(folded);
}

function writtenStops(language: string) {
  const asking = new Set((ASKING[language] ?? "").split(" "));
  const all = new Set((KNOWN[language]?.stop ?? []).map((word) => word.normalize("NFC")));
  const made = { all, plain: new Set([...all].filter((word) => !asking.has(word))) };
  written_stops.set(language, made);
  return made;
}

/** The word's stem; the word itself where nothing is left of it, and in a language that has no stemmer here. */
export const stem = (word: string, language: string): string => KNOWN[language]?.stem(word) || word;
