import { describe, expect, test } from "vitest";
import type { SessionListed, SessionShown } from "../../console/answers.ts";
import { draftKey, type InboxState, isMine, START } from "../../console/inbox/inbox-model.ts";
import { type InboxEvent, reduce } from "../../console/inbox/inbox-state.ts";
import { followed, neighbour, newlyWaiting, sessionGroups } from "../../console/inbox/session-groups.ts";
import type { FrameToInbox, LiveMessage, LiveSession } from "../../shared/live.ts";

const session = (session_id: string, over: Partial<LiveSession> = {}): LiveSession => ({
  session_id,
  agent_id: 1,
  agent_name: "Ava",
  handled_by: "agent",
  status: "active",
  since: 1_000,
  waiting_since: null,
  reason: null,
  summary: null,
  page: null,
  person: null,
  ...over,
});
const waiting = (id: string, waiting_since: number) => session(id, { handled_by: "waiting", waiting_since });
const withPerson = (id: string, name: string) => session(id, { handled_by: "person", person: { name, picture: null } });
const line = (id: string, role: LiveMessage["role"], text: string, at: number, name?: string): LiveMessage => ({
  id,
  role,
  text,
  at,
  ...(name && { name }),
});
const record = (id: string, over: Partial<SessionShown> = {}) =>
  ({ id, agent_name: "Ava", transcript: [], events: [], tool_calls: [], ...over }) as unknown as SessionShown;
const said = (role: "user" | "agent" | "person", text: string, at: number) => ({ role, text, at, interrupted: false });

const play = (state: InboxState, ...events: (InboxEvent | FrameToInbox)[]): InboxState =>
  events.reduce<InboxState>(
    (now, event) => reduce(now, "frame" in event || isOwn(event) ? event : frame(event)),
    state,
  );
const frame = (one: FrameToInbox, at = 9_000): InboxEvent => ({ type: "frame", frame: one, at });
const OWN = ["connection", "frame", "earlier", "choose", "read", "typed", "sent", "asked", "quiet", "call"];
const isOwn = (event: InboxEvent | FrameToInbox): event is InboxEvent => OWN.includes(event.type);
const says = (session_id: string, one: LiveMessage): FrameToInbox => ({ type: "message", session_id, ...one });

/** Open, with these conversations. */
const open = (...items: LiveSession[]) =>
  play(START, { type: "connection", connection: "open" }, { type: "sessions", items });
/** The same, with the first of them joined as Ada and read. */
const joined = (...items: LiveSession[]) =>
  play(
    open(...items),
    { type: "choose", session_id: items[0]?.session_id ?? "" },
    { type: "asked", of: "join", session_id: items[0]?.session_id ?? "" },
    { type: "session", ...withPerson(items[0]?.session_id ?? "", "Ada") },
    { type: "read", record: record(items[0]?.session_id ?? "") },
  );
const texts = (state: InboxState) => state.chosen?.shown?.transcript.map(({ role, text }) => `${role}: ${text}`);

