import { describe, expect, test } from "vitest";
import { codesIn } from "../../worker/documents/codes.ts";
import { compoundWays, spaceWays, splitCompound } from "../../worker/documents/compounds.ts";
import { languageOf, questionLanguage } from "../../worker/documents/language-of.ts";
import { indexWords, questionWords } from "../../worker/documents/words.ts";
import { answerFrom, passagesOf } from "../../worker/objects/voice-agent/demo/knowledge.ts";
import { compareWork } from "../harness/shared/compare-work.ts";

/** Whether a question's word is in a text as it stands, or as something near it. */
function finds(question: string, text: string, language: string): "itself" | "near" | false {
  const there = new Set(indexWords(text, language));
  const words = questionWords(question, [language]);
  if (words.some(({ terms }) => terms.some((term) => there.has(term)))) return "itself";
  return words.some(({ near }) => near.some((term) => there.has(term))) ? "near" : false;
}

test("the demo agent reads of what a page types, and says was found, as much as a search gives", () => {
  const passage = { title: "Hours", url: null, text: "We open at nine." };
  const searched = (length: number) =>
    JSON.stringify({ found: true, passages: Array(9).fill({ ...passage, text: "open. ".repeat(length) }) });
  const answer = (length: number) => {
    const passages = passagesOf(searched(length)) ?? [];
    const questions = ["a.".repeat(length), "When do you open?"];
    return () => {
      for (const question of questions) answerFrom(question, passages, false);
    };
  };
  expect(compareWork(answer(60_000), answer(2_000), 4).times).toBeLessThanOrEqual(4);
});

describe("forms of a word are one where a language has no stemmer of a package", () => {
  test.each([
    ["pl", "nowa drukarka", "Drukarkę dodaje się w ustawieniach."],
    ["pl", "kopie", "Plików kopii nie trzeba szukać."],
    ["pl", "usunąć użytkownika", "Usuwanie użytkowników"],
    ["cs", "snímek obrazovky", "Snímky obrazovek se ukládají samy."],
    ["cs", "v tiskárně", "Tiskárna se zapne sama."],
    ["cs", "nastavit", "Nastavení"],
    ["sk", "kde sú nastavenia hesla", "V nastaveniach nájdete heslo."],
    ["uk", "принтера", "Принтери"],
    ["uk", "друкувати", "Друкування"],
    ["he", "לגיבויים", "הגיבוי נשמר"],
  ])("%s: %s", (language, question, text) => {
    expect(finds(question, text, language)).toBe("itself");
  });

  test("and small words of a question are none", () => {
    expect(questionWords("jak mogę zmienić tapetę", ["pl"]).map(({ word }) => word)).toEqual(["zmienic", "tapete"]);
    expect(questionWords("kdy je u vás pokladna", ["cs"]).map(({ word }) => word)).toEqual(["pokladna"]);
  });
});

test("a page is of the language that it says, unless its text is surely of another", () => {
  const polish = "Do drukarki trzeba podłączyć kabel, a potem wybrać ją na liście drukarek.";
  const english = "You can connect the printer with a cable, and then choose it in the list of printers.";
  const croatian = "Pisač priključite kabelom, zatim ga odaberite na popisu pisača i pričekajte dok ispis ne završi.";
  expect(languageOf(polish, "pl")).toBe("pl");
  expect(languageOf(polish)).toBe("pl");
  expect(languageOf(croatian, "hr")).toBe("hr");
  expect(languageOf(english, "hr")).toBe("en");
});

