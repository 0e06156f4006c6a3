import { describe, expect, it } from "vitest";
import { reduce, type SessionAction } from "../../widget/session/reduce.ts";
import { IDLE, type SessionState } from "../../widget/session/state.ts";

const session = { session_id: "ses_1", agent_id: 7, agent_name: "Ava" };
const CONNECT: SessionAction[] = [
  { type: "started", input: "voice" },
  { type: "opened", session },
  { type: "connected", remaining_seconds: 300, at: 5 },
];
const run = (facts: SessionAction[], from: SessionState = IDLE) => facts.reduce(reduce, from);
const live = run(CONNECT);
const said = (id: string, text: string, role: "user" | "agent" = "user", final = true): SessionAction => ({
  type: "message",
  id,
  role,
  text,
  final,
  at: 1,
});
const placed = (id: string, previous: string | null): SessionAction => ({ type: "item_placed", id, after: previous });
const texts = (state: SessionState) => state.transcript.map((message) => message.text);

describe("reduce: status", () => {
  const table: [string, SessionAction[], string][] = [
    ["connects", [], "listening"],
    ["thinks while an answer is owed", [{ type: "awaiting", awaiting: true }], "thinking"],
    ["thinks while audio waits to be heard", [{ type: "playback", playback: "pending" }], "thinking"],
    [
      "speaks while audio is heard, whatever is owed",
      [
        { type: "awaiting", awaiting: true },
        { type: "playback", playback: "playing" },
      ],
      "speaking",
    ],
    [
      "listens when the audio is drained",
      [
        { type: "playback", playback: "playing" },
        { type: "playback", playback: "none" },
      ],
      "listening",
    ],
    ["speaks while text streams", [{ type: "streaming", streaming: true }], "speaking"],
    [
      "does not wait for audio that the browser blocks",
      [
        { type: "playback", playback: "pending" },
        { type: "audio_blocked", blocked: true },
      ],
      "listening",
    ],
    ["ends", [{ type: "ended", reason: "operator" }], "ended"],
    ["fails", [{ type: "failed", error: { code: "connection_lost", message: "" } }], "error"],
  ];
  for (const [name, facts, status] of table)
    it(name, () => {
      expect(run(facts, live).status).toBe(status);
    });

  it("is not connected before the service has answered", () => {
    expect(run([CONNECT[0] as SessionAction, CONNECT[2] as SessionAction]).status).toBe("connecting");
  });

  it("gives the same object back for what changes nothing", () => {
    const over = run([{ type: "ended", reason: "completed" }], live);
    for (const [state, action] of [
      [live, { type: "awaiting", awaiting: false }],
      [live, { type: "muted", muted: false }],
      [over, { type: "playback", playback: "playing" }],
      [over, { type: "failed", error: { code: "connection_lost", message: "" } }],
      [over, said("a", "late")],
      [IDLE, { type: "ended", reason: "completed" }],
    ] as [SessionState, SessionAction][])
      expect(reduce(state, action)).toBe(state);
  });

  it("says of an ended conversation whether it came about", () => {
    const of = (...actions: SessionAction[]) => run(actions);
    expect(of({ type: "started", input: "voice" }, { type: "ended", reason: "visitor_left" })).toMatchObject({
      connected: false,
    });
    expect(run([{ type: "ended", reason: "completed" }], live)).toMatchObject({ connected: true });
  });

  it("carries in each status only what exists then", () => {
    const over = run([said("a", "hello"), { type: "ended", reason: "max_duration" }], live);
    expect(Object.keys(over).sort()).toEqual(["connected", "order", "reason", "session", "status", "transcript"]);
    expect(texts(over)).toEqual(["hello"]);
    expect(texts(run(CONNECT, over))).toEqual([]);
  });

  it("falls back to text without the microphone, also before it is connected", () => {
    const denied = run([CONNECT[0] as SessionAction, { type: "microphone_lost", fault: "microphone_denied" }]);
    expect(run(CONNECT.slice(1), denied)).toMatchObject({
      status: "listening",
      input: "text",
      microphone: "microphone_denied",
    });
  });
});

