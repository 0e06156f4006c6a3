import { expect, test } from "vitest";
import { SEARCH_TOOL_DEFINITION } from "../../../worker/knowledge/agent-knowledge.ts";
import { DEMO_SOURCES } from "../../../worker/projects/demo-knowledge.ts";
import { DEMO_QUESTIONS } from "../../harness/shared/demo-questions.ts";
import { base64, joined } from "../../harness/worker/demo-call.ts";
import { start, type World, widget, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { newCall } from "../voice-agent/new-call.ts";
import { concat, noise, sentence } from "../voice-agent/speech.ts";

async function shop(): Promise<World> {
  const here = await world({ agent: { knowledge: true } });
  for (const { title, path, text } of DEMO_SOURCES)
    await admin(
      "POST",
      `/projects/${here.project_id}/sources`,
      { kind: "text", title, text, url: `https://shop.example${path}` },
      { status: 201 },
    );
  return here;
}

/** A question to the demo agent, typed or spoken; its search goes to the service, as the widget sends it there. */
async function ask(here: World, session_id: string, question: string, spoken: boolean) {
  const turn: { text: string | undefined } = { text: undefined };
  const recognizer = { recognize: () => turn, close: () => {} };
  const { call, sent } = newCall(null, { tools: [SEARCH_TOOL_DEFINITION] }, spoken ? recognizer : null);
  let now = 1_000_000;
  const send = (event: object) => call.receive(JSON.stringify(event), now);
  if (spoken) {
    const samples = concat(noise(300, -60), sentence, noise(700, -60));
    for (let at = 0; at < samples.length; at += 24 * 100) {
      send({ type: "input_audio_buffer.append", audio: base64(samples.slice(at, at + 24 * 100)) });
      now += 100;
      call.advance(now);
    }
    turn.text = question;
    call.advance(now);
  } else {
    const content = [{ type: "input_text", text: question }];
    send({ type: "conversation.item.create", item: { type: "message", role: "user", content } });
    send({ type: "response.create" });
  }
  const out = () => {
    for (let wake = call.wakeAt; wake !== null; wake = call.wakeAt) {
      now = Math.max(now, wake);
      call.advance(now);
    }
  };
  out();
  const searched = sent.find(({ type }) => type === "response.function_call_arguments.done");
  const { result } = await widget(here.key, "POST", "/tools/execute", {
    session_id,
    name: "search_knowledge",
    call_id: `${spoken ? "spoken" : "typed"} ${question}`.replace(/\W+/g, "_"),
    arguments: JSON.parse(String(searched?.arguments)),
  });
  send({
    type: "conversation.item.create",
    item: { type: "function_call_output", call_id: searched?.call_id, output: JSON.stringify(result) },
  });
  send({ type: "response.create" });
  out();
  return { result, said: joined(sent, "response.output_audio_transcript.delta") };
}

test.each([
  ["typed", false],
  ["spoken", true],
])("questions of visitors, %s, are answered from the right page", async (_how, spoken) => {
  const here = await shop();
  const { session_id } = await start(here);
  for (const { question, says, page } of DEMO_QUESTIONS) {
    const { result, said } = await ask(here, session_id, question, spoken);
    expect(said, question).toContain(says);
    expect(result.found, question).toBe(true);
    expect(result.passages[0].title, question).toBe(page);
  }
});

test("what no page of the shop answers is said to be unknown", async () => {
  const here = await shop();
  const { session_id } = await start(here);
  for (const question of ["Do you rent boats?", "What is the capital of France?", "Can I get a haircut?"]) {
    const { result, said } = await ask(here, session_id, question, false);
    expect(said, question).toContain("I found nothing about that");
    expect(result.found, question).toBe(false);
  }
});

test.each([
  ["When do you open tomorrow?", "Visit the roastery"],
  ["Hello, can I bring my dog tonight?", "Visit the roastery"],
  ["Something fruity for my husband please", "Our coffee"],
  ["is it ok for my grandma in a wheelchair", "Visit the roastery"],
])("“%s” is answered: what no page says of when, and for whom, speaks against no answer", async (question, page) => {
  const here = await shop();
  const path = `/projects/${here.project_id}/knowledge/search?q=${encodeURIComponent(question)}`;
  const { found, items } = await admin("GET", path);
  expect(found).toBe(true);
  expect(items.slice(0, 2).map(({ title }: { title: string }) => title)).toContain(page);
});
