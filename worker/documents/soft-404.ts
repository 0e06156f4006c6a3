import type { Document } from "./document.ts";

/** A page that says nothing but that there is no such page is short. Characters. */
const MOST = 1_000;
const NOT_FOUND =
  /^(?:error\s)?404\b|\b404$|\b(?:page|site|document|file) (?:was |is |could )?not (?:be )?found\b|^not found\b|\b(?:does not|doesn['’]t|no longer) exists?\b|\bseite (?:wurde )?nicht gefunden\b|\bpage (?:introuvable|non trouv[ée]e)\b|\bp[áa]gina no (?:encontrada|existe)\b|\bpagina non trovata\b|\bp[áa]gina n[ãa]o encontrada\b|\bpagina niet gevonden\b|\bsidan (?:hittades inte|finns inte)\b|\bsiden (?:blev )?ikke fundet\b|\bsiden ble ikke funnet\b|\bnie znaleziono strony\b|\bстраница не найдена\b|ページが見つかりません|页面不存在|找不到页面/iu;

/** Whether a page that was answered as if it were there says that it is not. */
export function isSoft404({ title, sections }: Document): boolean {
  const length = sections.reduce((sum, { text }) => sum + text.length, 0);
  if (length > MOST) return false;
  const first = sections[0]?.headings.at(-1) ?? sections[0]?.text.slice(0, 80) ?? "";
  return [title ?? "", first].some((text) => NOT_FOUND.test(text.slice(0, 200).trim()));
}
