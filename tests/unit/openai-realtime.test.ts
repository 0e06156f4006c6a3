import { beforeEach, describe, expect, it } from "vitest";
import { create as openaiRealtime } from "../../widget/transport/vendors/openai-realtime.ts";
import { protocolWire } from "./protocol-wire.ts";

const openWire = () => protocolWire(openaiRealtime, { url: "wss://voice.example/v1/realtime?model=m", token: "ek_1" });

const created = (id: string) => ({ type: "response.created", response: { id } });
const done = (id: string, more: object = {}) => ({
  type: "response.done",
  response: { id, status: "completed", output: [], ...more },
});
const audio = (response_id: string, item_id: string, delta = "AAAA") => ({
  type: "response.output_audio.delta",
  response_id,
  item_id,
  delta,
});
const call = (call_id: string, name: string, args = "{}") => ({
  id: `item_${call_id}`,
  type: "function_call",
  call_id,
  name,
  arguments: args,
});

let wire: ReturnType<typeof openWire>;
beforeEach(() => {
  wire = openWire();
  wire.server({ type: "session.created", session: {} });
});

describe("openai-realtime", () => {
  it("connects with the token as a subprotocol", () => {
    expect(wire.protocol.address()).toEqual({
      url: "wss://voice.example/v1/realtime?model=m",
      protocols: ["realtime", "openai-insecure-api-key.ek_1"],
    });
    expect(wire.counts.opened).toBe(1);
  });

  it("greets with the very words", () => {
    wire.protocol.greet("Hi there");
    expect(wire.sent).toEqual([
      { type: "response.create", event_id: "ask_1", response: { instructions: "Say exactly: Hi there" } },
    ]);
  });

  it("tells a spoken turn, with the transcript that comes late in its place", () => {
    wire.server(
      { type: "input_audio_buffer.speech_started", item_id: "u1", audio_start_ms: 1 },
      { type: "input_audio_buffer.speech_stopped", item_id: "u1" },
      { type: "input_audio_buffer.committed", item_id: "u1", previous_item_id: null },
      { type: "conversation.item.added", item: { id: "u1", type: "message" }, previous_item_id: null },
      created("r1"),
      { type: "conversation.item.added", item: { id: "a1", type: "message" }, previous_item_id: "u1" },
      { type: "response.output_audio_transcript.delta", response_id: "r1", item_id: "a1", delta: "You " },
      audio("r1", "a1"),
      { type: "conversation.item.input_audio_transcription.delta", item_id: "u1", delta: "Hel" },
      { type: "conversation.item.input_audio_transcription.delta", item_id: "u1", delta: "lo" },
      {
        type: "response.output_audio_transcript.done",
        response_id: "r1",
        item_id: "a1",
        transcript: "You said hello.",
      },
      done("r1"),
      { type: "conversation.item.input_audio_transcription.completed", item_id: "u1", transcript: "Hello." },
    );
    expect(wire.events).toEqual([
      { type: "speech_started", id: "u1" },
      { type: "user_transcript", id: "u1", text: "", final: false },
      { type: "speech_stopped", id: "u1" },
      { type: "item", id: "u1", after: null },
      { type: "item", id: "u1", after: null },
      { type: "turn_started" },
      { type: "item", id: "a1", after: "u1" },
      { type: "agent_delta", id: "a1", delta: "You ", spoken: true },
      { type: "user_transcript", id: "u1", text: "Hel", final: false },
      { type: "user_transcript", id: "u1", text: "Hello", final: false },
      { type: "agent_transcript", id: "a1", text: "You said hello." },
      { type: "turn_done", more: false },
      { type: "user_transcript", id: "u1", text: "Hello.", final: true },
    ]);
    expect(wire.played).toEqual([["a1", "AAAA"]]);
  });

  it("takes a sound back that was no speech", () => {
    wire.server(
      { type: "input_audio_buffer.speech_started", item_id: "u1" },
      { type: "input_audio_buffer.speech_started", item_id: "u2" },
      { type: "input_audio_buffer.cleared" },
    );
    expect(wire.of("user_transcript").map(({ id, final }) => [id, final])).toEqual([
      ["u1", false],
      ["u1", true],
      ["u2", false],
      ["u2", true],
    ]);
  });

  it("is silent at once when the visitor speaks, and tells the model what was heard", () => {
    wire.server(created("r1"), {
      type: "response.output_audio_transcript.delta",
      response_id: "r1",
      item_id: "a1",
      delta: "Lo",
    });
    wire.hold([{ item: "a1", played_ms: 420 }]);
    wire.server({ type: "input_audio_buffer.speech_started", item_id: "u1" }, audio("r1", "a1"));
    expect(wire.sent).toEqual([
      { type: "conversation.item.truncate", item_id: "a1", content_index: 0, audio_end_ms: 420 },
    ]);
    expect(wire.of("interrupted")).toEqual([{ type: "interrupted", ids: ["a1"] }]);
    expect(wire.played, "late audio of a cut answer").toEqual([]);
    wire.server(done("r1", { status: "cancelled" }), created("r2"), audio("r2", "a2"));
    expect(wire.played).toEqual([["a2", "AAAA"]]);
  });

  it("cancels by itself where the server does not interrupt", () => {
    const quiet = openWire();
    quiet.server(
      { type: "session.created", session: { audio: { input: { turn_detection: { interrupt_response: false } } } } },
      created("r1"),
      { type: "input_audio_buffer.speech_started", item_id: "u1" },
    );
    expect(quiet.types()).toEqual(["response.cancel"]);
  });

  it("lets the agent finish where nothing interrupts it, and is stopped by the button all the same", () => {
    const firm = protocolWire(openaiRealtime, {
      url: "wss://voice.example/v1/realtime?model=m",
      token: "ek_1",
      interruptions: "off",
    });
    firm.server(
      { type: "session.created", session: { audio: { input: { turn_detection: { interrupt_response: false } } } } },
      created("r1"),
      { type: "input_audio_buffer.speech_started", item_id: "u1" },
      audio("r1", "a1"),
    );
    expect(firm.sent).toEqual([]);
    expect(firm.played).toEqual([["a1", "AAAA"]]);
    expect(firm.of("speech_started")).toHaveLength(1);
    firm.protocol.interrupt();
    expect(firm.types()).toEqual(["response.cancel"]);
  });

  it("truncates nothing that was heard to its end", () => {
    wire.server(created("r1"), audio("r1", "a1"), done("r1"), {
      type: "input_audio_buffer.speech_started",
      item_id: "u1",
    });
    expect(wire.sent).toEqual([]);
    expect(wire.of("interrupted")).toEqual([]);
  });

  it("interrupts: cancel, flush, truncate; without an answer nothing is cancelled", () => {
    wire.protocol.interrupt();
    expect(wire.sent).toEqual([]);
    wire.server(created("r1"));
    wire.hold([
      { item: "a1", played_ms: 300 },
      { item: "a2", played_ms: 0 },
    ]);
    wire.protocol.interrupt();
    expect(wire.sent).toEqual([
      { type: "response.cancel" },
      { type: "conversation.item.truncate", item_id: "a1", content_index: 0, audio_end_ms: 300 },
      { type: "conversation.item.truncate", item_id: "a2", content_index: 0, audio_end_ms: 0 },
    ]);
  });

  it("cuts an answer that was asked for and has not begun", () => {
    wire.protocol.greet("Hello");
    wire.protocol.interrupt();
    wire.server(created("r1"), audio("r1", "a1"));
    expect(wire.played).toEqual([]);
  });

  it("never asks for two answers at once: typed text waits for the cut one to be done", () => {
    wire.protocol.greet("Hello");
    wire.server(created("r1"));
    wire.protocol.sendText("msg_1", "Stop, a question");
    expect(wire.types()).toEqual(["response.create", "response.cancel", "conversation.item.create"]);
    expect(wire.sent[2]).toEqual({
      type: "conversation.item.create",
      item: { id: "msg_1", type: "message", role: "user", content: [{ type: "input_text", text: "Stop, a question" }] },
    });
    wire.protocol.sendText("msg_2", "Still there?");
    expect(wire.types().filter((type) => type === "response.cancel")).toHaveLength(1);
    wire.server(done("r1", { status: "cancelled" }));
    expect(wire.of("turn_done").map(({ more }) => more)).toEqual([false, true]);
    expect(wire.types().filter((type) => type === "response.create")).toHaveLength(2);
  });

  it("asks again after the answer that the server began by itself", () => {
    wire.protocol.sendText("msg_1", "Hi");
    wire.server(
      { type: "error", error: { code: "conversation_already_has_active_response", message: "busy" } },
      created("r1"),
    );
    expect(wire.types()).toEqual(["conversation.item.create", "response.create"]);
    wire.server(done("r1"));
    expect(wire.types()).toEqual(["conversation.item.create", "response.create", "response.create"]);
    expect(wire.of("error")).toEqual([]);
  });

  describe("an answer that the server refuses", () => {
    const refused = (event_id: string | null) => ({
      type: "error",
      error: { type: "server_error", code: "server_error", message: "Try again", event_id },
    });
    const asked = () => wire.sent.filter(({ type }) => type === "response.create").map(({ event_id }) => event_id);

    it.each([
      ["by its name", "ask_1"],
      ["without a name", null],
    ])("is over, %s", (_, event_id) => {
      wire.protocol.sendText("msg_1", "Hi");
      wire.server(refused(event_id));
      expect(wire.events).toEqual([
        { type: "error", code: "vendor_failed", message: "server_error: Try again" },
        { type: "turn_done", more: false },
      ]);
      wire.protocol.sendText("msg_2", "Hi?");
      expect(wire.types().slice(2), "nothing is left to cancel").toEqual([
        "conversation.item.create",
        "response.create",
      ]);
      expect(asked()).toEqual(["ask_1", "ask_2"]);
    });

    it("takes no later one with it that the visitor asks for aloud", () => {
      wire.protocol.sendText("msg_1", "Hi");
      wire.protocol.interrupt();
      wire.server(
        refused("ask_1"),
        { type: "input_audio_buffer.speech_started", item_id: "u1" },
        created("r1"),
        audio("r1", "a1"),
      );
      expect(wire.played).toEqual([["a1", "AAAA"]]);
    });

    it("lets the next one go that waited for it", () => {
      wire.protocol.sendText("msg_1", "Hi");
      wire.protocol.sendText("msg_2", "Or no");
      wire.server(refused("ask_1"));
      expect(asked()).toEqual(["ask_1", "ask_2"]);
      expect(wire.of("turn_done").at(-1)).toEqual({ type: "turn_done", more: true });
    });

    it("is not meant by an error that names another event, or that comes while an answer is made", () => {
      wire.protocol.sendText("msg_1", "Hi");
      // As all others of ours are called.
      wire.server(refused("other"), created("r1"), refused(null));
      wire.protocol.sendText("msg_2", "Or no");
      expect(asked()).toEqual(["ask_1"]);
      expect(wire.of("turn_done")).toHaveLength(1);
    });
  });

  it("hands over all calls of an answer, and goes on once when all are answered", () => {
    wire.server(
      created("r1"),
      {
        type: "response.function_call_arguments.done",
        item_id: "item_c1",
        call_id: "c1",
        name: "time",
        arguments: "{}",
      },
      { type: "response.output_item.done", response_id: "r1", item: call("c1", "time") },
    );
    expect(wire.of("tool_call")).toEqual([]);
    wire.server(done("r1", { output: [call("c1", "time"), call("c2", "weather", '{"city":"Bern"}')] }));
    expect(wire.of("tool_call").map((event) => event.call)).toEqual([
      { id: "item_c1", call_id: "c1", name: "time", arguments: "{}" },
      { id: "item_c2", call_id: "c2", name: "weather", arguments: '{"city":"Bern"}' },
    ]);
    expect(wire.of("turn_done")).toEqual([{ type: "turn_done", more: true }]);
    wire.protocol.answerTool("c2", "sunny");
    expect(wire.types()).toEqual([]);
    wire.protocol.answerTool("c1", "noon");
    wire.protocol.answerTool("c1", "again");
    const output = (call_id: string, text: string) => ({
      type: "conversation.item.create",
      item: { type: "function_call_output", call_id, output: text },
    });
    expect(wire.sent).toEqual([
      output("c1", "noon"),
      output("c2", "sunny"),
      { type: "response.create", event_id: "ask_1" },
    ]);
  });

  describe("over WebRTC", () => {
    const started = (response_id: string) => ({ type: "output_audio_buffer.started", response_id });
    const words = (response_id: string, item_id: string) => [
      { type: "response.output_audio_transcript.delta", response_id, item_id, delta: "Let me check." },
      { type: "response.output_audio_transcript.done", response_id, item_id, transcript: "Let me check." },
    ];
    const spoken = { type: "input_audio_buffer.speech_started", item_id: "u1" };
    beforeEach(() => {
      // Words and a call in one answer, whose sound is still heard when the next one begins.
      wire.server(created("r1"), started("r1"), ...words("r1", "a1"), done("r1", { output: [call("c1", "time")] }));
      wire.protocol.answerTool("c1", "noon");
      wire.server(created("r2"));
    });

    it("marks as cut what is still heard of the answer before", () => {
      wire.server(spoken);
      expect(wire.of("interrupted")).toEqual([{ type: "interrupted", ids: ["a1"] }]);
    });

    it.each(["stopped", "cleared"])("marks nothing of it whose sound has %s", (end) => {
      wire.server(
        { type: `output_audio_buffer.${end}`, response_id: "r1" },
        started("r2"),
        ...words("r2", "a2"),
        spoken,
      );
      expect(wire.of("interrupted")).toEqual([{ type: "interrupted", ids: ["a2"] }]);
    });

    it("marks what is heard of the newest", () => {
      wire.server(started("r2"), ...words("r2", "a2"), done("r2"), spoken);
      expect(wire.of("interrupted")).toEqual([{ type: "interrupted", ids: ["a2"] }]);
    });
  });

  it("runs no call of an answer that was cancelled", () => {
    wire.server(created("r1"), done("r1", { status: "cancelled", output: [call("c1", "pay")] }));
    expect(wire.of("tool_call")).toEqual([]);
  });

  it("says what went wrong, but not that two sides crossed", () => {
    wire.server(
      { type: "error", error: { code: "response_cancel_not_active", message: "" } },
      {
        type: "error",
        error: { code: "invalid_value", message: "Audio content of 980ms is already shorter than 1000ms" },
      },
      { type: "error", error: { code: "server_error", message: "Overloaded" } },
      done("r1", { status: "failed", status_details: { error: { message: "No quota" } } }),
    );
    expect(wire.of("error")).toEqual([
      { type: "error", code: "vendor_failed", message: "server_error: Overloaded" },
      { type: "error", code: "vendor_failed", message: "No quota" },
    ]);
  });

  it("closes a text that ends without its last word", () => {
    wire.server(created("r1"), { type: "response.output_text.delta", response_id: "r1", item_id: "a1", delta: "Wri" });
    wire.server(done("r1", { status: "incomplete" }));
    expect(wire.of("interrupted")).toEqual([{ type: "interrupted", ids: ["a1"] }]);
  });

  it("ignores what it does not know", () => {
    wire.server({ type: "rate_limits.updated" }, { type: "constructor" }, {}, { type: "conversation.item.added" });
    expect(wire.events).toEqual([]);
  });

  it("notes facts without asking for an answer", () => {
    wire.protocol.sendNote("The cart holds 3 items");
    expect(wire.sent).toEqual([
      {
        type: "conversation.item.create",
        item: { type: "message", role: "system", content: [{ type: "input_text", text: "The cart holds 3 items" }] },
      },
    ]);
  });
});

describe("usage", () => {
  it("is told by response and by transcribed item", () => {
    const wire = openWire();
    const usage = { total_tokens: 3, input_tokens: 1, output_tokens: 2 };
    wire.server(created("r1"), done("r1", { usage }), done("r2"));
    const transcribed = "conversation.item.input_audio_transcription.completed";
    wire.server({ type: transcribed, item_id: "i1", transcript: "Hi", usage: { type: "duration", seconds: 2 } });
    expect(wire.of("usage")).toEqual([
      { type: "usage", id: "r1", reported: usage },
      { type: "usage", id: "i1", reported: { type: "duration", seconds: 2 } },
    ]);
  });
});
