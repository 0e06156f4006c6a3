import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { create as xaiRealtime } from "../../widget/transport/vendors/xai-realtime.ts";
import { protocolWire } from "./protocol-wire.ts";

/** xAI need not say that an answer ended which was interrupted, and drops a greeting that was. */

const created = (id: string) => ({ type: "response.created", response: { id } });
const done = (id: string, more: object = {}) => ({
  type: "response.done",
  response: { id, status: "completed", output: [], ...more },
  usage: {},
});
const error = (message: string) => ({ type: "error", error: { message } });

let wire: ReturnType<typeof protocolWire>;
afterEach(() => vi.useRealTimers());
beforeEach(() => {
  vi.useFakeTimers();
  wire = protocolWire(xaiRealtime, { url: "wss://voice.example/v1/realtime?model=m", token: "t", setup: {} });
  wire.server({ type: "session.created" }, { type: "session.updated" });
  wire.sent.length = 0;
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
