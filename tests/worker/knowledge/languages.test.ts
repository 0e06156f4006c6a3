import { expect, test } from "vitest";
import { questionWords } from "../../../worker/documents/words.ts";
import { world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

/** A page in each language, and a question that asks for it in other forms of its words, accents or endings. */
const PAGES: [language: string, title: string, text: string, question: string][] = [
  ["de", "Rückgabe", "Zurückgegebene Bücher nehmen wir dreißig Tage lang an.", "Kann ich ein Buch zuruckgeben?"],
  ["fr", "Livraison", "Les colis sont livrés à domicile chaque mercredi.", "Quand livrez-vous un colis a domicile ?"],
  ["es", "Alergias", "Nuestros panes contienen almendras y avellanas.", "¿Que pan contiene almendra?"],
  ["pt", "Estacionamento", "Os visitantes estacionam atrás do moinho, sem custos.", "Onde estaciona um visitante?"],
  ["it", "Prenotazioni", "Le camere prenotate si pagano all’arrivo.", "Come pago la camera prenotata?"],
  ["nl", "Fietsen", "Gehuurde fietsen brengt u terug bij de haven.", "Waar breng ik een fiets terug?"],
  ["sv", "Båtar", "Hyrda båtar lämnas vid bryggan före kvällen.", "Var lämnar jag en hyrd båt?"],
  ["ru", "Подарки", "Подарочные карты действуют три года.", "Сколько действует подарочная карта?"],
  ["tr", "Kahvaltı", "Kahvaltılarımız bahçede servis edilir.", "Kahvaltı nerede servis ediliyor?"],
  ["ar", "المواعيد", "يفتح المتحف أبوابه يوم الجمعة.", "متى يفتح متحف الجمعة؟"],
  ["zh", "退货", "未使用的商品可在三十天内退货。", "商品怎么退货？"],
  ["ja", "営業時間", "博物館の営業時間は午前九時からです。", "博物館は何時に営業しますか"],
  ["ko", "주차", "방문객은 방앗간 뒤에 주차합니다.", "방문객 주차는 어디에 하나요?"],
  ["th", "ที่จอดรถ", "ผู้เยี่ยมชมจอดรถหลังโรงสีได้ฟรี", "จอดรถได้ที่ไหน"],
  ["pl", "Rowery", "Wypożyczone rowery trzeba oddać w porcie przed wieczorem.", "Gdzie oddaję wypożyczony rower?"],
  [
    "cs",
    "Vstupenky",
    "Vstupenku můžete vrátit na pokladně, a to nejpozději den před představením.",
    "vrácení vstupenek",
  ],
  ["uk", "Ключі", "Запасний ключ від кімнати видають на рецепції щовечора.", "Де взяти ключа від кімнат?"],
  ["he", "כביסה", "המכבסה נמצאת במרתף, ומגבות נקיות מחכות שם לאורחים.", "איפה יש מגבת נקייה לאורח?"],
  ["el", "Πληρωμή", "Δεχόμαστε πληρωμές με κάρτα στο ταμείο.", "Δέχεστε πληρωμές με κάρτα;"],
];

test("a page is found among those of nineteen languages, by other forms of its words", async () => {
  const { project_id } = await world();
  for (const [, title, text] of PAGES)
    await admin("POST", `/projects/${project_id}/sources`, { kind: "text", title, text });
  const found: Record<string, string | undefined> = {};
  for (const [language, , , question] of PAGES) {
    const path = `/projects/${project_id}/knowledge/search?q=${encodeURIComponent(question)}`;
    found[language] = (await admin("GET", path)).items[0]?.title;
  }
  expect(found).toEqual(Object.fromEntries(PAGES.map(([language, title]) => [language, title])));
});

test.each([
  ["a longer word that the question's begins", "Mein Drucker spinnt", "Anschluss"],
  ["a word that begins as one of the question's does", "Rechtschreibfehler", "Texte"],
])("%s is searched for", async (_, question, title) => {
  const { project_id } = await world();
  for (const [title, text] of [
    ["Anschluss", "Die Druckertreiber werden beim ersten Mal von selbst geladen, ohne dass jemand etwas tun muss."],
    ["Texte", "Mit der Rechtschreibprüfung werden falsche Wörter rot unterstrichen, sobald sie geschrieben sind."],
    ["Garten", "Im Garten stehen Stühle und Tische, und am Abend leuchten dort die Lampen über den Wegen."],
  ])
    await admin("POST", `/projects/${project_id}/sources`, { kind: "text", title, text });
  const path = `/projects/${project_id}/knowledge/search?q=${encodeURIComponent(question)}`;
  expect((await admin("GET", path)).items.map((item: { title: string }) => item.title)).toEqual([title]);
});

test("a space that is missing or too much, and a mistake at a word's beginning, hide no page", async () => {
  const { project_id } = await world();
  for (const [title, text] of [
    ["Vouchers", "A gift card is valid for three years and can be used in all of our shops."],
    ["Breakfast", "Pancakes and waffles are served until eleven, every day of the week."],
    ["Money back", "We refund the full amount within a week after the parcel has arrived here."],
    ["Sending", "The delivery takes three days, and a letter tells when it will be at the door."],
  ])
    await admin("POST", `/projects/${project_id}/sources`, { kind: "text", title, text });
  const found: Record<string, string | undefined> = {};
  for (const question of ["giftcards", "pan cakes", "erfund", "rfeund", "edlivery", "dleivery"]) {
    const path = `/projects/${project_id}/knowledge/search?q=${encodeURIComponent(question)}`;
    found[question] = (await admin("GET", path)).items[0]?.title;
  }
  expect(found).toEqual({
    giftcards: "Vouchers",
    "pan cakes": "Breakfast",
    erfund: "Money back",
    rfeund: "Money back",
    edlivery: "Sending",
    dleivery: "Sending",
  });
});

test("a word that is asked alone is answered though it is misspelt, one that no page holds is not", async () => {
  const { project_id } = await world();
  for (const [title, text] of [
    ["Money back", "We refund the full amount within a week after the parcel has arrived here."],
    ["Sending", "The delivery takes three days, and a letter tells when it will be at the door."],
  ])
    await admin("POST", `/projects/${project_id}/sources`, { kind: "text", title, text });
  const answered: Record<string, boolean> = {};
  for (const question of ["delivrey", "erfund", "parcle", "delicacy", "vegetarian"]) {
    const path = `/projects/${project_id}/knowledge/search?q=${encodeURIComponent(question)}`;
    answered[question] = (await admin("GET", path)).found;
  }
  expect(answered).toEqual({ delivrey: true, erfund: true, parcle: true, delicacy: false, vegetarian: false });
});

test("a name that a page writes with a sign is found without it, in a language without spaces", async () => {
  const { project_id } = await world();
  for (const [title, text] of [
    ["インターネット", "全客室でWi-Fiを無料でご利用いただけます。"],
    ["朝食", "朝食は毎朝七時から一階の食堂でご用意しています。"],
  ])
    await admin("POST", `/projects/${project_id}/sources`, { kind: "text", title, text });
  for (const question of ["wifi", "WiFiは使えますか"]) {
    const path = `/projects/${project_id}/knowledge/search?q=${encodeURIComponent(question)}`;
    expect((await admin("GET", path)).items[0]?.title).toBe("インターネット");
  }
});

test("the marks of an emoji are no word of a question", () => {
  const words = questionWords("❤️ *️⃣ opening hours 🏳️‍🌈", ["en"]).map(({ word }) => word);
  expect(words).toEqual(["opening", "hours"]);
});
