import { describe, expect, it } from "vitest";
import type { ServerEvent } from "../../widget/transport/vendors/openai-events.ts";
import { create } from "../../widget/transport/vendors/openai-realtime.ts";
import { reduce } from "../../widget/transport/vendors/openai-reduce.ts";
import type { Effect, Input, Moment, State } from "../../widget/transport/vendors/openai-state.ts";
import { SPOKEN_TURNS, spoken, TOOL_ROUND } from "../conformance/wire/recordings/openai.ts";
import { protocolWire } from "./protocol-wire.ts";
import { namesOf, runReducer } from "./run-reducer.ts";

const run = (state: State, inputs: readonly Input[], moment: Moment = {}): [State, Effect[][]] =>
  runReducer((last, input) => reduce(last, input, moment), state, inputs);

const event = (frame: object): Input => ["event", frame as ServerEvent];
const created = (id: string) => event({ type: "response.created", response: { id } });
const done = (id: string, more: object = {}) =>
  event({ type: "response.done", response: { id, status: "completed", output: [], ...more } });
const said = (response_id: string, item_id: string) =>
  event({ type: "response.output_audio_transcript.delta", response_id, item_id, delta: "Hello" });
const sound = (response_id: string, item_id: string) =>
  event({ type: "response.output_audio.delta", response_id, item_id, delta: "AAAA" });
const heard = (response_id: string) => event({ type: "output_audio_buffer.started", response_id });
const speaks = event({ type: "input_audio_buffer.speech_started", item_id: "u1" });
const refused = (code: string, event_id?: string) => event({ type: "error", error: { code, message: "", event_id } });
const call = { id: "f1", type: "function_call", call_id: "call_1", name: "check_stock", arguments: "{}" };

const [ready] = run({}, [event({ type: "session.created", session: {} })]);
const having = (...inputs: Input[]) => run(ready, inputs)[0];
const making = having(created("r1"), said("r1", "a1"));
const asking = having(["text", "t1", "Hello?"]);

describe("a recorded turn, event by event", () => {
  it("of speech: the words, the answer with the visitor's transcript in its middle, what both cost", () => {
    const [, effects] = run(ready, spoken(1, null).map(event));
    expect(effects.map(namesOf).filter((names) => names.length)).toEqual([
      ["speech_started", "silence", "user_transcript"],
      ["user_transcript"],
      ["speech_stopped"],
      ["item"],
      ["item"],
      ["turn_started"],
      ["user_transcript"],
      ["hush"],
      ["item"],
      ["agent_delta"],
      ["play"],
      ["agent_delta"],
      ["play"],
      ["user_transcript", "usage"],
      ["finish"],
      ["agent_transcript"],
      ["usage", "finish", "turn_done"],
    ]);
  });

  it("leaves nothing behind but the answer that may still be heard", () => {
    const [state] = run(ready, SPOKEN_TURNS.map(event));
    expect({ ...state, items: [...(state.items ?? [])] }).toEqual({ ...having(), over: "r2", items: [["a2", "r2"]] });
  });

  it("with a tool: its call once the answer is done, its result, the answer to that", () => {
    const end = TOOL_ROUND.findIndex(({ type }) => type === "response.done") + 1;
    const [asked, effects] = run(having(["text", "q1", "How much?"]), TOOL_ROUND.slice(0, end).map(event));
    expect(effects.flatMap(namesOf)).toEqual([
      "item",
      "turn_started",
      "item",
      "usage",
      "finish",
      "turn_done",
      "tool_call",
    ]);
    const [answered, [results]] = run(asked, [["tool_answer", "call_1", "Seven loaves."]]);
    expect(results?.map(([name, message]) => name === "send" && (message as ServerEvent).type)).toEqual([
      "conversation.item.create",
      "response.create",
    ]);
    const [, rest] = run(answered, TOOL_ROUND.slice(end).map(event));
    expect(rest.flatMap(namesOf)).toContain("agent_transcript");
  });
});