describe("numbers and letters are found as they are spoken", () => {
  test.each([
    ["en", "is it free over two hundred euros", "Orders over €200 are free.", "itself"],
    ["en", "four euros ninety", "It costs €4.90.", "itself"],
    ["en", "for twenty five people", "Groups of up to 25.", "itself"],
    ["en", "two thousand and five", "Since 2005", "itself"],
    ["en", "for two hours", "2 h", "near"],
    ["en", "nine thirty", "9:30", "itself"],
    ["en", "a b one twenty", "AB-120", "itself"],
    ["en", "i p sixty seven", "IP67", "itself"],
    ["en", "do you have a w i f i", "wifi", "itself"],
    ["en", "u s b c", "USB-C", "near"],
    ["en", "t shirt x x l", "XXL", "itself"],
    ["en", "from three p m", "3pm", "itself"],
    ["de", "gibt es w l a n", "WLAN", "itself"],
    ["de", "hundertzwanzig", "120 €", "itself"],
    ["de", "vierundzwanzig stunden", "24/7", "itself"],
    ["de", "zweitausendfünfhundert", "2500", "itself"],
    ["es", "treinta y cinco euros", "35 €", "itself"],
    ["es", "mil doscientos", "1200", "itself"],
    ["es", "w i f i", "wifi", "itself"],
    ["en", "are you open at half past nine", "9:30", "itself"],
    ["en", "open at quarter to six", "17:45", "near"],
    ["en", "are you open at nine o'clock", "21:00", "near"],
    ["de", "Habt ihr um halb zehn offen?", "9.30 Uhr: 9 Uhr", "itself"],
    ["de", "viertel nach acht", "20:15", "near"],
    ["es", "¿abrís a las nueve menos cuarto?", "8:45", "itself"],
    ["fr", "c'est gratuit à partir de cinquante euros ?", "Dès 50 €", "itself"],
    ["fr", "quatre-vingt-dix-sept euros", "97 €", "itself"],
    ["fr", "mille deux cent cinquante", "1250", "itself"],
    ["fr", "pour deux personnes", "2 pers.", "near"],
    ["it", "ventidue euro", "22 €", "itself"],
    ["it", "duecentocinquanta", "250", "itself"],
    ["it", "duemila", "2000", "itself"],
    ["pt", "grátis acima de cento e vinte e sete reais", "R$ 127", "itself"],
    ["pt", "mil e duzentos", "1200", "itself"],
    ["nl", "vijfentwintig euro", "25 €", "itself"],
    ["nl", "tweehonderdvijftig", "250", "itself"],
  ])("%s: %s", (language, question, text, as) => {
    expect(finds(question, text, language)).toBe(as);
  });

  test.each([
    ["en", "am i a member", ["member"]],
    ["en", "one day", ["one", "day"]],
    ["en", "i'd like coffee", ["coffee"]],
    ["de", "plan b", ["plan"]],
    ["es", "dos y tres perros", ["perros"]],
    ["en", "half price", ["half", "price"]],
    ["de", "halb voll", ["halb", "voll"]],
    ["cs", "v 5 hodin", ["5", "hodin"]],
    ["nl", "een hond", ["hond"]],
    ["fr", "un chien", ["chien"]],
    ["fr", "le prix d un chien", ["prix", "chien"]],
    ["fr", "10 pour cent", ["10", "cent"]],
  ])("%s: %s has none", (language, question, words) => {
    expect(questionWords(question, [language]).map(({ word }) => word)).toEqual(words);
  });

  test("and spelt letters tell no language", () => {
    expect(questionLanguage("a b 120", ["en"])).toBe("en");
    expect(questionLanguage("gibt es w l a n", ["de"])).toBe("de");
  });
});

describe("codes are found however they are written", () => {
  test.each([
    ["X200B", "Our X-200/B is sold out."],
    ["x-200 b?", "Our X-200 is sold out."],
    ["1299", "It costs 1,299.00 euros."],
    ["1.299,00", "It costs 1299 euros."],
    ["2,50", "A tea is 2.50."],
    ["1 299", "It costs 1,299 euros."],
    ["0301234567", "Call +49 (0)30 123 45-67."],
    ["030 / 1234567", "Call +49 30 123 45 67."],
    ["http2", "We speak HTTP/2."],
  ])("%s in “%s”", (question, text) => {
    expect(finds(question, text, "en")).toBe("itself");
  });

  test("other numbers are other codes", () => {
    expect(finds("X300B", "Our X-200/B is sold out.", "en")).toBe(false);
    expect(finds("1288", "It costs 1,299.00 euros.", "en")).toBe(false);
  });

  test("plain words make none", () => {
    expect(codesIn("A well-known author's and/or text, e.g. this one")).toEqual([]);
  });
});