describe("the inbox's list", () => {
  test("has who waits longest first, then what people handle, then what runs, then what ended last", () => {
    const state = play(
      open(session("old", { since: 10 }), waiting("b", 200), session("new", { since: 20 }), waiting("a", 100)),
      { type: "session", ...withPerson("c", "Bo") },
      frame({ type: "session", ...session("old", { status: "ended" }) }, 50),
      frame({ type: "session", ...session("e", { status: "ended" }) }, 60),
    );
    const ids = Object.values(sessionGroups(state.sessions)).map((group) =>
      group.map(({ session_id }: LiveSession) => session_id),
    );
    expect(ids).toEqual([
      ["a", "b"],
      ["c", "new"],
      ["e", "old"],
    ]);
    expect(neighbour(state.sessions, null, 1)).toBe("a");
    expect(neighbour(state.sessions, "b", 1)).toBe("c");
    expect(neighbour(state.sessions, "a", -1)).toBe("a");
    expect(neighbour(state.sessions, "old", 1)).toBe("old");
    expect(neighbour(new Map(), null, 1)).toBeNull();
  });

  test("tells who waits since before, once", () => {
    const before = open(session("a"), waiting("b", 5));
    const next = play(before, { type: "session", ...waiting("a", 6) });
    expect(newlyWaiting(before.sessions, next.sessions).map(({ session_id }) => session_id)).toEqual(["a"]);
    expect(newlyWaiting(next.sessions, play(next, { type: "session", ...waiting("a", 6) }).sessions)).toEqual([]);
    expect(next.news.map(({ text }) => text)).toEqual(["Somebody waits for a person: Ava"]);
  });

  test("has what ended before it was opened, once, and nothing that still runs as ended", () => {
    const gone = (id: string, ended_at: number, over: object = {}) =>
      ({
        id,
        agent_id: 1,
        agent_name: "Ava",
        started_at: 1,
        ended_at,
        asked: "Hi",
        summary: null,
        ...over,
      }) as SessionListed;
    const failed = gone("failed", 15, { asked: null, failure: "The network blocks voice calls" });
    const earlier = [
      ...[gone("runs", 30), gone("first", 10), failed, gone("last", 20, { summary: "A pot" })],
      gone("over", 5),
    ];
    const state = play(
      open(session("runs"), session("over")),
      frame({ type: "session", ...session("over", { status: "ended" }) }, 50),
      { type: "earlier", sessions: earlier },
    );
    const { running, ended } = sessionGroups(state.sessions);
    expect(running.map(({ session_id }) => session_id)).toEqual(["runs"]);
    // What was asked first is no summary.
    expect(ended.map(({ session_id, summary, about }) => [session_id, summary, about])).toEqual([
      ["over", null, null],
      ["last", "A pot", "A pot"],
      ["failed", null, "The network blocks voice calls"],
      ["first", null, "Hi"],
    ]);
    expect(state.news).toEqual(play(state, { type: "earlier", sessions: earlier }).news);
  });

  test("counts as ended what is gone after the connection broke, and keeps the newest hundred of those", () => {
    const back = play(open(session("a"), session("b")), frame({ type: "sessions", items: [session("b")] }, 70));
    expect(back.sessions.get("a")).toMatchObject({ status: "ended", ended_at: 70 });
    const many = Array.from({ length: 150 }, (_, index) => session(`s${index}`));
    const ended = play(open(...many), { type: "sessions", items: [] });
    expect(ended.sessions.size).toBe(100);
  });
});

describe("a conversation that is read", () => {
  test("is its record and what came since, each line once, in what order they arrive whatsoever", () => {
    const lines = [
      line("1", "user", "Hello", 100),
      line("2", "agent", "Good day", 200),
      line("3", "user", "Hello", 5_000),
    ];
    const transcript = [said("user", "Hello", 100), said("agent", "Good day", 200)];
    const chosen = play(open(session("a")), { type: "choose", session_id: "a" });
    const read: InboxEvent = { type: "read", record: record("a", { transcript }) };
    const wanted = ["user: Hello", "agent: Good day", "user: Hello"];
    expect(texts(play(chosen, read, ...lines.map((one) => says("a", one))))).toEqual(wanted);
    expect(texts(play(chosen, ...lines.map((one) => says("a", one)), read))).toEqual(wanted);
  });

  test("takes a correction for the line that it corrects", () => {
    const chosen = play(open(session("a")), { type: "choose", session_id: "a" });
    const transcript = [said("agent", "We are open", 100)];
    const state = play(
      chosen,
      { type: "read", record: record("a", { transcript }) },
      says("a", line("1", "agent", "We are open from nine", 100)),
      says("a", line("2", "user", "Thank", 300)),
      says("a", line("2", "user", "Thank you", 300)),
    );
    expect(texts(state)).toEqual(["agent: We are open from nine", "user: Thank you"]);
    expect(state.news.map(({ text }) => text)).toEqual(["Ava: We are open from nine", "Visitor: Thank"]);
  });

  test("takes no report of the page for what a person wrote", () => {
    const state = play(
      joined(waiting("a", 1)),
      says("a", line("1", "person", "No refund", 5_000, "Ada")),
      says("a", line("1", "agent", "1,000 for you", 6_000)),
      says("a", line("1", "user", "", 6_000)),
    );
    expect(texts(state)).toEqual(["person: No refund"]);
  });

  test("shows what was whispered until the record has it", () => {
    const chosen = play(open(session("a")), { type: "choose", session_id: "a" }, { type: "read", record: record("a") });
    const told = play(chosen, { type: "sent", session_id: "a", kind: "whisper", text: "Offer tea", at: 50 });
    const whispers = (state: InboxState) =>
      state.chosen?.shown?.events.flatMap((event) => (event.type === "whisper" ? [event.name] : []));
    expect(whispers(told)).toEqual(["You"]);
    const events = [{ type: "whisper", name: "Ada", text: "Offer tea", at: null, received_at: 51 }];
    const read = play(told, { type: "read", record: record("a", { events } as Partial<SessionShown>) });
    expect(whispers(read)).toEqual(["Ada"]);
  });

  test("takes no answer that was read for another", () => {
    const state = play(open(session("a")), { type: "choose", session_id: "a" }, { type: "read", record: record("b") });
    expect(state.chosen?.record).toBeNull();
  });
});

