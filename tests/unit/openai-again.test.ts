import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { askingAgain } from "../../widget/transport/vendors/openai-again.ts";
import { create as openaiRealtime } from "../../widget/transport/vendors/openai-realtime.ts";
import { create as xaiRealtime } from "../../widget/transport/vendors/xai-realtime.ts";
import { protocolWire } from "./protocol-wire.ts";

/**
 * An answer that failed at the vendor, as for its rate limit, is asked for again: github.com/livekit/agents/pull/2967 and issue 6205. So is one of which nothing came:
 * github.com/livekit/agents/issues/5808.
 */

const created = (id: string) => ({ type: "response.created", response: { id } });
const done = (id: string, status: string) => ({
  type: "response.done",
  response: { id, status, status_details: { type: status, error: { message: "Rate limit reached" } } },
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each([
  ["openai-realtime", askingAgain(openaiRealtime)],
  ["xai-realtime", askingAgain(xaiRealtime)],
])("an answer that failed, with %s", (_name, create) => {
  let wire: ReturnType<typeof protocolWire>;
  const connect = () => {
    wire = protocolWire(create, { url: "", token: "" });
    wire.server({ type: "session.created" }, { type: "session.updated" });
    wire.sent.length = 0;
  };
  beforeEach(connect);
  const fails = (id: string) => wire.server(created(id), done(id, "failed"));
  const asked = () => wire.types().filter((type) => type === "response.create").length;

  it("is waited for and asked for again", () => {
    fails("r1");
    expect(wire.events.slice(-2)).toEqual([{ type: "turn_done", more: false }, { type: "turn_started" }]);
    expect(asked()).toBe(0);
    vi.advanceTimersByTime(1_500);
    expect(asked()).toBe(1);
    wire.server(created("r2"), done("r2", "completed"));
    vi.advanceTimersByTime(60_000);
    expect(asked()).toBe(1);
    expect(wire.of("closed")).toEqual([]);
  });

  it.each<[string, object[]]>([
    ["is being made", [created("r2")]],
    ["was made", [created("r2"), done("r2", "completed")]],
    ["will be made, as the visitor speaks", [{ type: "input_audio_buffer.speech_started", item_id: "u1" }]],
  ])("is not asked for again where another one %s", (_what, messages) => {
    fails("r1");
    wire.server(...(messages as Record<string, unknown>[]));
    vi.advanceTimersByTime(60_000);
    expect(asked()).toBe(0);
  });

  it("is not asked for again where the visitor stops it, or writes meanwhile", () => {
    fails("r1");
    wire.protocol.interrupt();
    expect(wire.events.at(-1)).toEqual({ type: "turn_done", more: false });
    vi.advanceTimersByTime(60_000);
    expect(asked()).toBe(0);
    fails("r2");
    wire.protocol.sendText("msg_1", "Hello?");
    vi.advanceTimersByTime(60_000);
    expect(asked()).toBe(1);
  });

  it("ends the call at once where the account has nothing left, and says so", () => {
    const message = "You exceeded your current quota, please check your plan and billing details.";
    const failed = { id: "r1", status: "failed", status_details: { type: "failed", error: { message } } };
    wire.server(created("r1"), { type: "response.done", response: failed });
    expect(wire.of("closed")).toMatchObject([{ orderly: false, fault: { code: "agent_unavailable", message } }]);
    vi.advanceTimersByTime(60_000);
    expect(asked()).toBe(0);
  });

  const failsFourTimes = () => {
    for (const id of ["r1", "r2", "r3"]) {
      fails(id);
      vi.advanceTimersByTime(6_000);
    }
    expect(wire.of("closed")).toEqual([]);
    fails("r4");
    expect(asked()).toBe(3);
  };
  // github.com/livekit/agents/issues/6040
  it("is asked for over another connection when it failed four times in a row, and still waited for", () => {
    failsFourTimes();
    expect(wire.of("closed")).toMatchObject([{ orderly: false, fault: { code: "vendor_failed" } }]);
    expect(wire.types(), "nothing else is sent").not.toContain("response.cancel");
    expect(wire.events.at(-2), "the question is owed an answer").toEqual({ type: "turn_started" });
    connect();
    wire.server(created("s1"), done("s1", "completed"));
    fails("s2");
    expect(wire.of("closed"), "another one has answered").toEqual([]);
  });

  it("ends the call when it fails there, too, in words that the visitor reads", () => {
    failsFourTimes();
    connect();
    fails("s1");
    expect(wire.of("closed")).toMatchObject([{ orderly: false, fault: { code: "agent_unavailable" } }]);
    expect(asked()).toBe(0);
    connect();
    fails("t1");
    expect(wire.of("closed"), "the next call has its tries").toEqual([]);
  });

  it("has its tries again a minute after a connection was given up, as in another call of the page", () => {
    failsFourTimes();
    vi.advanceTimersByTime(60_000);
    connect();
    failsFourTimes();
    expect(wire.of("closed")).toMatchObject([{ fault: { code: "vendor_failed" } }]);
    wire.server(created("r5"), done("r5", "completed"));
  });
});

describe("an answer that did not come, with openai-realtime", () => {
  let wire: ReturnType<typeof protocolWire>;
  beforeEach(() => {
    wire = protocolWire(askingAgain(openaiRealtime), { url: "", token: "" });
    wire.server({ type: "session.created" });
    wire.sent.length = 0;
  });
  const asked = () => wire.types().filter((type) => type === "response.create").length;
  const word = (id: string) => ({
    type: "response.output_text.delta",
    response_id: id,
    item_id: `i_${id}`,
    delta: "Well",
  });
  const refused = { type: "error", error: { code: "server_error" } };

  it("is asked for again where the server refused to begin it, and where it refuses that too", () => {
    wire.protocol.sendText("msg_1", "Hi");
    wire.server(refused);
    vi.advanceTimersByTime(1_500);
    expect(asked()).toBe(2);
    wire.server(refused);
    vi.advanceTimersByTime(3_000);
    expect(asked()).toBe(3);
    wire.server(created("r1"), done("r1", "completed"));
    expect(wire.events.at(-1)).toEqual({ type: "turn_done", more: false });
    vi.advanceTimersByTime(60_000);
    expect(asked()).toBe(3);
  });

  it("is asked for again where a filter took it before its first word, and leaves the call as it is", () => {
    for (const id of ["r1", "r2", "r3", "r4"]) {
      wire.server(created(id), done(id, "incomplete"));
      vi.advanceTimersByTime(6_000);
    }
    expect(asked()).toBe(3);
    expect(wire.events.at(-1)).toMatchObject({ type: "turn_done", more: false });
    expect(wire.of("closed")).toEqual([]);
  });

  it.each<[string, () => void]>([
    ["has begun and was broken off", () => wire.server(created("r1"), word("r1"), done("r1", "incomplete"))],
    [
      "the visitor stopped before it failed",
      () => {
        wire.server(created("r1"));
        wire.protocol.interrupt();
        wire.server(done("r1", "failed"));
      },
    ],
    [
      "the visitor cut by speaking",
      () => {
        wire.server(created("r1"), { type: "input_audio_buffer.speech_started", item_id: "u1" });
        wire.server(done("r1", "failed"));
      },
    ],
  ])("is not asked for where it %s", (_what, happen) => {
    happen();
    vi.advanceTimersByTime(60_000);
    expect(asked()).toBe(0);
  });
});

it("is asked for in the same words where it is the greeting, and in writing where the visitor reads", () => {
  const wire = protocolWire(askingAgain(openaiRealtime), { url: "", token: "", text_only: true });
  const output_modalities = ["text"];
  wire.protocol.greet("Good morning");
  wire.server(created("r1"), done("r1", "failed"));
  vi.advanceTimersByTime(1_500);
  expect(wire.sent.map(({ response }) => response)).toEqual(
    Array(2).fill({ instructions: "Say exactly: Good morning", output_modalities }),
  );
  wire.server(created("r2"), done("r2", "completed"));
  wire.protocol.sendText("msg_1", "Hi");
  wire.server(created("r3"), done("r3", "failed"));
  vi.advanceTimersByTime(1_500);
  expect(wire.sent.at(-1)).toEqual({ type: "response.create", response: { output_modalities } });
});
