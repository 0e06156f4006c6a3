import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isLive } from "../../widget/session/state.ts";
import type { VoiceSession } from "../../widget/session/voice-session.ts";
import {
  type Answer,
  accepted,
  endWorld,
  gate,
  over,
  STARTED,
  settled,
  startWorld,
  type World,
} from "./session-harness.ts";

let harness: World;
beforeEach(() => {
  harness = startWorld();
});
afterEach(() => endWorld(harness));

async function talk(input: "voice" | "text" = "voice"): Promise<VoiceSession> {
  const session = harness.session({ context: { plan: "gold" } });
  await session.start({ input });
  harness.emit({ type: "agent_transcript", id: "a", text: "Welcome" });
  harness.did.length = 0;
  return session;
}
const lose = () => harness.emit({ type: "closed", expired: false, orderly: false, message: "1006" });
const tries = () => harness.requests.filter(({ path }) => path === "session/ses_1/reconnect");
const reconnecting = ({ state }: VoiceSession) => isLive(state) && state.reconnecting;
const vendorFails: Answer = { status: 400, body: { detail: "The session could not be set up: no answer" } };

describe("a connection that breaks", () => {
  it("is made anew in the same session, with the microphone open and everything said told first", async () => {
    const session = await talk();
    session.mute(true);
    lose();
    expect(session.state).toMatchObject({ status: "listening", reconnecting: true, muted: true });
    await settled();
    expect(session.state).toMatchObject({ reconnecting: false, muted: true, session: { session_id: "ses_1" } });
    expect(tries().map(({ body }) => body)).toEqual([{ session_secret: "sss_1", context: { plan: "gold" } }]);
    expect(harness.call).toMatchObject({ token: "ek_2" });
    const said = harness.did.filter((what) => /events|reconnect|hear|greet|microphone/.test(what));
    expect(said.slice(0, 3)).toEqual(["session/ses_1/events", "session/ses_1/reconnect", "session/ses_1/events"]);
    expect(said.filter((what) => /greet|microphone/.test(what))).toEqual([]);
    expect(said).toContain("hear");
    await session.end();
    expect(harness.types().filter((type) => type === "ended")).toHaveLength(1);
    expect(harness.types().filter((type) => type === "agent_transcript")).toHaveLength(1);
  });

  it("puts what is said on the new connection after what was said on the old one", async () => {
    const session = await talk();
    harness.emit({ type: "agent_delta", id: "b", delta: "We open at", spoken: true });
    harness.emit({ type: "user_transcript", id: "u", text: "", final: false });
    lose();
    expect(session.transcript).toMatchObject([{ text: "Welcome" }, { text: "We open at", interrupted: true }]);
    await settled();
    harness.emit({ type: "item", id: "v", after: null });
    harness.emit({ type: "user_transcript", id: "v", text: "At what time?", final: true });
    expect(session.transcript.map(({ text }) => text)).toEqual(["Welcome", "We open at", "At what time?"]);
    // This vendor counts its items for each connection.
    harness.emit({ type: "agent_transcript", id: "a", text: "At eight" });
    expect(session.transcript.map(({ text }) => text).at(-1)).toBe("At eight");
    expect(session.transcript[0]?.text).toBe("Welcome");
    await session.end();
  });

  it("is one that the browser closes as another page is asked for, in whatever order its vendor answers", async () => {
    const session = await talk("text");
    const orderly = () => harness.emit({ type: "closed", expired: false, orderly: true, message: "1000" });
    harness.page.window.dispatchEvent(new Event("beforeunload"));
    await vi.advanceTimersByTimeAsync(2_000);
    orderly();
    expect(reconnecting(session)).toBe(true);
    await settled();
    expect(tries(), "the next page may go on in a moment").toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    await settled();
    expect(tries()).toHaveLength(1);
    expect(reconnecting(session)).toBe(false);
    // The next page never came: it was a file to be saved. What the vendor ends later is at its end.
    await vi.advanceTimersByTimeAsync(2_000);
    orderly();
    await settled();
    expect(session.state).toMatchObject({ status: "ended", reason: "completed" });
  });

  it("keeps what is typed meanwhile, and asks again what was owed an answer, once", async () => {
    const session = await talk("text");
    session.sendText("Is there rye?");
    const answer = gate<Answer>();
    harness.answers.reconnect = () => answer.promise;
    lose();
    session.sendText("And milk?");
    session.sendContext({ page: "/milk" });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(harness.did.filter((what) => what.startsWith("say"))).toEqual(["say Is there rye?"]);
    // The agent will read it when it is sent, not before.
    expect(JSON.stringify(harness.events())).not.toContain("And milk?");
    answer.open({ status: 200, body: { ...STARTED, initial_message: null } });
    await settled();
    expect(harness.did.filter((what) => /^(say|note)/.test(what)).slice(1)).toEqual([
      "say Is there rye?",
      "say And milk?",
      expect.stringContaining("/milk"),
    ]);
    expect(session.transcript.map(({ text }) => text)).toEqual(["Welcome", "Is there rye?", "And milk?"]);
    harness.emit({ type: "user_transcript", id: "none", text: "", final: true });
    await session.end();
    expect(JSON.stringify(harness.events()).match(/And milk\?/g)).toHaveLength(1);
  });

  it("asks again what was spoken where the vendor failed to answer it, and ends where it fails there, too", async () => {
    const session = await talk();
    harness.emit({ type: "user_transcript", id: "u", text: "Is there rye?", final: true });
    harness.emit({ type: "turn_started" });
    const closed = { type: "closed", expired: false, orderly: false, message: "" } as const;
    harness.emit({ ...closed, fault: { code: "vendor_failed", message: "It failed to answer" } });
    await settled();
    expect(harness.did.filter((what) => what.startsWith("say"))).toEqual(["say Is there rye?"]);
    expect(session.state).toMatchObject({ status: "thinking", reconnecting: false });
    expect(session.transcript.map(({ text }) => text)).toEqual(["Welcome", "Is there rye?"]);
    harness.emit({ ...closed, fault: { code: "agent_unavailable", message: "It failed to answer" } });
    await settled();
    expect(session.state).toMatchObject({ status: "error", error: { code: "agent_unavailable" } });
    expect(tries()).toHaveLength(1);
  });

  it("gives a tool's answer to the connection that asked, and tells another one of it", async () => {
    const session = await talk();
    const done = gate();
    session.registerTool("page", () => done.promise.then(() => "scrolled"));
    harness.emit({ type: "tool_call", call: { id: "t", call_id: "c1", name: "page", arguments: "{}" } });
    lose();
    await settled();
    done.open();
    await settled();
    expect(harness.did.join()).not.toContain("answer c1");
    expect(harness.did.find((what) => what.startsWith("note"))).toMatch(/page.*scrolled/);
    await session.end();
  });

  it("tries again while the vendor fails, and gives up calmly within eight seconds", async () => {
    const session = await talk();
    harness.answers.reconnect = () => vendorFails;
    lose();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(session.state).toMatchObject({ status: "listening", reconnecting: true });
    expect(tries().length).toBeGreaterThan(2);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(session.state).toMatchObject({ status: "error", error: { code: "connection_lost" } });
    expect(tries().length).toBeLessThan(7);
    expect(harness.types().filter((type) => type === "ended")).toHaveLength(1);
  });

  it("gives up on a vendor that says nothing", async () => {
    const session = await talk();
    harness.onConnect(() => new Promise(() => {}));
    lose();
    await vi.advanceTimersByTimeAsync(8_000);
    expect(session.state).toMatchObject({ status: "error", error: { code: "connection_lost" } });
  });

  it("waits for a browser without a network, and then has its full patience", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    const session = await talk();
    lose();
    await vi.advanceTimersByTimeAsync(40_000);
    expect(reconnecting(session)).toBe(true);
    expect(tries()).toEqual([]);
    vi.stubGlobal("navigator", { onLine: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(session.state).toMatchObject({ status: "listening", reconnecting: false });
    await session.end();
  });

  it("waits a minute for a voice line, which a conversation that comes back from a person may not find, and says so then", async () => {
    const session = await talk();
    const busy = { status: 429, body: { detail: "All voice lines are in use", code: "lines_busy" } };
    harness.answers.reconnect = () => busy;
    lose();
    await vi.advanceTimersByTimeAsync(55_000);
    expect(reconnecting(session)).toBe(true);
    harness.answers.reconnect = () => ({ status: 200, body: { ...STARTED, initial_message: null } });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(session.state).toMatchObject({ status: "listening", reconnecting: false });
    await session.end();

    const other = await talk();
    harness.answers.reconnect = () => busy;
    lose();
    await vi.advanceTimersByTimeAsync(70_000);
    expect(other.state).toMatchObject({ status: "error" });
  });

  it("ends at once when the visitor says so", async () => {
    const session = await talk();
    const answer = gate<Answer>();
    harness.answers.reconnect = () => answer.promise;
    lose();
    await settled();
    await session.end();
    expect(session.state).toMatchObject({ status: "ended", reason: "completed" });
    answer.open({ status: 200, body: STARTED });
    await settled();
    expect(session.status).toBe("ended");
    expect(harness.types().at(-1)).toBe("ended");
  });

  it("ends with the service's own reason", async () => {
    const session = await talk();
    harness.answers.events = () => accepted({ status: "ended", remaining_seconds: 0, end_reason: "credit_exhausted" });
    lose();
    await settled();
    expect(session.state).toMatchObject({ status: "ended", reason: "credit_exhausted" });
    expect(tries()).toEqual([]);
  });

  it("ends with the reason that the reconnect gives, or stops where there is no more of it", async () => {
    const session = await talk();
    harness.answers.reconnect = () => over("max_duration");
    lose();
    await settled();
    expect(session.state).toMatchObject({ status: "ended", reason: "max_duration" });

    const other = await talk();
    harness.answers.reconnect = () => ({ status: 409, body: { detail: "too often" } });
    lose();
    await settled();
    expect(other.state).toMatchObject({ status: "error", error: { code: "connection_lost" } });
    expect(harness.types().at(-1)).toBe("ended");
  });

  it("takes no other session in place of one that was given up", async () => {
    const session = await talk();
    harness.answers.reconnect = () => ({ status: 200, body: { ...STARTED, session_id: "ses_2" } });
    lose();
    await settled();
    expect(harness.requests.find(({ path }) => path === "session/ses_2/events")?.body).toMatchObject({
      events: [{ type: "failed" }],
    });
    await session.end();
  });
});

describe("a conversation that a reload cut off", () => {
  const earlier = {
    session_id: "ses_0",
    session_secret: "sss_0",
    transcript: [
      { id: "1", role: "agent", text: "Welcome", final: true, at: 1 },
      { id: "2", role: "user", text: "Is there rye?", final: true, at: 2 },
    ],
  } as const;

  it("goes on where it was, with nothing reported twice and no second greeting", async () => {
    harness.answers.reconnect = () => ({
      status: 200,
      body: { ...STARTED, session_id: "ses_2", initial_message: null },
    });
    const session = harness.session();
    const starting = session.start({ input: "text", earlier });
    expect(session.transcript).toEqual(earlier.transcript);
    session.sendText("And milk?");
    await starting;
    expect(harness.requests[0]).toMatchObject({ path: "session/ses_0/reconnect", body: { session_secret: "sss_0" } });
    expect(session.secret).toBe("sss_1");
    expect(session.state).toMatchObject({ status: "thinking", session: { session_id: "ses_2" } });
    expect(harness.did.filter((what) => /^(say|greet)/.test(what))).toEqual(["say And milk?"]);
    await session.end();
    expect(harness.events().filter(({ type }) => type.endsWith("_transcript"))).toMatchObject([{ text: "And milk?" }]);
  });

  it("begins a new session when it is too late, and the page tells what was said", async () => {
    harness.answers.reconnect = () => over("visitor_left");
    const session = harness.session();
    await session.start({ input: "text", earlier });
    expect(session.state).toMatchObject({ status: "listening", session: { session_id: "ses_1" } });
    expect(harness.did.filter((what) => /^(note|greet)/.test(what))).toEqual([
      expect.stringContaining('{"who":"visitor","said":"Is there rye?"}'),
    ]);
    await session.end();
  });
});
