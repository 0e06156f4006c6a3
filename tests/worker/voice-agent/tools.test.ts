import { describe, expect, it } from "vitest";
import { PHRASES } from "../../../worker/objects/voice-agent/demo/speech/phrases.ts";
import { requestedTool } from "../../../worker/objects/voice-agent/demo/tool-request.ts";
import { connect, joined, type ServerEvent, typesOf } from "../../harness/worker/demo-call.ts";

const SHOW_OFFER = {
  name: "show_offer",
  description: "Shows an offer",
  kind: "client" as const,
  parameters: {
    type: "object",
    properties: {
      code: { type: "string", enum: ["SPRING", "AUTUMN"] },
      percent: { type: "integer", minimum: 5 },
      note: { type: "string" },
      places: { type: "array" },
    },
    required: ["code", "percent", "places"],
  },
};
const DEFAULTS = { code: "SPRING", percent: 5, places: [] };
const find = (events: ServerEvent[], type: string) => events.find((event) => event.type === type) as ServerEvent;

it("calls a tool on request and says its result", async () => {
  const { client, session } = await connect({ tools: [SHOW_OFFER] });
  // Its owner's tools are told to nobody; those that a client sets itself are.
  expect(session.tools).toEqual([]);
  const own = { type: "function", name: "own", description: "Own", parameters: { type: "object", properties: {} } };
  const other = await connect({ tools: [SHOW_OFFER], instructions: "Be brief." });
  other.client.send({ type: "session.update", session: { type: "realtime", tools: [own] } });
  expect((await other.client.wait("session.updated")).session).toMatchObject({ tools: [own], instructions: "" });
  const events = await client.type('Please call show_offer {"code":"AUTUMN"}');
  const call = events.slice(events.findIndex(({ item }) => item?.type === "function_call"));
  expect(typesOf(call)).toEqual([
    "response.output_item.added",
    "conversation.item.added",
    "response.function_call_arguments.delta",
    "response.function_call_arguments.done",
    "conversation.item.done",
    "response.output_item.done",
    "response.done",
    "rate_limits.updated",
  ]);
  const done = find(call, "response.function_call_arguments.done");
  expect(done).toMatchObject({ name: "show_offer", arguments: '{"code":"AUTUMN"}' });
  expect(joined(call, "response.function_call_arguments.delta")).toBe(done.arguments);
  const item = find(call, "response.done").response.output.at(-1);
  expect(item).toMatchObject({ type: "function_call", status: "completed", call_id: done.call_id, name: "show_offer" });

  client.send({
    type: "conversation.item.create",
    item: { type: "function_call_output", call_id: done.call_id, output: '{"shown":true}' },
  });
  const answer = await client.respond();
  expect(find(answer, "response.output_audio_transcript.done").transcript).toBe(PHRASES.done);
});

it.each([
  ['"10 % off Tideline."', `${PHRASES.done} 10 % off Tideline.`],
  ["Sent.", `${PHRASES.done} Sent.`],
  ['{"order_state":"on its way","days":2,"ok":true,"more":{}}', `${PHRASES.done} order state: on its way. days: 2.`],
  ['{"error":"sold_out","message":"None is left"}', `${PHRASES.failed} error: sold_out. message: None is left.`],
  ['{"error":{"code":"failed","message":"None is left"}}', `${PHRASES.failed} code: failed. message: None is left.`],
  [`${'{"a":'.repeat(5_000)}"b"${"}".repeat(5_000)}`, PHRASES.done],
  ["null", PHRASES.done],
])("says in words what a tool gave: %s", async (output, said) => {
  const { client } = await connect({ tools: [SHOW_OFFER] });
  const done = find(await client.type("call show_offer {}"), "response.function_call_arguments.done");
  const { call_id } = done;
  client.send({ type: "conversation.item.create", item: { type: "function_call_output", call_id, output } });
  expect(find(await client.respond(), "response.output_audio_transcript.done").transcript).toBe(said);
});

it("calls nothing but the tool where text is asked for, and none where that is forbidden", async () => {
  const { client } = await connect({ tools: [SHOW_OFFER] });
  await client.ask(
    { type: "session.update", session: { type: "realtime", output_modalities: ["text"], tool_choice: "required" } },
    "session.updated",
  );
  const output = find(await client.type("Anything new?"), "response.done").response.output;
  expect(output).toMatchObject([{ type: "function_call", arguments: JSON.stringify(DEFAULTS) }]);
  await client.ask({ type: "session.update", session: { type: "realtime", tool_choice: "none" } }, "session.updated");
  expect(find(await client.type("call show_offer"), "response.done").response.output).toMatchObject([
    { type: "message" },
  ]);
});

it("refuses the output of a call that it never made", async () => {
  const { client } = await connect();
  const item = { type: "function_call_output", call_id: "call_x", output: "{}" };
  const { error } = await client.ask({ type: "conversation.item.create", item }, "error");
  expect(error).toMatchObject({ code: "invalid_tool_call_id", param: "item.call_id" });
});

describe("what asks for a tool", () => {
  const tools = [
    { type: "function" as const, name: "show", parameters: {} },
    { type: "function" as const, name: "show_offer", parameters: SHOW_OFFER.parameters },
  ];
  it.each([
    ["call show_offer {}", "show_offer", {}],
    ["use the tool show_offer", "show_offer", DEFAULTS],
    ["Use the show offer tool.", "show_offer", DEFAULTS],
    ["show_offer", "show_offer", DEFAULTS],
    ["call show_offer {broken", "show_offer", DEFAULTS],
    ["run show", "show", {}],
    ["call a tool", "show", {}],
    ["Do you have an offer?", "show_offer", DEFAULTS],
    ["make me an offer", "show_offer", DEFAULTS],
  ])("%s", (text, name, args) => {
    const request = requestedTool(text, tools);
    expect(request?.name).toBe(name);
    expect(JSON.parse(request?.arguments ?? "")).toEqual(args);
  });

  it.each([
    "Show me the offers",
    "What do you offer?",
    "Do you use oat milk?",
    "call show_offers",
    '{"call":"show_offer"}',
  ])("not: %s", (text) => {
    expect(requestedTool(text, tools)).toBeNull();
  });
});

it("hangs up when the visitor says goodbye, its last words in the same answer", async () => {
  const END_CALL = { name: "end_call", description: "", kind: "client" as const, parameters: {} };
  const { client } = await connect({ tools: [END_CALL] });
  const events = await client.type("Bye!");
  expect(joined(events, "response.output_audio_transcript.delta")).toBe(PHRASES.goodbye);
  expect(find(events, "response.done").response.output.at(-1)).toMatchObject({ name: "end_call" });
  const silent = await connect({ tools: [END_CALL] });
  silent.client.send({
    type: "session.update",
    session: { type: "realtime", output_modalities: ["text"] },
  });
  await silent.client.wait("session.updated");
  const read = await silent.client.type("Goodbye");
  expect(find(read, "response.output_text.done").text).toBe(PHRASES.goodbye);
});