describe("a conversation that was joined", () => {
  test("is this person's as soon as the service says so, and no longer than that", () => {
    const asked = play(open(waiting("a", 1)), { type: "asked", of: "join", session_id: "a" });
    expect(isMine(asked, "a")).toBe(false);
    // It changes for another reason before the join has come to anything.
    const changed = play(asked, { type: "session", ...waiting("a", 1), status: "starting" });
    expect(changed.asked).not.toBeNull();
    const mine = play(changed, { type: "session", ...withPerson("a", "Ada") });
    expect(isMine(mine, "a")).toBe(true);
    expect(mine.asked).toBeNull();
    expect([...followed(mine)]).toEqual(["a"]);
    expect(isMine(play(mine, { type: "session", ...session("a") }), "a")).toBe(false);
    expect(isMine(play(mine, { type: "sessions", items: [withPerson("a", "Bo")] }), "a")).toBe(false);
    const ended = { ...withPerson("a", "Ada"), status: "ended" as const };
    expect(isMine(play(mine, { type: "session", ...ended }), "a")).toBe(false);
  });

  test("is another's where the service refuses, in its words", () => {
    const state = play(
      open(waiting("a", 1)),
      { type: "asked", of: "join", session_id: "a" },
      { type: "error", of: "join", status: 409, detail: "Bo has this conversation", session_id: "a" },
      { type: "session", ...withPerson("a", "Bo") },
    );
    expect(isMine(state, "a")).toBe(false);
    expect(state.asked).toBeNull();
    expect(state.refusal).toEqual({ of: "join", session_id: "a", detail: "Bo has this conversation" });
  });

  test("counts what its visitor writes while another is read", () => {
    const elsewhere = play(joined(waiting("a", 1), session("b")), { type: "choose", session_id: "b" });
    expect([...followed(elsewhere)].sort()).toEqual(["a", "b"]);
    const next = play(
      elsewhere,
      says("a", line("1", "user", "Still there?", 9)),
      says("a", line("2", "person", "Yes", 10)),
    );
    expect(next.unread.get("a")).toBe(1);
    expect(play(next, { type: "choose", session_id: "a" }).unread.has("a")).toBe(false);
  });

  test("shows who types until they wrote or were quiet, and what was read", () => {
    const typing = play(joined(waiting("a", 1)), { type: "typing", session_id: "a", on: true });
    expect(typing.chosen?.typing_at).toBe(9_000);
    expect(play(typing, { type: "quiet" }).chosen?.typing_at).toBeNull();
    expect(play(typing, says("a", line("1", "user", "Hello", 9))).chosen?.typing_at).toBeNull();
    expect(play(typing, { type: "typing", session_id: "b", on: true }).chosen?.typing_at).toBe(9_000);
    expect(play(typing, { type: "seen", session_id: "a", id: "7" }).chosen?.seen).toBe("7");
  });
});

