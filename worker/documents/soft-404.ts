import type { Document } from "./document.ts";

/** A page that says nothing but that there is no such page is short. Characters. */
const MOST = 1_000;
/** The number alone, behind "error", or apart from a site's name: a room or a car may be called 404. */
const NUMBER =
  /^(?:(?:http|error|fehler|erreur|errore|erro|fout)[\s:]{1,2})?404\b|(?:\b(?:http|error|fehler|erreur|errore|erro|fout|status)|[-–—|·:(])[\s:]{0,2}404\)?$/iu;
const NOT_FOUND =
  /^not found\b|\b(?:site|document|file) (?:was |is |could )?not (?:be )?found\b|\b(?:does not|doesn['’]t|no longer) exists?\b|\bsidan (?:hittades inte|finns inte)\b|\bsiden (?:blev )?ikke fundet\b|\bsiden ble ikke funnet\b|\bnie znaleziono strony\b|\bстраница не найдена\b|ページが見つかりません|页面不存在|找不到页面/iu;
/** A sentence with both says that a page is not there, in whatever order: "no se ha encontrado la página". */
const PAGE = /\b(?:page|(?:web|internet)?seite|p[áa]gina|pagina)\b/iu;
const NOT_THERE =
  /\b(?:not (?:be )?found|(?:can(?:['’]t|not)|could(?:n['’]t| not)) (?:be found|find)|(?:isn['’]t|not|no longer) available|nicht (?:mehr )?(?:gefunden|finden|vorhanden|verfügbar|auffindbar)|(?:existiert|gibt es) (?:leider )?nicht|no (?:existe|está disponible|encontrada)|no (?:se |hemos )?(?:ha )?(?:podido )?encontr\p{L}*|n['’]existe (?:pas|plus)|introuvable|non (?:trouv[ée]e|esiste|trovata|(?:è|e) (?:stata trovata|disponibile))|n[ãa]o (?:existe|(?:foi )?encontrada)|bestaat niet|niet (?:gevonden|beschikbaar))/iu;
/** "Why is my page not found?" and "I can't find the page" ask about one, and have an answer. */
const ASKS =
  /^(?:how|why|what|when|if|i|my|wie|warum|was|wenn|ich|meine|c[óo]mo|por|qu[ée]|si|mi|comment|pourquoi|que|je|ma|come|perch[ée]|hoe|waarom|ik)(?!\p{L})/iu;
const SENTENCES = /[.!|·:]|\s[-–—]\s/;

const saysSo = (text: string): boolean =>
  NUMBER.test(text) ||
  NOT_FOUND.test(text) ||
  (!text.includes("?") &&
    text.split(SENTENCES).some((one) => PAGE.test(one) && NOT_THERE.test(one) && !ASKS.test(one.trim())));

/** Whether a page that was answered as if it were there says that it is not. */
export function isSoft404({ title, sections }: Document): boolean {
  const length = sections.reduce((sum, { text }) => sum + text.length, 0);
  if (length > MOST) return false;
  const first = sections[0]?.headings.at(-1) ?? sections[0]?.text.slice(0, 80) ?? "";
  return [title ?? "", first].some((text) => saysSo(text.slice(0, 200).trim()));
}