describe("the answer", () => {
  it.each<[string, State, Input, Pick<State, "made" | "asked" | "queue">]>([
    ["is asked for", ready, ["text", "t1", "Hello?"], { made: "", asked: "ask_1" }],
    ["is made", asking, created("r1"), { made: "r1", asked: "" }],
    ["begins by itself", ready, created("r1"), { made: "r1", asked: "" }],
    ["is made to its end", making, done("r1"), { made: "", asked: "" }],
    ["is asked for again after the present one", making, ["text", "t1", "Hello?"], { made: "r1", asked: "" }],
    ["was refused", asking, refused("invalid_value", "ask_1"), { made: "", asked: "" }],
    [
      "is waited for after another event was refused",
      asking,
      refused("invalid_value", "other"),
      { made: "", asked: "ask_1" },
    ],
    [
      "comes after one that began by itself, where the server says so in words alone",
      asking,
      event({ type: "error", error: { code: null, message: "Conversation already has an active response" } }),
      { made: "", asked: "", queue: [{ type: "response.create" }] },
    ],
    [
      "comes after one that began by itself",
      asking,
      refused("conversation_already_has_active_response"),
      { made: "", asked: "" },
    ],
  ])("%s", (_, before, input, after) => {
    expect(run(before, [input])[0]).toMatchObject(after);
  });

  it("is asked for once what was said meanwhile can be answered, and only once", () => {
    const waiting = having(created("r1"), ["text", "t1", "One"], ["text", "t2", "Two"]);
    const [after, [effects]] = run(waiting, [done("r1", { status: "cancelled" })]);
    expect(effects?.at(-1)).toEqual(["send", { type: "response.create", event_id: "ask_1" }]);
    expect(after.queue).toEqual([]);
  });
});

describe("an error", () => {
  const failed = (code: string | null, message: string) => event({ type: "error", error: { code, message } });
  const errors = (...inputs: Input[]) =>
    run(asking, inputs)[1].flatMap((effects) =>
      effects.flatMap(([, value]) => ((value as { type?: string })?.type === "error" ? [value] : [])),
    );

  // Older servers, and compatible ones, give no code: github.com/openai/openai-realtime-agents/issues/3.
  it.each([
    ["conversation_already_has_active_response", ""],
    [null, "Conversation already has an active response in progress: resp_1. Wait until the response is finished."],
    ["response_cancel_not_active", ""],
    [null, "Cancellation failed: no active response found"],
    ["item_truncate_invalid_item_id", ""],
  ])("that only means that two messages crossed is none: %s %s", (code, message) => {
    expect(errors(failed(code, message))).toEqual([]);
  });

  it("that an account is not active is one", () => {
    const message = "Your account is not active, please check your billing details";
    expect(errors(failed("billing_not_active", message))).toMatchObject([
      { message: expect.stringContaining(message) },
    ]);
  });

  it.each([
    ["session_expired", ""],
    [null, "Your session hit the maximum duration of 60 minutes."],
  ])("says that the longest duration is over: %s %s", (code, message) => {
    expect(run(asking, [failed(code, message)])[1]).toEqual([[["expired"]]]);
  });

  it.each([
    [{ status: "failed", status_details: { error: { message: "No quota" } } }, "No quota"],
    [{ status: "failed" }, "failed"],
    // Else nobody learns why nothing was said: github.com/livekit/agents/issues/5808.
    [{ status: "incomplete", status_details: { reason: "content_filter" } }, "content_filter"],
  ])("says why an answer is none: %j", (more, message) => {
    expect(errors(created("r1"), done("r1", more))).toMatchObject([{ message: expect.stringContaining(message) }]);
  });

  it.each(["completed", "cancelled"])("is no answer that is %s", (status) => {
    expect(errors(created("r1"), done("r1", { status, status_details: null }))).toEqual([]);
  });
});

