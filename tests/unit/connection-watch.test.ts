import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isLive } from "../../widget/session/state.ts";
import type { VoiceSession } from "../../widget/session/voice-session.ts";
import { type Answer, accepted, endWorld, gate, settled, startWorld, type World, world } from "./session-harness.ts";

let harness: World;
beforeEach(() => {
  harness = startWorld();
});
afterEach(() => endWorld(harness));

/** A conversation in which nobody says anything just now, over a connection that confirms what it is told. */
async function talk(input: "voice" | "text" = "text"): Promise<VoiceSession> {
  Object.assign(harness.connection, { lastMessageAt: Date.now(), confirms: true });
  harness.speak(0);
  const session = harness.session();
  await session.start({ input });
  harness.emit({ type: "agent_transcript", id: "a", text: "Welcome" });
  harness.emit({ type: "turn_done", more: false });
  await vi.advanceTimersByTimeAsync(4_000);
  harness.did.length = 0;
  return session;
}
const reconnecting = ({ state }: VoiceSession) => isLive(state) && state.reconnecting;
const tries = () => harness.requests.filter(({ path }) => path.endsWith("/reconnect")).length;
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
/** The whole network is gone, and the browser has not noticed. */
const cut = () => {
  harness.answers.events = () => "offline";
  harness.answers.reconnect = () => "offline";
};
const mend = () => {
  harness.answers.events = () => accepted();
  harness.answers.reconnect = world().answers.reconnect;
};

describe("a connection that is lost without a word", () => {
  it("is noticed at once where the browser is offline, and made anew when it is online again", async () => {
    const session = await talk();
    vi.stubGlobal("navigator", { onLine: false });
    cut();
    harness.page.window.dispatchEvent(new Event("offline"));
    expect(reconnecting(session)).toBe(true);
    await wait(30);
    expect(tries()).toBe(0);
    vi.stubGlobal("navigator", { onLine: true });
    mend();
    harness.page.window.dispatchEvent(new Event("online"));
    await wait(1);
    expect(session.state).toMatchObject({ status: "listening", reconnecting: false });
    expect(tries()).toBe(1);
    await session.end();
  });

  it("is noticed by a sign of life that fails; a short hiccup costs no new connection", async () => {
    const session = await talk();
    cut();
    await wait(18);
    expect(reconnecting(session)).toBe(true);
    expect(tries()).toBe(0);
    mend();
    await wait(2);
    expect(reconnecting(session)).toBe(false);
    expect(tries()).toBe(0);
    await session.end();
  });

  it("is noticed within three seconds by an answer that does not come", async () => {
    const session = await talk();
    const never = gate<Answer>();
    harness.answers.events = () => never.promise;
    await wait(18.1);
    expect(reconnecting(session)).toBe(false);
    await wait(2);
    expect(reconnecting(session)).toBe(true);
    mend();
    never.open("offline");
    await wait(2);
    expect(reconnecting(session)).toBe(false);
    await session.end();
  });

  it("is not trusted after a long silence: another one takes its place, and the words that waited are said", async () => {
    const session = await talk();
    cut();
    session.sendText("Is there rye?");
    await settled();
    expect(reconnecting(session), "the report of these words failed").toBe(true);
    await wait(30);
    expect(session.state, "it does not give up on a network").toMatchObject({ reconnecting: true });
    mend();
    await wait(3);
    expect(reconnecting(session)).toBe(false);
    expect(harness.did.filter((what) => what.startsWith("say"))).toEqual(["say Is there rye?", "say Is there rye?"]);
    await session.end();
  });

  it("gives up on a network after a minute", async () => {
    const session = await talk();
    cut();
    harness.emit({ type: "closed", expired: false, orderly: false, message: "1006" });
    await wait(55);
    expect(reconnecting(session)).toBe(true);
    await wait(20);
    expect(session.state).toMatchObject({ status: "error", error: { code: "connection_lost" } });
    await wait(5);
  });

  it("is none while the vendor speaks, nor where the service answers with a fault of its own", async () => {
    const session = await talk();
    cut();
    for (let n = 0; n < 40; n++) {
      await wait(0.5);
      harness.emit({ type: "agent_delta", id: "b", delta: "and ", spoken: true });
      expect(reconnecting(session)).toBe(false);
    }
    harness.answers.events = () => ({ status: 503, body: {} });
    await wait(40);
    expect(reconnecting(session)).toBe(false);
    expect(tries()).toBe(0);
    mend();
    await session.end();
  });

  it("is noticed by a vendor that does not confirm what it is told, and is made anew", async () => {
    const session = await talk();
    session.sendText("Is there rye?");
    await wait(2.4);
    expect(reconnecting(session)).toBe(false);
    await wait(0.6);
    expect(reconnecting(session)).toBe(true);
    expect(tries(), "the service answers, and this is not its connection").toBe(0);
    await wait(4);
    expect(tries()).toBe(1);
    expect(harness.did.filter((what) => what.startsWith("say"))).toEqual(["say Is there rye?", "say Is there rye?"]);
    expect(reconnecting(session)).toBe(false);
    harness.emit({ type: "turn_started" });
    await session.end();
  });

  it("is no connection of a vendor that confirms, and thinks for long", async () => {
    const session = await talk();
    session.sendText("Is there rye?");
    harness.emit({ type: "turn_started" });
    await wait(19);
    expect(session.state).toMatchObject({ status: "thinking", reconnecting: false });
    await session.end();
  });

  it("a vendor that confirms nothing is given time to think", async () => {
    const session = await talk();
    harness.connection.confirms = false;
    session.sendText("Is there rye?");
    await wait(15);
    expect(reconnecting(session)).toBe(false);
    await wait(6);
    expect(tries()).toBe(1);
    await session.end();
  });

  it("is noticed within three seconds when somebody speaks and nobody hears; once for each silence", async () => {
    const session = await talk("voice");
    const beats = () => harness.types().filter((type) => type === "heartbeat").length;
    harness.speak(0.3);
    await wait(3);
    expect(beats(), "the service was asked, and answers").toBe(1);
    expect(reconnecting(session)).toBe(false);
    await wait(10);
    expect(beats()).toBe(1);
    harness.emit({ type: "speech_started", id: "u" });
    const never = gate<Answer>();
    harness.answers.events = () => never.promise;
    await wait(3);
    expect(reconnecting(session)).toBe(true);
    never.open("offline");
    mend();
    await session.end();
  });
});
