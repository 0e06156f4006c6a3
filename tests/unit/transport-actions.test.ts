import { describe, expect, it } from "vitest";
import { handleEvent } from "../../widget/session/transport-actions.ts";
import type { TransportEvent } from "../../widget/transport/transport.ts";

/** What an event causes, in its order. */
function causedBy(event: TransportEvent, { audible = true, provisional = new Set<string>() } = {}): unknown[] {
  const did: unknown[] = [];
  const noted = (name: string) => (value?: unknown) => void did.push(value === undefined ? name : [name, value]);
  handleEvent(
    event,
    7,
    { dispatch: (action) => did.push(action), report: noted("report"), provisional },
    {
      isAudible: () => audible,
      heard: noted("heard"),
      expectTools: noted("expect tools"),
      runTool: noted("run"),
      used: (id, reported) => did.push(["used", id, reported]),
      leaving: noted("leaving"),
      closed: noted("closed"),
    },
  );
  return did;
}

const CLOSED = { type: "closed", expired: false, orderly: false, message: "gone" } as const;
const CALL = { id: "i", call_id: "c", name: "look_up", arguments: "{}" };
const awaiting = (on: boolean) => ({ type: "awaiting", awaiting: on });
const streaming = (on: boolean) => ({ type: "streaming", streaming: on });

describe("an event of the connection", () => {
  it.each<[TransportEvent, unknown[]]>([
    [{ type: "item", id: "b", after: "a" }, [{ type: "item_placed", id: "b", after: "a" }]],
    [{ type: "speech_started", id: "u" }, [awaiting(false)]],
    [{ type: "speech_stopped", id: "u" }, [awaiting(true), "expect tools"]],
    [{ type: "turn_started" }, [awaiting(true)]],
    [
      { type: "user_transcript", id: "u", text: "Hi", final: false },
      [{ type: "message", id: "u", role: "user", text: "Hi", final: false, at: 7 }],
    ],
    [
      { type: "agent_delta", id: "a", delta: "Hel", spoken: true },
      [{ type: "message_delta", id: "a", role: "agent", delta: "Hel", at: 7 }],
    ],
    [
      { type: "agent_delta", id: "a", delta: "Hel", spoken: false },
      [{ type: "message_delta", id: "a", role: "agent", delta: "Hel", at: 7 }, streaming(true)],
    ],
    [
      { type: "agent_transcript", id: "a", text: "Hello" },
      [{ type: "message", id: "a", role: "agent", text: "Hello", final: true, at: 7 }],
    ],
    [{ type: "turn_done", more: true }, [awaiting(true), streaming(false)]],
    [
      { type: "interrupted", ids: ["a", "b"] },
      [
        { type: "message_interrupted", id: "a" },
        { type: "message_interrupted", id: "b" },
        streaming(false),
        ["report", { type: "interrupted" }],
      ],
    ],
    [{ type: "playback", playback: "pending" }, [{ type: "playback", playback: "pending" }]],
    [{ type: "playback", playback: "playing" }, [{ type: "playback", playback: "playing" }, "heard"]],
    [{ type: "reconnecting", active: true }, [{ type: "reconnecting", active: true }]],
    [
      { type: "error", code: "vendor_failed", message: "no" },
      [["report", { type: "error", code: "vendor_failed", message: "no" }]],
    ],
    [
      { type: "error", code: "audio_blocked", message: "no" },
      [{ type: "audio_blocked", blocked: true }, ["report", { type: "error", code: "audio_blocked", message: "no" }]],
    ],
    [{ type: "tool_call", call: CALL }, [["run", CALL]]],
    [{ type: "usage", id: "r", reported: { total: 1 } }, [["used", "r", { total: 1 }]]],
    [{ type: "leaving", in_ms: 10 }, [["leaving", 10]]],
    [CLOSED, [["closed", CLOSED]]],
  ])("%j", (event, caused) => {
    expect(causedBy(event)).toEqual(caused);
  });

  it("shows as it arrives what nobody hears", () => {
    const event = { type: "agent_delta", id: "a", delta: "Hel", spoken: true } as const;
    expect(causedBy(event, { audible: false }).at(-1)).toEqual(streaming(true));
  });

  it("reports no longer words than the service takes", () => {
    const [report] = causedBy({ type: "error", code: "vendor_failed", message: "no ".repeat(1_000) });
    expect(report).toMatchObject(["report", { message: expect.stringMatching(/^.{1000}$/) }]);
  });

  it("keeps in mind which answers may still change", () => {
    const provisional = new Set<string>();
    causedBy({ type: "agent_transcript", id: "a", text: "Hello", provisional: true }, { provisional });
    expect([...provisional]).toEqual(["a"]);
    causedBy({ type: "agent_transcript", id: "a", text: "Hel" }, { provisional });
    expect([...provisional]).toEqual([]);
  });
});
