import type { Document } from "./document.ts";

/** A page that says nothing but that there is no such page is short. Characters. */
const MOST = 1_000;
/** The number alone, behind "error", or apart from a site's name: a room or a car may be called 404. */
const NUMBER =
  /^(?:(?:http|error|fehler|erreur|errore|erro|fout)[\s:]{1,2})?404\b|(?:\b(?:http|error|fehler|erreur|errore|erro|fout|status)|[-–—|·:(])[\s:]{0,2}404\)?$/iu;
const NOT_FOUND =
  /^(?:not found|nie znaleziono|nenalezeno|nenájdené|ikke fundet|hittades inte)\b|\b(?:site|document|file) (?:was |is |could )?not (?:be )?found\b|\b(?:does not|doesn['’]t|no longer) exists?\b|\bnothing was found at this location\b|页面不存在|找不到页面/iu;
/** A page, and that it is not there, in whatever order: "no se ha encontrado la página". */
const PAGE = /\b(?:page|(?:web|internet)?seite|p[áa]gina|pagina)\b/iu;
const NOT_THERE =
  /\b(?:not (?:be )?found|(?:can(?:['’]t|not)|could(?:n['’]t| not)) (?:be found|find)|(?:isn['’]t|not|no longer) available|nicht (?:mehr )?(?:gefunden|finden|vorhanden|verfügbar|auffindbar)|(?:existiert|gibt es) (?:leider )?nicht|no (?:existe|está disponible|encontrada)|no (?:se |hemos )?(?:ha )?(?:podido )?encontr\p{L}*|n['’](?:existe (?:pas|plus)|est (?:pas|plus) disponible)|introuvable|non (?:trouv[ée]e|esiste|trovata|(?:è|e) (?:stata trovata|disponibile))|n[ãa]o (?:existe|(?:foi )?encontrada)|bestaat niet|niet (?:gevonden|beschikbaar))/iu;
/** A sentence with both of a row says that a page is not there; the other languages have words of their own. */
const ROWS: readonly [page: RegExp, not_there: RegExp][] = [
  [PAGE, NOT_THERE],
  [/(?<!\p{L})(?:webb)?sidan?(?!\p{L})/iu, /(?:hittades|finns) inte|(?:kunde|kan) inte hittas/iu],
  [/(?<!\p{L})siden?(?!\p{L})/iu, /ikke (?:blev )?(?:fundet|funnet|findes)|(?:findes|finnes|eksisterer) ikke/iu],
  [/(?<!\p{L})(?:verkko)?sivua?(?!\p{L})/iu, /ei (?:löydy|löytynyt|ole olemassa)/iu],
  [/(?<!\p{L})stron[ay](?!\p{L})/iu, /nie (?:istnieje|(?:została )?znalezion[ao]|znaleziono)/iu],
  [/(?<!\p{L})stránk[au](?!\p{L})/iu, /nenalezena|ne(?:byla nalezena|bola nájdená)|nenašla|neexistuje/iu],
  [
    /(?<!\p{L})stran(?:ica)?(?!\p{L})/iu,
    /ni (?:bil[ao]? )?(?:mogoče )?najd|nije pronađena|n[ei] (?:postoji|obstaja)/iu,
  ],
  [/(?<!\p{L})oldal(?!\p{L})/iu, /nem (?:található|létezik)/iu],
  [/(?<!\p{L})pagina(?!\p{L})/iu, /nu (?:există|exista|(?:a fost|poate fi) g[aă]sit[aă])/iu],
  [/(?<!\p{L})sayfa(?!\p{L})/iu, /bulunamadı|bulunmuyor|mevcut değil/iu],
  [/σελίδα/iu, /δεν (?:βρέθηκε|υπάρχει)/iu],
  [/(?<!\p{L})страниц[аы]/iu, /не (?:е )?(?:найден|существует|намерен|съществува)/iu],
  [/(?<!\p{L})сторінк[аиу]/iu, /не (?:знайден|існує)/iu],
  [/(?<!\p{L})lehek(?:ülge|ülg)(?!\p{L})/iu, /ei (?:leitud|ole olemas)/iu],
  [/(?<!\p{L})puslapis(?!\p{L})/iu, /nerastas|neegzistuoja/iu],
  [/(?<!\p{L})lapa(?!\p{L})/iu, /nav atrasta|neeksistē/iu],
  [/(?<!\p{L})halaman(?!\p{L})/iu, /tidak (?:ditemukan|dapat ditemukan)/iu],
  [/(?<!\p{L})trang(?!\p{L})/iu, /không (?:tìm thấy|tồn tại)/iu],
  [/صفحة/u, /غير (?:موجودة|متوفرة)|لم يتم العثور/u],
  [/(?<!\p{L})ה?(?:דף|עמוד)(?!\p{L})/u, /לא (?:נמצא|קיים)/u],
  [/ページ/u, /見つかりません|存在しません/u],
  [/페이지/u, /찾을 수 없|존재하지 않/u],
  [/หน้า/u, /ไม่พบ/u],
];
/** "Why is my page not found?" and "I can't find the page" ask about one, and have an answer. */
const ASKS =
  /^(?:how|why|what|when|if|i|my|wie|warum|was|wenn|ich|meine|c[óo]mo|por|qu[ée]|si|mi|comment|pourquoi|que|je|ma|come|perch[ée]|hoe|waarom|ik|hur|varför|hvordan|hvorfor|jag|jeg|miten|miksi|jak|dlaczego|proč|prečo|kako|zašto|zakaj|hogyan|miért|cum|nasıl|neden|πώς|γιατί|как|почему|защо|як|чому)(?!\p{L})/iu;
const SENTENCES = /[.!|·:]|\s[-–—]\s/;

const saysSo = (text: string): boolean =>
  NUMBER.test(text) ||
  NOT_FOUND.test(text) ||
  (!text.includes("?") &&
    text
      .split(SENTENCES)
      .some(
        (one) => ROWS.some(([page, not_there]) => page.test(one) && not_there.test(one)) && !ASKS.test(one.trim()),
      ));

/** Whether a page that was answered as if it were there says that it is not. */
export function isSoft404({ title, sections }: Document): boolean {
  const length = sections.reduce((sum, { text }) => sum + text.length, 0);
  if (length > MOST) return false;
  const first = sections[0]?.headings.at(-1) ?? sections[0]?.text.slice(0, 80) ?? "";
  return [title ?? "", first].some((text) => saysSo(text.slice(0, 200).trim()));
}
