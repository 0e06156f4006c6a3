/** What is said in the pictures, in languages that are short, long, and written from right to left. */
export interface Words {
  agent: string;
  /** Somebody of the team. */
  person: string;
  about: string;
  subtitle: string;
  footer: string;
  greeting: string;
  /** On a button of the page. */
  startCall: string;
  question: string;
  answer: string;
  /** In the agent's Markdown. */
  list: string;
  more: readonly string[];
}

const en: Words = {
  agent: "Ada",
  person: "Grace Brook",
  about: "Knows our coffees, our opening hours and where your parcel is.",
  subtitle: "Usually answers at once",
  footer: "Made by hand in Bremen",
  greeting: "Hello! How can I help you today?",
  startCall: "Ask our roaster",
  question: "Which coffee suits a French press?",
  answer:
    "Take a coarse grind. Our house blend is round and chocolatey, and it forgives a minute too long in the press.",
  list: "Three that I like in a press:\n\n1. **House blend**, chocolate and nuts\n2. **Sidamo**, floral, see [our list](https://a.example/coffees)\n3. **Decaf**, for the evening\n\nGrind it at `size 9`.",
  more: [
    "And how much of it?",
    "Sixty grams for a litre.",
    "Do you grind it for me?",
    "Of course. Just tell us when you order.",
  ],
};

const de: Words = {
  agent: "Annegret Wiedenhöft-Schlüter",
  person: "Karl-Friedrich Ostermann",
  about: "Kennt unsere Kaffeesorten, die Öffnungszeiten und den Verbleib Ihrer Lieferung.",
  subtitle: "Kundenberatung für Kaffeeliebhaberinnen und Kaffeeliebhaber",
  footer: "Handgemacht in Bremen, Versandkostenfreigrenze 39 Euro",
  greeting: "Guten Tag! Wie kann ich Ihnen heute weiterhelfen?",
  startCall: "Mit der Rösterei sprechen",
  question: "Welcher Kaffee passt zur Stempelkanne, und wie grob soll er gemahlen sein?",
  answer:
    "Mahlen Sie ihn grob. Unsere Hausmischung ist rund und schokoladig; die Mindesthaltbarkeitsdatumskennzeichnung steht auf der Rückseite.",
  list: "Drei, die ich empfehle:\n\n1. **Hausmischung**, Schokolade und Nüsse\n2. **Sidamo**, blumig, siehe [unsere Liste](https://a.example/kaffee)\n3. **Entkoffeinierter Hochlandkaffee**, für den Abend\n\nMahlgrad: `Stufe 9`.",
  more: [
    "Und wie viel davon?",
    "Sechzig Gramm auf einen Liter.",
    "Mahlen Sie ihn für mich?",
    "Selbstverständlich. Sagen Sie uns einfach bei der Bestellung Bescheid.",
  ],
};

const ar: Words = {
  agent: "سلمى",
  person: "نور الهاشمي",
  about: "تعرف أنواع القهوة لدينا وأوقات العمل ومكان طردك.",
  subtitle: "ترد عادةً في الحال",
  footer: "صُنع يدويًا في بريمن",
  greeting: "مرحبًا! كيف يمكنني مساعدتك اليوم؟",
  startCall: "اسأل المحمصة",
  question: "أي قهوة تناسب الكبس الفرنسي؟",
  answer: "اختر طحنًا خشنًا. خلطتنا المنزلية متوازنة بنكهة الشوكولاتة، ولا يضرها أن تبقى دقيقة أطول في الإبريق.",
  list: "ثلاثة أنواع أحبها:\n\n1. **الخلطة المنزلية**، شوكولاتة ومكسرات\n2. **سيدامو**، زهرية، انظر [قائمتنا](https://a.example/coffees)\n3. **منزوعة الكافيين**، للمساء\n\nالطحن: `size 9`.",
  more: ["وكم أحتاج منها؟", "ستون غرامًا لكل لتر.", "هل تطحنونها لي؟", "بالطبع. أخبرنا فقط عند الطلب."],
};

const WORDS: Readonly<Record<string, Words>> = { en, de, ar };

export const wordsOf = (locale: string): Words => WORDS[locale] ?? en;