test.each([
  ["Rueckgabefrist", "Die Rückgabefrist beträgt 14 Tage."],
  ["Rückgabefrist", "Die Rueckgabefrist betraegt 14 Tage."],
  ["Rückgabefrist", "Die Rückgabefrist beträgt 14 Tage."],
])("%s in “%s”: umlauts are found in either way of writing", (question, text) => {
  expect(finds(question, text, "de")).toBe("itself");
});

test.each([
  ["Where is my parcel?", "Track a package on this page.", "en"],
  ["I want my money back", "Refunds take five days.", "en"],
  ["Wie ändere ich mein Kennwort?", "Ein neues Passwort setzen.", "de"],
  ["¿Cómo borro mi cuenta?", "Eliminar el perfil", "es"],
  ["Welchen Rechner brauche ich mindestens?", "Computer mit 4 GB Speicher", "de"],
  ["una foto no sale", "La imagen no se muestra", "es"],
  ["What is in their basket?", "Shopping carts of all customers", "en"],
  ["Wo ist der Knopf?", "Die Schaltfläche steht rechts oben.", "de"],
  ["un móvil nuevo", "Los teléfonos se conectan solos.", "es"],
])("%s finds what a site calls it: “%s”", (question, text, language) => {
  expect(finds(question, text, language)).toBe("near");
});

test.each([
  ["What was sent to me?", "Send an invitation", "en"],
  ["Why has it frozen?", "When a screen freezes", "en"],
  ["Was habe ich gespeichert?", "Texte speichern", "de"],
  ["Der Vorgang wurde abgebrochen", "Eine Bestellung abbrechen", "de"],
  ["Vergisst er mich anzumelden?", "Wer sich anmelden möchte", "de"],
  ["Wie melde ich mich mit dem Handy bei euch an?", "Das Anmelden", "de"],
  ["Wie blende ich das aus?", "Text ausblenden", "de"],
  ["lo devuelvo mañana", "Devolver un libro", "es"],
])("%s finds another form of the word: “%s”", (question, text, language) => {
  expect(finds(question, text, language)).toBe("near");
});

test.each([
  ["signing up takes long", "Registration of new members", "en"],
  ["Can I send the shoes back?", "Returns are free", "en"],
  ["Ich will mein Geld wieder zurück", "Die Erstattung dauert fünf Tage", "de"],
])("%s holds a phrase, in any form and with words between: “%s”", (question, text, language) => {
  expect(finds(question, text, language)).toBe("near");
});

test("words too far apart are no phrase", () => {
  expect(finds("Can I send the heavy brown shoes back?", "Returns are free", "en")).toBe(false);
});

test("how many tells less than what", () => {
  const [two, warehouses] = questionWords("We have two warehouses", ["en"]);
  expect(two?.tells).toBeLessThan(warehouses?.tells ?? 0);
});

test.each([
  ["When do you open tomorrow?", "en", "tomorrow"],
  ["Hallo, wann habt ihr heute geöffnet?", "de", "hallo heute"],
  ["¿Abren mañana?", "es", "mañana"],
  ["Vous ouvrez demain ?", "fr", "demain"],
  ["A che ora aprite domani?", "it", "domani"],
  ["A loja abre amanhã?", "pt", "amanhã"],
  ["Zijn jullie morgen open?", "nl", "morgen"],
])("%s: some words stand beside the question", (question, language, words) => {
  const aside = questionWords(question, [language]).filter(({ aside }) => aside);
  expect(aside.map(({ terms }) => terms)).toEqual(words.split(" ").map((word) => indexWords(word, language)));
  for (const { tells } of aside) expect(tells).toBeLessThan(0.2);
});

