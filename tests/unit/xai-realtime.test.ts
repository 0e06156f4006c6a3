import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TransportEvent, Wire } from "../../widget/transport/transport.ts";
import { xaiRealtime } from "../../widget/transport/vendors/xai-realtime.ts";

const setup = { voice: "eve", instructions: "Be brief.", tools: [] };

/** The protocol at one end of a wire whose other end the test holds. */
function openWire() {
  const sent: Record<string, unknown>[] = [];
  const events: TransportEvent[] = [];
  const played: [string, string][] = [];
  let opened = 0;
  const core: Wire = {
    send: (message) => sent.push(message as Record<string, unknown>),
    opened: () => opened++,
    play: (item, pcm) => played.push([item, pcm]),
    finish: () => {},
    flush: () => [],
    expired: () => events.push({ type: "closed", expired: true, orderly: false, message: "" }),
    emit: (event) => events.push(event),
  };
  const protocol = xaiRealtime(core, {
    url: "wss://voice.example/v1/realtime?model=m",
    token: "secret-1",
    setup,
    ice_servers: null,
    device: null,
    emit: core.emit,
    unknown: () => 1,
  });
  return {
    protocol,
    server: (...messages: Record<string, unknown>[]) => {
      for (const message of messages) protocol.receive(message);
    },
    sent,
    events,
    played,
    get opened() {
      return opened;
    },
    types: () => sent.map((message) => message.type),
    of: <Type extends TransportEvent["type"]>(type: Type) =>
      events.filter((event): event is Extract<TransportEvent, { type: Type }> => event.type === type),
  };
}

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
afterEach(() => vi.useRealTimers());
beforeEach(() => {
  vi.useFakeTimers();
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
    expect(fresh.opened).toBe(0);
    fresh.server({ type: "session.updated" }, { type: "session.updated" });
    expect(fresh.opened).toBe(1);
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
    expect(wire.opened).toBe(1);
  });

  it("reports usage that stands at the top level", () => {
    wire.server(created("r1"), { ...done("r1"), usage: { total_tokens: 5 } });
    expect(wire.of("usage")).toEqual([{ type: "usage", id: "r1", reported: { total_tokens: 5 } }]);
  });

  describe("an answer that the vendor ends without a word", () => {
    const sound = (id: string) => ({
      type: "response.output_audio.delta",
      response_id: id,
      item_id: `a_${id}`,
      delta: "AAAA",
    });
    const spoken = { type: "input_audio_buffer.speech_started", item_id: "u1" };
    const asked = () => wire.types().filter((type) => type === "response.create").length;

    it("keeps nobody who typed over it waiting for more than a second, and is not heard again", () => {
      wire.server(created("r1"), sound("r1"));
      wire.protocol.sendText("msg_1", "Wait");
      vi.advanceTimersByTime(900);
      expect(asked()).toBe(0);
      vi.advanceTimersByTime(200);
      expect(asked()).toBe(1);
      wire.server(sound("r1"), created("r2"), sound("r2"), sound("r1"), done("r1", { usage: { total_tokens: 3 } }));
      expect(wire.played.map(([item]) => item)).toEqual(["a_r1", "a_r2"]);
      expect(wire.of("usage").at(-1)).toMatchObject({ id: "r1", reported: { total_tokens: 3 } });
      wire.server(done("r2"));
      expect(wire.of("turn_done").at(-1)).toEqual({ type: "turn_done", more: false });
    });

    it("delays nothing that is typed after the stop button", () => {
      wire.server(created("r1"), sound("r1"));
      wire.protocol.interrupt();
      wire.protocol.sendText("msg_1", "Wait");
      expect(wire.types()).toEqual(["response.cancel", "response.cancel", "conversation.item.create"]);
      wire.server(error("Cancellation failed: no active response found"));
      expect(asked()).toBe(1);
      wire.server(error("Cancellation failed: no active response found"));
      expect(asked()).toBe(1);
      vi.advanceTimersByTime(5_000);
      expect(asked()).toBe(1);
    });

    it("is asked for its end once more by who types after a cough", () => {
      wire.server(created("r1"), sound("r1"), spoken);
      expect(wire.types()).toEqual([]);
      wire.protocol.sendText("msg_1", "Wait");
      expect(wire.types()).toEqual(["response.cancel", "conversation.item.create"]);
      vi.advanceTimersByTime(1_000);
      expect(asked()).toBe(1);
    });

    it("may be cut before it began", () => {
      wire.protocol.sendText("msg_1", "Hi");
      wire.protocol.sendText("msg_2", "Wait");
      vi.advanceTimersByTime(1_000);
      expect(asked(), "the vendor is slow").toBe(1);
      wire.server(created("r1"));
      vi.advanceTimersByTime(1_000);
      expect(asked()).toBe(2);
      wire.server(created("r2"), sound("r2"));
      vi.advanceTimersByTime(5_000);
      wire.server(sound("r2"));
      expect(wire.played).toHaveLength(2);
    });

    it("may go on for a while: it is asked for again until the vendor is free", () => {
      wire.server(created("r1"), sound("r1"));
      wire.protocol.sendText("msg_1", "Wait");
      vi.advanceTimersByTime(1_000);
      for (let times = 1; times <= 3; times++) {
        expect(asked()).toBe(times);
        wire.server(error("Conversation already has an active response in progress"), sound("r1"));
        vi.advanceTimersByTime(1_000);
      }
      wire.server(done("r1"), created("r2"), sound("r2"));
      expect(wire.played.map(([item]) => item)).toEqual(["a_r1", "a_r2"]);
      expect(wire.of("error")).toEqual([]);
    });
  });

  describe("a greeting that the visitor speaks over before it sounds", () => {
    const greeting = { type: "response.audio.delta", response_id: "g1", item_id: "g", delta: "AAAA" };
    const answer = { type: "response.output_audio.delta", response_id: "r1", item_id: "a1", delta: "BBBB" };
    const speech = [
      { type: "input_audio_buffer.speech_started", item_id: "u1" },
      { type: "input_audio_buffer.speech_stopped", item_id: "u1" },
      { type: "input_audio_buffer.committed", item_id: "u1", previous_item_id: null },
    ];
    beforeEach(() => {
      wire.protocol.greet("Hi");
      wire.server(...speech);
    });

    it("does not silence the answer to their words, where the vendor drops it", () => {
      wire.server(created("r1"), answer, done("r1"));
      expect(wire.played).toEqual([["a1", "BBBB"]]);
      expect(wire.of("turn_done").at(-1)).toEqual({ type: "turn_done", more: false });
    });

    it("is silent where the vendor says it all the same", () => {
      wire.server(greeting, done("g1"), created("r1"), answer);
      expect(wire.played).toEqual([["a1", "BBBB"]]);
    });

    it("is silent where the vendor says it after the answer", () => {
      wire.server(created("r1"), answer, done("r1"), greeting, done("g1"));
      expect(wire.played).toEqual([["a1", "BBBB"]]);
    });
  });

  it("answers what is typed before a greeting that the vendor then drops, and is silent if it comes late", () => {
    wire.protocol.greet("Hi");
    wire.protocol.sendText("msg_1", "Hello");
    wire.server(error("Cancellation failed: no active response found"));
    vi.advanceTimersByTime(1_000);
    expect(wire.types().at(-1)).toBe("response.create");
    wire.server({ type: "response.audio.delta", response_id: "g1", item_id: "g", delta: "AAAA" }, done("g1"));
    wire.server(created("r1"), {
      type: "response.output_audio.delta",
      response_id: "r1",
      item_id: "a1",
      delta: "BBBB",
    });
    expect(wire.played).toEqual([["a1", "BBBB"]]);
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
