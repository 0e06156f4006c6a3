import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { countUnanswered } from "../../../worker/knowledge/questions.ts";
import { questionTopics } from "../../../worker/knowledge/topics.ts";
import { start, world } from "../../harness/worker/organization.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What a text may be about, one dimension each: the model here knows these and nothing else. */
const ABOUT = [
  /gift|voucher|birthday/i,
  /play|kids/i,
  /bicycle/i,
  /dog/i,
  /open/i,
  /parcel/i,
  /password/i,
  /money/i,
  /\bcar\b/i,
  /meat/i,
  /database/i,
  /days off/i,
  /screen/i,
];
const VARIABLES = {
  EMBEDDINGS: "compatible",
  EMBEDDINGS_BASE_URL: "https://vectors.example/v1",
  EMBEDDINGS_MODEL: "small",
};

/** An embedding server that answers so. @returns how many texts it was asked for, request by request */
function server(answer: (text: string) => number[] | null): number[] {
  const asked: number[] = [];
  vi.stubGlobal("fetch", async (_: unknown, init: RequestInit) => {
    const { input } = JSON.parse(String(init.body)) as { input: string[] };
    asked.push(input.length);
    const vectors = input.map(answer);
    if (vectors.includes(null)) return new Response("{}", { status: 503 });
    return Response.json({ data: vectors.map((embedding, index) => ({ index, embedding })) });
  });
  return asked;
}
const about = (text: string) => [...ABOUT.map((topic) => (topic.test(text) ? 1 : 0.02)), text.length / 2_000];

/** A project whose visitors asked these, the first one most often. */
async function asking(...questions: string[]) {
  const here = await world();
  const bindings = { ...env, ...VARIABLES } as typeof env;
  await runInDurableObject(env.PASSAGE_VECTORS.getByName(String(here.project_id)), (instance) => {
    (instance as unknown as { env: object }).env = bindings;
  });
  const { session_id } = await start(here);
  const asker = { project_id: here.project_id, org_id: here.org_id, session_id };
  for (const at of questions.keys()) await countUnanswered(bindings, asker, questions.slice(0, questions.length - at));
  const topics = async () =>
    (await questionTopics(bindings, { id: here.project_id, version: 1 }, null, Date.now())).topics.map(
      ({ text, questions: group }) => [text, ...group.slice(1).map((one) => one.text)],
    );
  return { topics };
}

test("questions that mean the same are one topic, though they have no word in common", async () => {
  const asked = server(about);
  const { topics } = await asking(
    "Do you have gift cards?",
    "Is there a playground?",
    "Anything for a birthday?",
    "Something for the kids",
    "Do you repair bicycles?",
  );
  const together = [
    ["Do you have gift cards?", "Anything for a birthday?"],
    ["Is there a playground?", "Something for the kids"],
    ["Do you repair bicycles?"],
  ];
  expect(await topics()).toEqual(together);
  expect(asked).toEqual([15]);
  // What the model said of them is known for the next look.
  expect(await topics()).toEqual(together);
  expect(asked).toEqual([15]);
});

test("who looks at the topics while they are compared waits for that, and the model is paid once", async () => {
  const asked = server(about);
  const { topics } = await asking("Do you have gift cards?", "Is there a playground?", "Anything for a birthday?");
  const together = [["Do you have gift cards?", "Anything for a birthday?"], ["Is there a playground?"]];
  expect(await Promise.all([topics(), topics(), topics(), topics()])).toEqual([together, together, together, together]);
  expect(asked).toEqual([13]);
});

test.each([
  ["does not answer", () => null],
  ["gives numbers that are none", () => [Number.NaN, 1]],
  ["gives the same to everything", () => [1, 1, 1]],
])("a model that %s leaves the topics of their words", async (_what, answer) => {
  server(answer);
  const { topics } = await asking("Do you have gift cards?", "Is there a playground?", "Where can I get a gift card?");
  expect(await topics()).toEqual([
    ["Do you have gift cards?", "Where can I get a gift card?"],
    ["Is there a playground?"],
  ]);
});

test("a thousand questions are asked for in batches", async () => {
  const asked = server((text) =>
    Array.from({ length: 256 }, (_, at) => Math.sin((at + 1) * (text.charCodeAt(5) + text.length))),
  );
  const object = env.PASSAGE_VECTORS.getByName("987654");
  await runInDurableObject(object, (instance) => {
    (instance as unknown as { env: object }).env = { ...env, ...VARIABLES };
  });
  const texts = Array.from(
    { length: 1_000 },
    (_, at) => `boat ${String.fromCharCode(97 + (at % 26))}${"!".repeat(at)}`,
  );
  expect(await object.sameQuestions(texts)).toHaveLength(1_000);
  expect(asked.every((size) => size <= 64)).toBe(true);
  expect(asked.reduce((sum, size) => sum + size, 0)).toBe(1_010);
  expect(
    await runInDurableObject(object, (_, { storage }) => [...storage.sql.exec("SELECT name FROM sqlite_master")]),
  ).toEqual([]);
});
