import { describe, expect, test } from "vitest";
import { isSoft404 } from "../../worker/documents/soft-404.ts";

const page = (title: string, text = "Perhaps one of these helps you.") => ({
  title,
  language: null,
  sections: [{ headings: [], text }],
  bytes: text.length,
});

describe("a page that was answered as if it were there", () => {
  test.each([
    "404",
    "404 Not Found",
    "Error 404",
    "Fehler 404",
    "Mill – 404",
    "Page not found | Mill",
    "Oops! That page can’t be found.",
    "We couldn't find the page you're looking for",
    "The page you requested could not be found",
    "This page isn't available",
    "Diese Seite existiert leider nicht mehr",
    "Die angeforderte Seite konnte nicht gefunden werden",
    "Hoppla! Diese Seite gibt es nicht",
    "La página que buscas no existe",
    "No se ha encontrado la página",
    "No hemos encontrado esta página",
    "Cette page n’existe plus",
    "La page que vous cherchez est introuvable",
    "La pagina richiesta non è stata trovata",
    "A página que procura não existe",
    "Deze pagina bestaat niet",
    "Sidan kunde inte hittas",
    "Siden blev ikke fundet",
    "Sivua ei löytynyt",
    "Strona nie istnieje",
    "Nie znaleziono strony",
    "Stránka nenalezena",
    "Stránka sa nenašla",
    "Stranica nije pronađena",
    "Stran ni najdena",
    "Az oldal nem található",
    "Pagina nu a fost găsită",
    "Sayfa bulunamadı",
    "Η σελίδα δεν βρέθηκε",
    "Страница не найдена",
    "Страница не существует",
    "Страницата не е намерена",
    "Сторінку не знайдено",
    "Lehekülge ei leitud",
    "Puslapis nerastas",
    "Lapa nav atrasta",
    "Halaman tidak ditemukan",
    "Không tìm thấy trang",
    "الصفحة غير موجودة",
    "הדף לא נמצא",
    "お探しのページは見つかりませんでした",
    "페이지를 찾을 수 없습니다",
    "ไม่พบหน้า",
    "Cette page n’est plus disponible",
    "It looks like nothing was found at this location",
  ])("says that it is not: %s", (title) => {
    expect(isSoft404(page(title))).toBe(true);
  });

  test.each([
    "Room 404",
    "Peugeot 404",
    "Fix 404 errors in your shop",
    "Why is my page not found?",
    "I can't find the checkout page",
    "Warum wird meine Seite nicht gefunden",
    "Qué hacer si la página no existe",
    "Die Ware ist nicht verfügbar",
    "What to do if an item is not found",
    "La página de pago",
    "Varför hittades inte sidan",
    "Dlaczego strona nie istnieje",
    "Почему страница не найдена",
    "Hesla nenalezena",
    "Stranica za naručivanje",
    "La page de paiement n’est pas une fiche",
  ])("is about something: %s", (title) => {
    expect(isSoft404(page(title))).toBe(false);
  });

  test("is there where it says much more than that", () => {
    expect(isSoft404(page("Page not found", "Our servers answer so. ".repeat(60)))).toBe(false);
  });
});
