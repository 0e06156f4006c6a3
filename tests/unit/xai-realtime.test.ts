import { beforeEach, describe, expect, it, vi } from "vitest";
import { create as xaiRealtime } from "../../widget/transport/vendors/xai-realtime.ts";
import { protocolWire } from "./protocol-wire.ts";

const setup = { voice: "eve", instructions: "Be brief.", tools: [] };

const openWire = () =>
  protocolWire(xaiRealtime, { url: "wss://voice.example/v1/realtime?model=m", token: "secret-1", setup });

const created = (id: string) => ({ type: "response.created", response: { id } });
const done = (id: string, more: object = {}) => ({
  type: "response.done",
  response: { id, status: "completed", output: [], ...more },
  usage: {},
});
const transcription = (kind: string, transcript: string, more: object = {}) => ({
  type: `conversation.item.input_audio_transcription.${kind}`,
  item_id: "u1",
  transcript,
  ...more,
});
const error = (message: string) => ({ type: "error", error: { message } });

let wire: ReturnType<typeof openWire>;
beforeEach(() => {
  wire = openWire();
  wire.server({ type: "session.created" }, { type: "session.updated" });
  wire.sent.length = 0;
});

describe("xai-realtime", () => {
  it("connects with the token as the only subprotocol, and sets the session up before it is open", () => {
    const fresh = openWire();
    expect(fresh.protocol.address()).toEqual({
      url: "wss://voice.example/v1/realtime?model=m",
      protocols: ["xai-client-secret.secret-1"],
    });
    expect(fresh.sent).toEqual([]);
    fresh.server({ type: "conversation.created" }, { type: "session.created" }, { type: "ping", timestamp: 1 });
    expect(fresh.sent).toEqual([{ type: "session.update", session: setup }]);
    expect(fresh.counts.opened).toBe(0);
    fresh.server({ type: "session.updated" }, { type: "session.updated" });
    expect(fresh.counts.opened).toBe(1);
  });

  it("refuses a call whose set-up the vendor refuses", () => {
    const fresh = openWire();
    fresh.server({ type: "session.created" });
    expect(() => fresh.server({ type: "error", code: "bad_voice", message: "No such voice" })).toThrow(
      "bad_voice: No such voice",
    );
  });

  it("greets with the very words and asks for no answer besides", () => {
    wire.protocol.greet("Hi there");
    expect(wire.sent).toEqual([
      {
        type: "conversation.item.create",
        event_id: "ask_1",
        item: {
          type: "force_message",
          role: "assistant",
          interruptible: true,
          content: [{ type: "output_text", text: "Hi there" }],
        },
      },
    ]);
    // Sound at once, with no word that an answer begins.
    wire.server(
      { type: "response.output_audio_transcript.delta", response_id: "r1", item_id: "g", delta: "Hi there" },
      { type: "response.output_audio.delta", response_id: "r1", item_id: "g", delta: "AAAA" },
    );
    expect(wire.of("turn_started")).toHaveLength(1);
    expect(wire.played).toEqual([["g", "AAAA"]]);
    wire.server(done("r1"));
    expect(wire.of("turn_done")).toEqual([{ type: "turn_done", more: false }]);
    wire.protocol.sendText("msg_1", "Hello");
    expect(wire.types()).toEqual(["conversation.item.create", "conversation.item.create", "response.create"]);
  });

  it("understands a forced message whose events name no answer", () => {
    wire.protocol.greet("Hi");
    wire.server({ type: "response.audio.delta", item_id: "g", delta: "AAAA" }, { type: "response.done", response: {} });
    expect(wire.played).toEqual([["g", "AAAA"]]);
    expect(wire.of("turn_done")).toHaveLength(1);
  });

  it("cuts a greeting that is being spoken, and its rest is not heard", () => {
    wire.protocol.greet("Hi");
    wire.server({ type: "response.audio.delta", response_id: "r1", item_id: "g", delta: "AAAA" });
    wire.protocol.interrupt();
    expect(wire.types()).toEqual(["conversation.item.create", "response.cancel"]);
    wire.server({ type: "response.audio.delta", response_id: "r1", item_id: "g", delta: "BBBB" });
    expect(wire.played).toHaveLength(1);
  });

  it("replaces cumulative words, also complete ones that come again", () => {
    wire.server(
      { type: "input_audio_buffer.speech_started", item_id: "u1" },
      { type: "input_audio_buffer.speech_stopped", item_id: "u1" },
      { type: "input_audio_buffer.committed", item_id: "u1", previous_item_id: null },
      transcription("updated", "When"),
      transcription("updated", "When do you"),
      transcription("completed", "When do you op", { status: "in_progress" }),
      transcription("completed", "When do you open"),
      created("r1"),
      transcription("completed", "When do you open tomorrow?"),
      done("r1"),
    );
    const words = wire.of("user_transcript").map(({ text, final }) => `${text} ${final}`);
    expect(words).toEqual([
      " false",
      "When false",
      "When do you false",
      "When do you op false",
      "When do you open false",
      "When do you open tomorrow? false",
      "When do you open tomorrow? true",
    ]);
  });

  it("closes words at once that come after the answer to them", () => {
    wire.server(
      { type: "input_audio_buffer.speech_started", item_id: "u1" },
      created("r1"),
      done("r1"),
      transcription("completed", "When?"),
    );
    expect(wire.of("user_transcript").at(-1)).toEqual({
      type: "user_transcript",
      id: "u1",
      text: "When?",
      final: true,
    });
  });

  it.each(["output_audio", "audio"])("understands both families of names: %s", (family) => {
    wire.server(
      created("r1"),
      { type: `response.${family}_transcript.delta`, response_id: "r1", item_id: "a1", delta: "Yes." },
      { type: `response.${family}.delta`, response_id: "r1", item_id: "a1", delta: "AAAA" },
      { type: `response.${family}_transcript.done`, response_id: "r1", item_id: "a1", transcript: "Yes." },
      done("r1"),
    );
    expect(wire.played).toEqual([["a1", "AAAA"]]);
    expect(wire.of("agent_transcript")).toEqual([{ type: "agent_transcript", id: "a1", text: "Yes." }]);
  });

  it("shows written answers of both families", () => {
    wire.server(
      created("r1"),
      { type: "response.text.delta", response_id: "r1", item_id: "a1", delta: "Y" },
      { type: "response.output_text.delta", response_id: "r1", item_id: "a1", delta: "es" },
    );
    expect(wire.of("agent_delta").map(({ delta, spoken }) => [delta, spoken])).toEqual([
      ["Y", false],
      ["es", false],
    ]);
  });

  it("hands over calls and answers them once", () => {
    wire.server(
      created("r1"),
      { type: "response.function_call_arguments.done", call_id: "c1", name: "time", arguments: "{}" },
      done("r1"),
    );
    expect(wire.of("tool_call").map(({ call }) => call)).toEqual([
      { id: "c1", call_id: "c1", name: "time", arguments: "{}" },
    ]);
    wire.protocol.answerTool("c1", "noon");
    wire.protocol.answerTool("c1", "again");
    expect(wire.sent).toEqual([
      { type: "conversation.item.create", item: { type: "function_call_output", call_id: "c1", output: "noon" } },
      { type: "response.create", event_id: "ask_1" },
    ]);
  });

  it("knows by their words the errors that mean nothing, and the end of the time", () => {
    wire.server(
      error("Cancellation failed: no active response found"),
      error("Truncation is not possible for this item"),
      { type: "error", message: "Conversation already has an active response in progress", code: "x" },
    );
    expect(wire.of("error")).toEqual([]);
    wire.server(error("Overloaded"), { type: "error", code: "flat", message: "Flat" });
    expect(wire.of("error").map(({ message }) => message)).toEqual([": Overloaded", "flat: Flat"]);
    wire.server({ type: "error", message: "The session reached its maximum duration." });
    expect(wire.of("closed")).toHaveLength(1);
  });

  it.each([
    ["by its name", { message: "Overloaded", event_id: "ask_1" }],
    ["flat", { message: "Overloaded" }],
  ])("answers what is said after a greeting that was refused, %s", (_, fault) => {
    wire.protocol.greet("Hi");
    wire.server({ type: "error", error: fault });
    expect(wire.of("turn_done")).toHaveLength(1);
    wire.protocol.sendText("msg_1", "Hello");
    expect(wire.types().slice(1)).toEqual(["conversation.item.create", "response.create"]);
  });

  it("takes no later answer with one that was stopped and then refused", () => {
    vi.useFakeTimers();
    wire.protocol.sendText("msg_1", "Hi");
    wire.protocol.interrupt();
    wire.server(error("Rate limit reached"));
    const sound = { type: "response.output_audio.delta", response_id: "r2", item_id: "a2", delta: "AAAA" };
    wire.server({ type: "input_audio_buffer.speech_started", item_id: "u1" }, created("r2"), sound);
    vi.advanceTimersByTime(2_000);
    wire.server(sound);
    vi.useRealTimers();
    expect(wire.played).toHaveLength(2);
  });

  it("asks again after an answer that the server began by itself", () => {
    wire.protocol.sendText("msg_1", "Hi");
    wire.server(error("Conversation already has an active response in progress"), created("r1"), done("r1"));
    expect(wire.types().filter((type) => type === "response.create")).toHaveLength(2);
  });

  it("puts notes into the instructions, since an item would be paid for", () => {
    wire.protocol.sendNote("The cart holds 3 items");
    wire.protocol.sendNote("Page: shop", "page");
    wire.protocol.sendNote("Page: cart", "page");
    expect(wire.sent.at(-1)).toEqual({
      type: "session.update",
      session: { ...setup, instructions: "Be brief.\n\nThe cart holds 3 items\n\nPage: cart" },
    });
    wire.server({ type: "session.updated" });
    expect(wire.counts.opened).toBe(1);
  });

  it("takes nothing for a new answer that comes after the end of one, but reads the end of its text", () => {
    const text = { response_id: "r1", item_id: "a1" };
    const paid = { type: "response.function_call_arguments.done", response_id: "r1", call_id: "c1", name: "pay" };
    wire.server(created("r1"), { type: "response.output_audio_transcript.delta", ...text, delta: "At ni" });
    wire.server(paid, done("r1"), paid, done("r1"));
    wire.server({ type: "response.output_audio_transcript.done", ...text, transcript: "At nine." });
    expect(wire.of("tool_call")).toHaveLength(1);
    expect(wire.of("turn_started")).toHaveLength(1);
    expect(wire.of("interrupted")).toEqual([]);
    expect(wire.of("agent_transcript")).toEqual([{ type: "agent_transcript", id: "a1", text: "At nine." }]);
  });

  it("reports usage that stands at the top level", () => {
    wire.server(created("r1"), { ...done("r1"), usage: { total_tokens: 5 } });
    expect(wire.of("usage")).toEqual([{ type: "usage", id: "r1", reported: { total_tokens: 5 } }]);
  });

  /** Frames as test_xai_ws/test_tool_call_round.yaml and test_audio_in_server_vad_turn.yaml of pydantic-ai show them. */
  describe("as it was recorded", () => {
    const filler = { previous_item_id: null };
    const added = (id: string, item: object, previous_item_id: string | null = null) => ({
      type: "conversation.item.added",
      item: { id, object: "realtime.item", ...item },
      previous_item_id,
    });

    it("takes the order of arrival for the order of the conversation, whatever is named as previous", () => {
      wire.server(
        { type: "input_audio_buffer.speech_started", item_id: "u1", audio_start_ms: 227, ...filler },
        added("u1", { type: "message", role: "user" }),
        { type: "input_audio_buffer.committed", item_id: "u1", ...filler },
        created("r1"),
        added("a1", { type: "message", role: "assistant" }, "u1"),
        {
          type: "response.output_audio_transcript.delta",
          response_id: "r1",
          item_id: "a1",
          delta: "Let me see.",
          ...filler,
        },
        added("f1", { type: "function_call", role: "tool", call_id: "c1" }),
        done("r1"),
        added("o1", { type: "function_call_output", role: "tool", call_id: "c1" }),
        // The second spoken turn names the visitor's own last item and skips the agent's.
        { type: "input_audio_buffer.speech_started", item_id: "u2", ...filler },
        added("u2", { type: "message", role: "user" }, "u1"),
        { type: "input_audio_buffer.committed", item_id: "u2", previous_item_id: "u1" },
      );
      expect(wire.of("item")).toEqual([]);
      const shown = wire.events.flatMap((event) =>
        event.type === "user_transcript" || event.type === "agent_delta" ? [event.id] : [],
      );
      expect([...new Set(shown)]).toEqual(["u1", "a1", "u2"]);
    });

    it("reads the numbers that stand beside an empty usage", () => {
      const usage = { input_tokens: 156, output_tokens: 185, total_tokens: 341, billable_audio_seconds: 7 };
      wire.server(created("r1"), {
        type: "response.done",
        response: { id: "r1", status: "completed", status_details: "unimplemented", output: [], usage: {} },
        response_id: "r1",
        usage,
      });
      expect(wire.of("usage")).toEqual([{ type: "usage", id: "r1", reported: usage }]);
    });

    it("asks again after an answer whose end was never told", () => {
      wire.server(created("r1"));
      wire.protocol.sendText("msg_1", "Wait");
      expect(wire.types()).toEqual(["response.cancel", "conversation.item.create"]);
      wire.server(error("Cancellation failed: no active response found"));
      expect(wire.types().at(-1)).toBe("response.create");
      wire.server(created("r2"), created("r3"), done("r3"));
      expect(wire.of("turn_done").at(-1)).toEqual({ type: "turn_done", more: false });
    });
  });
});