describe("what is written", () => {
  const typed = (text: string): InboxEvent => ({ type: "typed", session_id: "a", kind: "message", text });
  const sent = (text: string): InboxEvent => ({ type: "sent", session_id: "a", kind: "message", text, at: 8_000 });
  const draft = (state: InboxState, kind: "message" | "whisper" = "message") => state.drafts.get(draftKey("a", kind));
  const refuse = (of: string): FrameToInbox => ({
    type: "error",
    of,
    status: 429,
    detail: "Too fast",
    session_id: "a",
  });

  test("is on its way until it comes back as a line", () => {
    const state = play(joined(waiting("a", 1)), typed("Hello"), sent("Hello"));
    expect(draft(state)).toBeUndefined();
    expect(state.outgoing).toHaveLength(1);
    const back = play(state, says("a", line("1", "person", "Hello", 9, "Ada")));
    expect(back.outgoing).toEqual([]);
    expect(texts(back)).toEqual(["person: Hello"]);
    expect(back.news.map(({ text }) => text)).not.toContain("Ada: Hello");
  });

  test("stands in its field again where it was refused, before what was typed meanwhile", () => {
    const state = play(joined(waiting("a", 1)), sent("First"), sent("Second"), typed("Third"), refuse("message"));
    expect(draft(state)).toBe("First\nThird");
    expect(state.outgoing.map(({ text }) => text)).toEqual(["Second"]);
    expect(state.refusal).toEqual({ of: "message", session_id: "a", detail: "Too fast" });
    expect(play(state, sent("First\nThird")).refusal).toBeNull();
  });

  test("of whispers, the newest was refused", () => {
    const whisper = (text: string): InboxEvent => ({ type: "sent", session_id: "a", kind: "whisper", text, at: 1 });
    const state = play(open(session("a")), whisper("One"), whisper("Two"), refuse("whisper"));
    expect(draft(state, "whisper")).toBe("Two");
    expect(state.whispers.map(({ text }) => text)).toEqual(["One"]);
  });

  test("is settled by the record after the connection broke: what arrived is a line, what did not is typed text", () => {
    const broken = play(joined(waiting("a", 1)), sent("Arrived"), sent("Lost"), {
      type: "connection",
      connection: "offline",
    });
    expect(broken.outgoing.map(({ unsure }) => unsure)).toEqual([true, true]);
    const back = play(
      broken,
      { type: "connection", connection: "open" },
      { type: "sessions", items: [withPerson("a", "Ada")] },
      { type: "read", record: record("a", { transcript: [said("person", "Arrived", 8_001)] }) },
    );
    expect(isMine(back, "a")).toBe(true);
    expect(texts(back)).toEqual(["person: Arrived"]);
    expect(draft(back)).toBe("Lost");
    expect(back.outgoing).toEqual([]);
    expect(back.refusal?.detail).toContain("Send it again");
  });

  test("is kept for each conversation", () => {
    const state = play(joined(waiting("a", 1), session("b")), typed("Half a"), { type: "choose", session_id: "b" });
    expect(draft(state)).toBe("Half a");
  });
});

describe("sound", () => {
  const signal = (
    kind: "ask" | "accept" | "decline" | "mute" | "end",
    session_id = "a",
    on?: boolean,
  ): FrameToInbox => ({
    type: "signal",
    kind,
    session_id,
    ...(on !== undefined && { on }),
  });
  const change = (one: Extract<InboxEvent, { type: "call" }>["change"]): InboxEvent => ({ type: "call", change: one });
  const here = joined(waiting("a", 1), session("b"));

  test("begins when one side asked and the other agreed", () => {
    const asked = play(here, change({ type: "ask", session_id: "a" }));
    expect(asked.call?.phase).toBe("asked");
    const on = play(asked, signal("accept"), change({ type: "connected" }), signal("mute", "a", true));
    expect(on.call).toEqual({ phase: "on", session_id: "a", muted: false, other_muted: true });
    expect(play(on, signal("end")).call).toMatchObject({ phase: "over", why: "The visitor ended the sound." });
    expect(play(asked, signal("decline")).call).toMatchObject({ phase: "over", why: "The visitor prefers to write." });
    const asking = play(here, signal("ask"));
    expect(asking.call?.phase).toBe("asking");
    expect(play(asking, change({ type: "accept" })).call?.phase).toBe("connecting");
    expect(play(asking, change({ type: "decline" })).call).toBeNull();
    expect(play(asking, signal("end")).call, "taken back").toBeNull();
  });

  test("begins at once where both asked, and is not taken by a second visitor", () => {
    const asked = play(here, change({ type: "ask", session_id: "a" }));
    expect(play(asked, signal("ask")).call?.phase).toBe("connecting");
    expect(play(asked, signal("accept", "b")).call?.phase).toBe("asked");
  });

  test("is not begun by a visitor whom somebody else has", () => {
    expect(play(here, signal("ask", "b")).call).toBeNull();
  });

  test("outlives the inbox's connection once it runs, and ends with the conversation", () => {
    const broken: InboxEvent = { type: "connection", connection: "offline" };
    const asked = play(here, change({ type: "ask", session_id: "a" }));
    expect(play(asked, broken).call).toBeNull();
    const on = play(asked, signal("accept"), change({ type: "connected" }));
    expect(play(on, broken).call?.phase).toBe("on");
    expect(play(on, { type: "session", ...session("a") }).call).toBeNull();
  });

  test("says why it did not come about", () => {
    const failed = play(here, change({ type: "failed", session_id: "a", why: "No microphone" }));
    expect(failed.call).toEqual({ phase: "over", session_id: "a", why: "No microphone" });
    const refused = play(here, change({ type: "ask", session_id: "a" }), {
      type: "error",
      of: "signal",
      status: 409,
      detail: "Not joined",
      session_id: "a",
    });
    expect(refused.call).toBeNull();
  });
});