describe("silence", () => {
  it.each<[string, State, Input, string[], Moment?]>([
    ["when the visitor speaks", making, speaks, ["speech_started", "hush", "silence", "user_transcript"]],
    ["when nobody speaks: nothing is cut", ready, ["stop"], ["silence"]],
    ["by a click: the answer is cancelled", making, ["stop"], ["send", "turn_done", "hush", "silence"]],
    ["by a click before the answer: that one is cut", asking, ["stop"], ["send", "turn_done", "silence"]],
    ["by a second click: it is cancelled already", having(created("r1"), ["stop"]), ["stop"], ["hush", "silence"]],
    [
      "of sound that moves as media",
      having(created("r1"), heard("r1"), done("r1")),
      ["stop"],
      ["send", "hush", "playback", "silence"],
    ],
    [
      "never, where speech does not interrupt",
      making,
      speaks,
      ["speech_started", "user_transcript"],
      { interruptions: "off" },
    ],
  ])("%s", (_, before, input, names, moment = {}) => {
    expect(run(before, [input], moment)[1].flatMap(namesOf)).toEqual(names);
  });

  it("names what was not heard to its end: of the cut answer, and of the one that is still heard", () => {
    const [, [effects]] = run(having(created("r1"), said("r1", "a1"), heard("r1"), created("r2"), said("r2", "a2")), [
      ["stop"],
    ]);
    expect(effects?.at(-1)).toEqual(["silence", ["a1", "a2", "a1"], true]);
  });

  it("lasts until the next answer", () => {
    const cut = having(created("r1"), ["stop"]);
    expect(run(cut, [said("r1", "a1"), sound("r1", "a1"), heard("r1")])[1].flat()).toEqual([]);
    expect(run(cut, [done("r1"), created("r2"), sound("r2", "a2")])[1].at(-1)).toEqual([["play", "a2", "AAAA"]]);
    const next = having(["greet", "Hi"], ["stop"], created("r1"));
    expect(run(next, [sound("r1", "a1")])[1].flat(), "of the one that was asked for").toEqual([]);
  });

  it("is told to the vendor, and to the conversation, with what the speaker had not played", () => {
    const wire = protocolWire(create, { url: "wss://voice.example/", token: "ek_1" });
    wire.protocol.receive({ type: "response.created", response: { id: "r1" } });
    wire.hold([{ item: "a0", played_ms: 420 }]);
    wire.protocol.interrupt();
    expect(wire.types()).toEqual(["response.cancel", "conversation.item.truncate"]);
    expect(wire.events.at(-1)).toEqual({ type: "interrupted", ids: ["a0"] });
  });
});

describe("tools", () => {
  const called = having(
    created("r1"),
    done("r1", { output: [call, { ...call, id: "f2", call_id: "call_2", name: "order" }] }),
  );

  it("are answered together, in the order of their calls", () => {
    const [after, [first, second]] = run(called, [
      ["tool_answer", "call_2", "2"],
      ["tool_answer", "call_1", "1"],
    ]);
    expect(first).toEqual([]);
    expect(second?.map(([, message]) => (message as { item?: { output: string } }).item?.output)).toEqual([
      "1",
      "2",
      undefined,
    ]);
    expect(after.unanswered?.size).toBe(0);
  });

  it("are answered once, and no stranger's", () => {
    expect(run(called, [["tool_answer", "call_9", "9"]])[1].flat()).toEqual([]);
    const [, answers] = run(called, [
      ["tool_answer", "call_1", "1"],
      ["tool_answer", "call_1", "again"],
    ]);
    expect(answers.flat()).toEqual([]);
  });

  it("are not called by an answer that was cut", () => {
    const [, [effects]] = run(making, [done("r1", { status: "cancelled", output: [call] })]);
    expect(namesOf(effects ?? [])).not.toContain("tool_call");
  });
});

it("asks for text alone while the visitor only reads", () => {
  const [, [effects]] = run(ready, [["greet", "Hi"]], { text_only: true });
  expect(effects).toEqual([
    [
      "send",
      {
        type: "response.create",
        event_id: "ask_1",
        response: { instructions: "Say exactly: Hi", output_modalities: ["text"] },
      },
    ],
  ]);
});
