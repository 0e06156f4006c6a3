import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { VoiceSession } from "../../widget/session/voice-session.ts";
import { accepted, endWorld, gate, over, STARTED, settled, startWorld, type World } from "./session-harness.ts";

/** A conversation that its page leaves to the next one, in a scripted world. */
let harness: World;
let session: VoiceSession;

beforeEach(() => {
  harness = startWorld();
});
afterEach(async () => {
  await session.end();
  await vi.advanceTimersByTimeAsync(60_000);
  endWorld(harness);
});

const earlier = { session_id: STARTED.session_id, session_secret: STARTED.session_secret, transcript: [] };
const leave = () => harness.page.window.dispatchEvent(Object.assign(new Event("pagehide"), { persisted: true }));
const reconnects = () => harness.requests.filter(({ path }) => path.endsWith("/reconnect")).map(({ body }) => body);
const starts = () => harness.requests.filter(({ path }) => path === "session").length;

describe("a page with a name", () => {
  it("leaves its session to the next page as it is left, and ends here", async () => {
    session = harness.session({ pageId: "one" });
    await session.start();
    harness.emit({ type: "user_transcript", id: "u", text: "Bye", final: true });
    const before = harness.requests.length;
    leave();
    expect(harness.requests.slice(before)).toMatchObject([
      { keepalive: true, body: { events: [{ type: "user_transcript" }, { type: "page_left", page_id: "one" }] } },
    ]);
    expect(session.state).toMatchObject({ status: "ended", reason: "visitor_left" });
    await settled();
    expect(harness.open).toEqual(new Set());
  });

  it("leaves nothing of a conversation that was never connected", async () => {
    const opened = gate<void>();
    harness.answers.session = () => opened.promise.then(() => ({ status: 200, body: STARTED }));
    session = harness.session({ pageId: "one" });
    const starting = session.start();
    await settled();
    leave();
    opened.open();
    await starting;
    expect(harness.types()).toEqual(["failed"]);
  });

  it("takes up the session of the page before under its own name", async () => {
    session = harness.session({ pageId: "two" });
    await session.start({ earlier });
    expect(reconnects()).toMatchObject([{ page_id: "two", session_secret: STARTED.session_secret }]);
    expect(starts()).toBe(0);
    expect(harness.types()).toEqual(["connected"]);
    leave();
    await settled();
    expect(harness.types()).toEqual(["connected", "page_left"]);
  });

  it("says nothing of a session that it left before it had it: that is another page's by then", async () => {
    const answered = gate<void>();
    harness.answers.reconnect = () => answered.promise.then(() => ({ status: 200, body: STARTED }));
    session = harness.session({ pageId: "two" });
    const starting = session.start({ earlier });
    await settled();
    leave();
    answered.open();
    await starting;
    expect(harness.types()).toEqual([]);
    expect(harness.open).toEqual(new Set());
  });

  it("that takes up a session, and leaves before it is connected, leaves it on and fails nothing", async () => {
    const connected = gate<void>();
    harness.onConnect(() => connected.promise.then(() => ({})));
    session = harness.session({ pageId: "two" });
    const starting = session.start({ earlier });
    await settled();
    leave();
    connected.open();
    await starting;
    expect(harness.types()).toEqual(["page_left"]);
  });

  it("goes on in a new session where the service has given the old one up, and may leave that", async () => {
    harness.answers.reconnect = () => over("visitor_left");
    session = harness.session({ pageId: "two" });
    await session.start({ earlier });
    expect(starts()).toBe(1);
    harness.answers.events = () => accepted();
    leave();
    await settled();
    expect(harness.types()).toEqual(["connected", "page_left"]);
  });
});

it("a page without a name ends its session, and reconnects without one", async () => {
  session = harness.session();
  await session.start({ earlier });
  expect(reconnects()[0]).not.toHaveProperty("page_id");
  leave();
  await settled();
  expect(harness.types()).toEqual(["connected", "ended"]);
});