describe("reduce: transcript", () => {
  it("orders by predecessor, not by arrival", () => {
    const state = run(
      [said("a2", "answer", "agent"), placed("a2", "u1"), said("u1", "question"), placed("u1", null)],
      live,
    );
    expect(texts(state)).toEqual(["question", "answer"]);
  });

  it("fills the visitor's words in where they were spoken", () => {
    const state = run(
      [
        said("u1", "", "user", false),
        placed("u1", null),
        placed("a1", "u1"),
        said("a1", "Sure.", "agent"),
        said("u2", "", "user", false),
        placed("u2", "a1"),
        said("u1", "Hello?"),
      ],
      live,
    );
    expect(texts(state)).toEqual(["Hello?", "Sure.", ""]);
    expect(state.transcript[2]?.final).toBe(false);
  });

  it("puts an answer before what was said meanwhile", () => {
    const state = run([said("u1", "one"), said("u2", "two"), placed("a1", "u1"), said("a1", "answer", "agent")], live);
    expect(texts(state)).toEqual(["one", "answer", "two"]);
  });

  it("keeps the order through items that show nothing", () => {
    const facts = [
      said("u1", "weather?"),
      placed("u1", null),
      placed("call", "u1"),
      placed("output", "call"),
      placed("a1", "output"),
      said("a1", "sunny", "agent"),
    ];
    expect(texts(run(facts, live))).toEqual(["weather?", "sunny"]);
    expect(texts(run([...facts].reverse(), live))).toEqual(["weather?", "sunny"]);
  });

  it("takes any order of arrival for one conversation", () => {
    const chain = ["a", "b", "c", "d", "e"];
    const orders = [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 0, 4, 1, 3],
      [1, 3, 0, 2, 4],
    ];
    for (const order of orders) {
      const facts = order.flatMap((n) => [
        said(chain[n] as string, chain[n] as string),
        placed(chain[n] as string, n ? (chain[n - 1] as string) : null),
      ]);
      expect(texts(run(facts, live)), String(order)).toEqual(chain);
    }
  });

  it("joins pieces, then takes the whole; a final empty text takes the message away", () => {
    const delta = (id: string, text: string): SessionAction => ({
      type: "message_delta",
      id,
      role: "agent",
      delta: text,
      at: 9,
    });
    const grown = run([delta("a", "Good "), delta("a", "mor")], live);
    expect(grown.transcript).toEqual([{ id: "a", role: "agent", text: "Good mor", final: false, at: 9 }]);
    expect(texts(run([said("a", "Good morning", "agent")], grown))).toEqual(["Good morning"]);
    expect(run([said("u", "", "user", false), said("u", "")], live).transcript).toEqual([]);
  });

  it("is whole once it was said as a whole, whatever piece of it comes late", () => {
    const piece = { type: "message_delta", id: "a", role: "agent", delta: " nine.", at: 1 } as const;
    const late = run(
      [said("u", "How many?"), said("u", " many?", "user", false), said("a", "At nine.", "agent"), piece],
      live,
    );
    expect(late.transcript.map(({ text, final }) => [text, final])).toEqual([
      ["How many?", true],
      ["At nine.", true],
    ]);
  });

  it("keeps an interrupted answer closed", () => {
    const cut = run([said("a", "Once upon", "agent", false), { type: "message_interrupted", id: "a" }], live);
    expect(cut.transcript[0]).toMatchObject({ text: "Once upon", final: true, interrupted: true });
    const late = run([{ type: "message_delta", id: "a", role: "agent", delta: " a time", at: 3 }], cut);
    expect(late.transcript[0]).toMatchObject({ final: true, interrupted: true });
  });

  it("closes what is open at the end and drops what was never understood", () => {
    const over = run(
      [said("u", "", "user", false), said("a", "I am", "agent", false), { type: "ended", reason: "completed" }],
      live,
    );
    expect(over.transcript).toMatchObject([{ text: "I am", final: true }]);
  });

  it("marks an answer in whose middle the conversation ends or fails, and none that was heard", () => {
    const heard = run([said("a", "Hello!", "agent"), said("u", "Bye.")], live);
    const speaking = run([said("b", "We open at nine", "agent"), { type: "playback", playback: "playing" }], heard);
    const marks = (action: SessionAction, from: SessionState) =>
      reduce(from, action).transcript.map(({ interrupted }) => interrupted);
    const ended: SessionAction = { type: "ended", reason: "completed" };
    expect(marks(ended, heard)).toEqual([undefined, undefined]);
    expect(marks(ended, speaking)).toEqual([undefined, undefined, true]);
    expect(marks({ type: "failed", error: { code: "vendor_failed", message: "" } }, speaking).at(-1)).toBe(true);
    expect(marks(ended, run([{ type: "playback", playback: "none" }], speaking)).at(-1)).toBeUndefined();
  });
});
