import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CommandQueue } from "../../widget/session/command-queue.ts";
import { ElementSession } from "../../widget/session/element-session.ts";
import { SessionEngine } from "../../widget/session/session-engine.ts";
import { endWorld, over, STARTED, settled, startWorld, type World } from "./session-harness.ts";

/** The element's session over a whole conversation, in a scripted world. */
let harness: World;
let queue: CommandQueue;
let session: ElementSession;
let statuses: string[];

beforeEach(() => {
  harness = startWorld();
  harness.speak(0);
  queue = new CommandQueue();
  session = new ElementSession({
    queue,
    engine: new SessionEngine(queue, new Map(), harness.ports),
    settings: () => null,
    admit: () => "yes",
    asksFirst: () => false,
    defaultInput: () => "text",
    options: () => ({ apiKey: "svc_pk_x", baseUrl: "https://voice.example", agentId: 7 }),
    askPerson: () => {},
    addContext: () => {},
  });
  statuses = [];
  session.subscribe(({ status }, before) => status !== before.status && statuses.push(status));
  session.load();
});
afterEach(async () => {
  queue.push({ type: "end", reason: "completed" });
  await vi.advanceTimersByTimeAsync(60_000);
  endWorld(harness);
});

const say = (text: string) => queue.push({ type: "send_text", text });
const texts = () => session.state.transcript.map(({ text }) => text);
const asked = (path: string) => harness.requests.filter((request) => request.path.endsWith(path)).length;

async function talk(): Promise<void> {
  say("My order is number 1024");
  await settled();
  harness.emit({ type: "agent_transcript", id: "a", text: "I see it" });
}

it("after a sleep that outlasted the session, all that was said is there to go on with, as after a reload", async () => {
  await talk();
  harness.answers.events = () => over("visitor_left");
  vi.setSystemTime(Date.now() + 200_000);
  harness.page.document.dispatchEvent(new Event("visibilitychange"));
  await settled();
  expect(session.state.status).toBe("idle");
  expect(statuses).toContain("error");
  expect(texts()).toEqual(["My order is number 1024", "I see it"]);
  queue.push({ type: "start", input: "text" });
  await settled();
  expect(asked("ses_1/reconnect")).toBe(1);
  expect(texts()).toEqual(["My order is number 1024", "I see it"]);
});

describe("after a failure the next start", () => {
  async function offline(): Promise<void> {
    await talk();
    harness.answers.reconnect = () => "offline";
    harness.emit({ type: "closed", expired: false, orderly: false, message: "gone" });
    say("Are you there?");
    say("Hello?");
    await vi.advanceTimersByTimeAsync(120_000);
    expect(session.state).toMatchObject({ status: "error", error: { code: "connection_lost" } });
  }

  it("goes on with the conversation, and sends in their order the words that could not be sent", async () => {
    await offline();
    expect(session.state.transcript.filter(({ unsent }) => unsent).map(({ text }) => text)).toEqual([
      "Are you there?",
      "Hello?",
    ]);
    harness.answers.reconnect = () => ({ status: 200, body: { ...STARTED, session_id: "ses_2" } });
    say("I am back");
    await settled();
    expect(texts()).toEqual(["My order is number 1024", "I see it", "Are you there?", "Hello?", "I am back"]);
    expect(harness.did.filter((what) => what.startsWith("say")).slice(1)).toEqual([
      "say Are you there?",
      "say Hello?",
      "say I am back",
    ]);
    expect(session.state.transcript.some(({ unsent }) => unsent)).toBe(false);
  });

  it("loses nothing by failing too", async () => {
    await offline();
    for (let tries = 0; tries < 2; tries++) {
      queue.push({ type: "start", input: "text" });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(session.state.status).toBe("error");
    }
    expect(texts()).toEqual(["My order is number 1024", "I see it", "Are you there?", "Hello?"]);
    expect(session.resumable).toMatchObject({ session_id: "ses_1", session_secret: "sss_1" });
  });

  it("sends the words of a visitor whom no session could be opened for", async () => {
    harness.answers.session = () => ({ status: 503, body: { detail: "All lines are busy", code: "lines_busy" } });
    say("Anybody?");
    await settled();
    expect(session.state).toMatchObject({ status: "error", transcript: [{ text: "Anybody?", unsent: true }] });
    harness.answers.session = () => ({ status: 200, body: STARTED });
    queue.push({ type: "start", input: "text" });
    await settled();
    expect(asked("/reconnect")).toBe(0);
    expect(harness.did).toContain("say Anybody?");
    expect(texts()).toEqual(["Anybody?"]);
  });

  it("begins anew where the visitor has ended the conversation", async () => {
    await talk();
    queue.push({ type: "end", reason: "completed" });
    await settled();
    say("Something else");
    await settled();
    expect(asked("/reconnect")).toBe(0);
    expect(texts()).toEqual(["Something else"]);
  });
});