test.each([
  ["es", "¿Hay habitación libre?", "Todas las habitaciones tienen baño."],
  ["es", "devoluciones", "Aceptamos la devolución de un artículo."],
  ["es", "¿Enviáis a Canarias?", "Hacemos envíos: enviamos en dos días."],
  ["es", "¿Vendéis bicis?", "Aquí se venden."],
  ["es", "¿Abrís en agosto?", "Abierto todo el año."],
  ["pt", "cartão", "Aceitamos cartões."],
  ["fr", "Ma commande est annulée", "Vous pouvez annuler."],
  ["de", "Adresse ändern", "Eine Änderung ist jederzeit möglich."],
  ["de", "Wird das geliefert?", "Die Lieferung ist kostenlos."],
  ["de", "Nehmt ihr Kreditkarten?", "Wir nehmen Karten."],
  ["de", "Wann öffnet ihr?", "Wir öffnen um neun."],
  ["de", "Ist mein Termin storniert?", "Eine Stornierung kostet nichts."],
  ["en", "Which color?", "Two colours."],
  ["en", "personalised mugs", "We personalize it."],
  ["en", "Is there a service center?", "Service centres."],
])("%s: “%s” and “%s” have forms of one word", (language, question, text) => {
  expect(finds(question, text, language)).not.toBe(false);
});

test("two words of a question are also one", () => {
  expect(finds("pan cakes", "We serve pancakes.", "en")).toBe("near");
  expect(finds("Gut scheine", "Ein Gutschein liegt bei.", "de")).toBe("near");
  expect(finds("a bout", "About us.", "en")).toBe(false);
});

test("a word may be two that a space is missing between, in a language that makes compounds only behind a letter", () => {
  const ways = (term: string, ...languages: string[]) => spaceWays([{ terms: [term] }], languages)[0];
  expect(ways("giftcard", "en")).toContainEqual(["gift", "card"]);
  expect(ways("giftcard", "en", "de")).not.toContainEqual(["gift", "card"]);
  expect(ways("wlan", "de")).toEqual([["w", "lan"]]);
  expect(ways("tshirt", "de")).toEqual([["t", "shirt"]]);
  expect(ways("ubahn", "de")).toEqual([["u", "bahn"]]);
  expect(ways("wifi", "de")).toContainEqual(["wi", "fi"]);
  expect(ways("inder", "de")).toEqual([]);
  // "We don't own it."
  expect(ways("town", "en")).not.toContainEqual(["t", "own"]);
  expect(ways("away", "en")).not.toContainEqual(["a", "way"]);
});

test("two parts with a hyphen are one word, though the first is a letter", () => {
  expect(finds("Gibt es W-LAN?", "WLAN ist gratis.", "de")).toBe("near");
  expect(finds("T-Shirt", "Ein Tshirt", "de")).not.toBe(false);
  expect(finds("a t shirt", "Our tshirts", "en")).toBe("near");
  expect(finds("I can't shirk", "tshirk", "en")).toBe(false);
});

