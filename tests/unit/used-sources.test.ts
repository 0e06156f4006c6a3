import { expect, test } from "vitest";
import { usedSources } from "../../widget/panel/views/used-sources.ts";
import { type SourceLink, sourcesOf } from "../../widget/session/sources.ts";
import { chunksOf } from "../../worker/documents/chunks.ts";
import { readMarkdown } from "../../worker/documents/markdown.ts";
import { DEMO_SOURCES } from "../../worker/projects/demo-knowledge.ts";

const [COFFEE, DELIVERY, VISIT, SUBSCRIPTIONS, MAKING, STORY, MACHINES] = DEMO_SOURCES.map(({ title }) => title);
const PASSAGES = DEMO_SOURCES.flatMap(({ title, text }) =>
  chunksOf(readMarkdown(text, true)).map((chunk) => ({
    title,
    url: `https://shop.example/${title}`,
    text: chunk.text,
  })),
);

/** The five passages of the shop with most of a question's words, as a search gives them. */
function found(question: string): SourceLink[] {
  const words = question.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const score = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
  return sourcesOf(
    JSON.stringify({
      passages: PASSAGES.toSorted((one, other) => score(other.text) - score(one.text)).slice(0, 5),
    }),
  );
}

const used = (answer: string, asked: string, pages = found(asked)) =>
  usedSources(answer, asked, pages).map(({ title }) => title);

test.each([
  ["What does postage cost?", "Postage is € 4.90 for one bag. From two bags on it is free.", [DELIVERY]],
  [
    "Which coffee suits a filter?",
    "I'd go with First Light, our light roast for filter coffee. It has notes of bergamot, apricot and honey.",
    [COFFEE],
  ],
  [
    "How do I make cold brew?",
    "Steep a hundred grams of coarsely ground Tideline in a litre of cold water for fourteen hours in the fridge, then strain it.",
    [MAKING],
  ],
  [
    "Where can I park?",
    "There's no parking on the pier, but you can park at the fish market, four minutes on foot.",
    [VISIT],
  ],
  ["Who roasts today, and on which drum?", "Ole and Ines roast today, on the drum that Marit set up in 1987.", [STORY]],
  [
    "Do you repair machines?",
    "We repair everything that we sold. Ole looks at it on Thursdays and tells you the price before he starts.",
    [MACHINES],
  ],
  [
    "Can I pause a subscription, and what of gifts?",
    "You can pause it, change it or end it until the Monday before the next roast. A gift box holds three bags and a card, for 36 euros.",
    [SUBSCRIPTIONS],
  ],
])("%s: the page that the answer was taken from, in other words too, and no other one", (asked, answer, pages) => {
  expect(used(answer, asked)).toEqual(pages);
});

test("an answer from two pages names both, the one that more of it is from first", () => {
  const answer =
    "Breakwater is our dark roast, for espresso and moka pots: it tastes of chocolate and toasted hazelnut with a little smoke. Use 18 grams for a double, ground fine, with water of 93 degrees, 9 bar and 28 seconds for 36 grams in the cup.";
  expect(used(answer, "Which dark roast suits espresso, and how do I make a double espresso?")).toEqual([
    MAKING,
    COFFEE,
  ]);
});

test.each([
  ["What does postage cost?", "I'm sorry, I don't know what postage would cost. Would you like me to ask a colleague?"],
  ["Where can I park?", "That I can't tell you. Is there anything else I can do?"],
  [
    "Who roasts your coffee?",
    "I'm not sure who does the roasting. Let me take your email and someone will get back to you.",
  ],
  ["Are there nuts in Breakwater?", "No."],
  ["Hello?", "…"],
  ["Hello?", ""],
])("%s %s: no page", (asked, answer) => expect(used(answer, asked)).toEqual([]));

test("in a language that the pages are not in, the nearest page stands for the answer", () => {
  const german = "Der Versand kostet 4,90 Euro für eine Packung. Ab zwei Packungen liefern wir kostenlos.";
  expect(used(german, "Was kostet der Versand?")).toEqual([found("Versand")[0]?.title]);
  expect(used("はい、入口にはスロープがあります。", "車椅子で入れますか?")).toEqual([found("")[0]?.title]);
});

test("in a script without spaces", () => {
  const pages = [
    {
      title: "配送",
      url: "https://shop.example/1",
      text: "送料は全国一律五百円です。二袋以上は無料です。毎週水曜日に発送します。",
    },
    { title: "店舗", url: "https://shop.example/2", text: "営業時間は七時から十八時までです。月曜日は休みです。" },
  ];
  expect(used("送料は五百円で、二袋以上なら無料です。", "送料はいくらですか?", pages)).toEqual(["配送"]);
});

test("of one page, that one or none", () => {
  const pages = found("postage").slice(0, 1);
  expect(used("Postage is € 4.90 for one bag.", "What does postage cost?", pages)).toEqual([DELIVERY]);
  expect(used("Unfortunately nobody told me anything concerning submarines.", "Submarines?", pages)).toEqual([]);
  expect(used("Anything", "", [])).toEqual([]);
});
