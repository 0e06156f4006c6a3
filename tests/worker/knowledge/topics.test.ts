import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { topicsOf } from "../../../worker/knowledge/topics.ts";
import { start, widget, world } from "../../harness/worker/organization.ts";
import { storeOf } from "../../harness/worker/project-store.ts";
import { admin, bearer, ask as fetchAs } from "../../harness/worker/request.ts";

const WEEK = 7 * 86_400_000;
const texts = (questions: string[], languages = ["en"]) =>
  topicsOf(
    questions.map((text) => ({ text })),
    languages,
  ).map((topic) => topic.map(({ text }) => text));

test("near questions are one topic, others are not", () => {
  expect(
    texts([
      "Do you sell gift cards?",
      "Is there a playground?",
      "Can I buy a gift card?",
      "Where is the playground",
      "Do you sell bicycles?",
      "Which card do you take?",
    ]),
  ).toEqual([
    ["Do you sell gift cards?", "Can I buy a gift card?"],
    ["Is there a playground?", "Where is the playground"],
    ["Do you sell bicycles?"],
    ["Which card do you take?"],
  ]);
  expect(texts(["Gibt es Gutscheine?", "Verkauft ihr einen Gutschein?", "Gibt es Hunde?"], ["de"])).toEqual([
    ["Gibt es Gutscheine?", "Verkauft ihr einen Gutschein?"],
    ["Gibt es Hunde?"],
  ]);
  expect(texts(["?!", "🎁", "gift"])).toHaveLength(3);
});

test("a thousand questions are put in order, each once", () => {
  const questions = Array.from({ length: 1_000 }, (_, at) => `Do you have boat number${at % 250}${"!".repeat(at)}?`);
  const topics = texts(questions);
  expect(topics).toHaveLength(250);
  expect(topics.flat().sort()).toEqual(questions.toSorted());
});

test("questions that have one word in common, and nothing else, are told apart at once", () => {
  // Of one visitor, who makes up words: 40 questions of 32.
  const made = (n: number) =>
    `b${(n * 7_919).toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "")}`;
  const questions = Array.from(
    { length: 40 },
    (_, q) => `mill ${Array.from({ length: 40 }, (_, n) => made(q * 40 + n + 1)).join(" ")}`,
  );
  const { has } = Set.prototype;
  let looks = 0;
  Set.prototype.has = function (value) {
    looks += 1;
    return has.call(this, value);
  };
  try {
    expect(texts(questions)).toHaveLength(40);
  } finally {
    Set.prototype.has = has;
  }
  // 780 pairs, each of 32 words against 32 with all that may stand for them.
  expect(looks).toBeLessThan(50_000);
});

test("topics are counted by week, beside the pages that answered the other questions", async () => {
  const here = await world({ agent: { knowledge: true } });
  const paragraphs = Array.from({ length: 300 }, (_, at) => `Paragraph ${at} speaks of ropes and lighthouses alone.`);
  await admin("POST", `/projects/${here.project_id}/sources`, {
    kind: "text",
    title: "Ropes",
    text: paragraphs.join("\n\n"),
  });
  await admin("POST", `/projects/${here.project_id}/sources`, {
    kind: "text",
    title: "Ferry",
    text: "The ferry to the island leaves at nine.",
    url: "https://shop.example/ferry",
  });
  let call = 0;
  const asking = async (...queries: string[]) => {
    const { session_id } = await start(here);
    for (const query of queries)
      await widget(here.key, "POST", "/tools/execute", {
        session_id,
        name: "search_knowledge",
        call_id: `call_${++call}`,
        arguments: { query },
      });
    await here.ledger.publishPending();
    return session_id;
  };
  const before = await asking("Do you sell gift cards?", "When does the ferry leave?");
  await runInDurableObject(storeOf(here.project_id) as never, (_, { storage }: DurableObjectState) => {
    storage.sql.exec("UPDATE question_sessions SET at = at - ? WHERE session_id = ?", 2 * WEEK, before);
  });
  await asking("Do you sell gift cards?", "Can I buy a gift card?", "When does the ferry to the island leave?");
  const path = `/projects/${here.project_id}/questions/topics`;
  const { topics, answered } = await admin("GET", path);
  expect(topics).toMatchObject([
    {
      text: "Do you sell gift cards?",
      count: 3,
      weeks: [0, 0, 0, 0, 0, 1, 0, 2],
      questions: [
        { text: "Do you sell gift cards?", count: 2 },
        { text: "Can I buy a gift card?", count: 1 },
      ],
    },
  ]);
  expect(answered).toEqual([{ title: "Ferry", url: "https://shop.example/ferry", count: 2 }]);
  const other = await world();
  const { token } = await admin("POST", `/organizations/${other.org_id}/tokens`, {});
  expect((await fetchAs("GET", `/admin/v1${path}`, { headers: bearer(token) })).status).toBe(404);
});
