import { describe, expect, test } from "vitest";
import { Sentences } from "../../worker/objects/voice-agent/workers-ai/sentences.ts";
import { spokenText } from "../../worker/objects/voice-agent/workers-ai/spoken-text.ts";
import { lettersOf, readmeSections, shownOf, toHtml } from "../harness/readme-sections.ts";

/** What is said of an answer that comes in pieces of that length, sentence by sentence. */
function said(text: string, language: string | null = "en", piece = 3): string[] {
  const sentences = new Sentences(language);
  const cut: string[] = [];
  for (let at = 0; at < text.length; at += piece) cut.push(...sentences.push(text.slice(at, at + piece)));
  const rest = sentences.end();
  let source = "";
  return [...cut, rest].flatMap((sentence, index) => {
    const from = source.length;
    source += sentence;
    return spokenText(source, from, source.length, index < cut.length) || [];
  });
}

describe("what is said of Markdown", () => {
  test.each([
    [
      "Write to john_doe@example.com or jane_m_doe@example.com.",
      "Write to john_doe@example.com or jane_m_doe@example.com.",
    ],
    ["10 * 5 is 50, and 5*3*2 is 30.", "10 * 5 is 50, and 5*3*2 is 30."],
    ["We write C# and F#, not C++.", "We write C# and F#, not C++."],
    ["See https://shop.example/a?size=4&sort=up_down#top. Bye", "See shop.example. Bye"],
    ["See www.shop.example/x (or http://other.example)!", "See shop.example (or other.example)!"],
    ["# Hours\n\n**Open** from _8_ to ~~9~~ `10`", "Hours Open from 8 to 10"],
    ["It is ~~**$50**~~ $40 now, ~~5 left.", "It is $40 now, ~~5 left."],
    [
      "See [https://shop.example/a_b?c=1](https://shop.example/a_b?c=1) or [www.a.example/x](http://www.a.example/x).",
      "See shop.example or a.example.",
    ],
    ["Read [our *menu*](https://a.example/m_(x)?q=1) now", "Read our menu now"],
    ["Run:\n\n```js\nconst a_b = 2 * c;\n```\n\nThen stop.", "Run: const a_b = 2 * c; Then stop."],
    ["| Size | Price |\n|---|---:|\n| S | 3 |", "Size, Price, S, 3"],
    ["- one\n- two\n  - three\n\n> four\n\n---", "one two three four"],
    ["a < b, x > y, R&D and 50 %", "a < b, x > y, R&D and 50 %"],
    ["snake_case_name, __init__.py? A | B", "snake_case_name, init.py? A | B"],
    ["2 ** 3 ** 2, *", "2 ** 3 ** 2, *"],
    ["We are open 😊. See you! 👋🏽", "We are open. See you!"],
    ["👨‍👩‍👧 Families ❤️ us, 🇩🇪 too: 1️⃣ bread🥖butter", "Families us, too: 1 bread butter"],
    ["2 ➕ 3 or 10 ➗ 2, 5 ✖️ 1. Seat 🔟. Ready❓", "2 + 3 or 10 ÷ 2, 5 × 1. Seat 10. Ready?"],
    ["© 2026 → 5 ★ for Café™", "© 2026 → 5 ★ for Café™"],
    ["Do:\n- [ ] Buy milk\n- [x] Pay **rent**\n- [a] is no box", "Do: Buy milk Pay rent [a] is no box"],
    ["So $6{x}_{1} + 4{x}_{2} \\leq {24}$ holds.", "So 6x1 + 4x2 ≤ 24 holds."],
    ["The area is \\(\\frac{1}{2} \\times b \\times h\\).", "The area is (1 / 2 × b × h)."],
    ["$$\\frac{a+b}{\\sqrt{2}} = x^2$$", "(a+b) / √2 = x²"],
    ["About $n^2$ steps at $90^\\circ$ and $\\sin \\alpha_i$.", "About n² steps at 90° and sin alpha i."],
    ["It costs $5 or $6, {see} a_b and C:\\Users\\me.", "It costs $5 or $6, {see} a_b and C:\\Users\\me."],
    ["From $5 for snake_case to $6.", "From $5 for snake_case to $6."],
    ["5~7 Tage<br>oder **「10」**日", "5~7 Tage oder 「10」日"],
  ])("%s", (text, wanted) => expect(spokenText(text, 0)).toBe(wanted));

  test.each([
    [
      "en",
      "I asked Mrs. Jones. She said e.g. Monday. No. I did not!",
      ["I asked Mrs. Jones.", "She said e.g. Monday.", "No. I did not!"],
    ],
    ["de", "Das ist Dr. Weber, z. B. am 3. Mai. Ja, Nr. 5.", ["Das ist Dr. Weber, z. B. am 3. Mai.", "Ja, Nr. 5."]],
    ["fr", "Voici M. Dupont et Mme. Roy. Bonjour à tous.", ["Voici M. Dupont et Mme. Roy.", "Bonjour à tous."]],
    [
      "es",
      "El Sr. Ruiz y la Sra. Gil llegan hoy. Vale, bien.",
      ["El Sr. Ruiz y la Sra. Gil llegan hoy.", "Vale, bien."],
    ],
    ["ru", "Это ул. Мира, т. е. центр. Хорошо, ждём.", ["Это ул. Мира, т. е. центр.", "Хорошо, ждём."]],
    ["pl", "Mamy np. chleb na ul. Długiej. Zapraszam dziś.", ["Mamy np. chleb na ul. Długiej.", "Zapraszam dziś."]],
    ["en", "Ask J. R. Smith. It costs 30. Shall I go on?", ["Ask J. R. Smith.", "It costs 30.", "Shall I go on?"]],
    ["en", "It is v1.2.3 at 3.14. Then go.", ["It is v1.2.3 at 3.14.", "Then go."]],
  ])("a sentence ends where one ends, in %s: %s", (language, text, wanted) =>
    expect(said(text, language)).toEqual(wanted),
  );

  test("a mark that begins in one sentence and ends in another is said in none", () => {
    expect(said("**Hello there. How are you?** Read [our page. It](https://a.example/x_y) helps.")).toEqual([
      "Hello there.",
      "How are you?",
      "Read our page.",
      "It helps.",
    ]);
    expect(said("Do this:\n```sh\nnpm run it\n```\nand | that |.")).toEqual([
      "Do this:",
      "npm run it",
      "and | that |.",
    ]);
    expect(said("| Size | Price |\n|---|---|\n| Small | Three |\nDone.").join(" ")).not.toMatch(/\||--/);
  });

  test("of real texts every word is said, and no mark", () => {
    // Of a bare address only its site is said.
    const sections = readmeSections(16).filter(({ text }) => !/>(?:https?:|www\.)/.test(toHtml(text)));
    expect(sections.length).toBeGreaterThan(150);
    for (const { file, text } of sections) {
      const whole = spokenText(text, 0);
      expect(lettersOf(whole), file).toBe(lettersOf(shownOf(text)));
      // Cut into sentences, as it comes, nothing is lost either; what a link is may only be known at the end.
      if (/^ {0,3}\[[^\]]+\]:/m.test(text)) continue;
      expect(lettersOf(said(text, "en", 40).join("")), file).toBe(lettersOf(whole));
    }
  });
});