test.each([
  ["de", "Habt ihr einen Aufzug?", ["aufzug"]],
  ["de", "Wieso könnt ihr keine Räder reparieren?", ["rader", "reparieren"]],
  ["de", "Warum seid ihr am Rathaus?", ["rathaus"]],
  ["es", "¿Tenéis ascensor?", ["ascensor"]],
  ["es", "¿Podéis repararlo?", ["repararlo"]],
  ["fr", "Pouvez-vous garder une valise ?", ["garder", "valise"]],
  ["nl", "Hebben jullie een lift?", ["lift"]],
  ["it", "Potete tenere la valigia?", ["tenere", "valigia"]],
  ["en", "whats the wifi, it doesnt connect", ["wifi", "connect"]],
  ["en", "um yeah I kinda lost my ticket", ["lost", "ticket"]],
  ["en", "Which ID do I bring?", ["id", "bring"]],
  ["de", "Ähm, kriege ich das Ticket auch fürs Handy?", ["ticket", "handy"]],
  ["de", "Ist die Ware beim Nachbarn?", ["ware", "nachbarn"]],
  ["fr", "Euh, jai perdu mon billet", ["perdu", "billet"]],
  ["es", "Pues oye, ¿puedo pagar con tarjeta porfa?", ["pagar", "tarjeta"]],
  ["pt", "Vcs entregam pra casa?", ["entregam", "casa"]],
  ["es", "¿Cómo borro mi cuenta?", ["borro", "cuenta"]],
  ["es", "¿Cuántas horas de trabajo son?", ["horas", "trabajo"]],
  ["es", "¿Ha cambiado el estado de mi pedido?", ["cambiado", "estado", "pedido"]],
])("%s: “%s” is asked of a shop: its small words carry no meaning", (language, question, words) => {
  expect(questionWords(question, [language]).map(({ word }) => word)).toEqual(words);
});

test.each([
  ["Wo seid ihr?", "Anfahrt", "de"],
  ["Wann habt ihr auf?", "Öffnungszeiten", "de"],
  ["Bis wann kann ich kommen?", "Öffnungszeiten", "de"],
  ["¿Dónde estáis?", "Nuestra dirección", "es"],
  ["Can I read it in French?", "Choose another language", "en"],
  ["App auf Englisch umstellen", "Sprache wählen", "de"],
  ["Cambiar al inglés", "Elija su idioma", "es"],
  ["Comment le lire en anglais ?", "Choisir la langue", "fr"],
  ["How do I call off my visit?", "Cancel a booking", "en"],
  ["Brauche ich den Perso?", "Bringen Sie Ihren Ausweis mit.", "de"],
  ["fundbüro", "Etwas verloren?", "de"],
  ["Wie kann ich das wegmachen?", "Einträge löschen", "de"],
  ["Bild reinmachen", "Grafik einfügen", "de"],
  ["csv aufmachen", "Eine Datei öffnen", "de"],
  ["Beleg doppelt", "Duplikate", "de"],
  ["quitar filas repetidas", "Valores duplicados", "es"],
])("“%s” is found where a page says “%s”", (question, text, language) => {
  expect(finds(question, text, language)).toBe("near");
});

test("a compound is seen as two words, in languages that make them", () => {
  expect(splitCompound("mailserver", "de")).toContainEqual(["mail", "server"]);
  expect(splitCompound("arbeitszeit", "de")).toContainEqual(["arbeit", "zeit"]);
  expect(splitCompound("mailserver", "en")).toEqual([]);
  expect(splitCompound("zeit", "de")).toEqual([]);
});

test("a question of long words made up looks up no more parts than a question can need", () => {
  const languages = ["de", "nl", "sv", "da", "nb", "fi", "hu"];
  const partsOf = (question: string) => {
    const words = questionWords(question, languages);
    const each = words.map(({ terms }) =>
      languages.flatMap((language) => terms.flatMap((term) => splitCompound(term, language))),
    );
    return { ways: compoundWays(words, languages), each };
  };
  let state = 1;
  const letter = () => {
    state = (state * 16_807) % 2_147_483_647;
    return "senrtauo"[state % 8];
  };
  const long = Array.from({ length: 15 }, () => Array.from({ length: 64 }, letter).join(""));
  const { ways, each } = partsOf(long.join(" "));
  expect(new Set(each.flat(2)).size).toBeGreaterThan(1_500);
  expect(new Set(ways.flat(2)).size).toBeLessThanOrEqual(801);
  const asked = partsOf(
    "Wie kann ich meine Kontaktformulareinstellungen ändern, und welche Versandkostenpauschale gilt für Geschenkgutscheine?",
  );
  expect(asked.ways).toEqual(asked.each);
});
