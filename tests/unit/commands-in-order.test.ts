import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CommandQueue } from "../../widget/session/command-queue.ts";
import { ElementSession } from "../../widget/session/element-session.ts";
import { SessionEngine } from "../../widget/session/session-engine.ts";
import type { SessionState } from "../../widget/session/state.ts";
import { type Answer, accepted, endWorld, gate, over, settled, startWorld, type World } from "./session-harness.ts";

let world: World;
beforeEach(() => {
  world = startWorld();
});
afterEach(() => endWorld(world));

/** The element's session over the real engine, with settings that are loaded. */
function element() {
  const queue = new CommandQueue();
  const session = new ElementSession({
    queue,
    engine: new SessionEngine(queue, new Map(), world.ports),
    settings: () => null,
    admit: () => "yes",
    asksFirst: () => false,
    defaultInput: () => "voice",
    options: () => ({ apiKey: "svc_pk_x", baseUrl: "https://voice.example/", agentId: 7 }),
    askPerson: () => {},
    addContext: () => {},
  });
  session.load();
  const statuses: string[] = [];
  session.subscribe(({ status }, before) => void (status !== before.status && statuses.push(status)));
  const stop = async () => {
    queue.push({ type: "end", reason: "completed" });
    await settled();
  };
  return { queue, session, statuses, stop };
}

/** Runs `once` when the session first has a status. */
function whenFirst(session: ElementSession, status: SessionState["status"], once: () => void): void {
  const stop = session.subscribe((state) => {
    if (state.status !== status) return;
    stop();
    once();
  });
}

const start = () => ({ type: "start" }) as const;
const END = { type: "end", reason: "completed" } as const;
const say = (text: string) => ({ type: "send_text", text }) as const;

describe("commands that a page gives in one turn", () => {
  it("start, end, start: the second start counts", async () => {
    const { queue, session, statuses, stop } = element();
    queue.push(start(), END, start());
    expect(statuses).toEqual(["connecting", "ended", "connecting"]);
    await settled();
    expect(session.state.status).toBe("thinking");
    await stop();
  });

  it("start, end, text: the text begins a conversation and is said in it", async () => {
    const { queue, session, stop } = element();
    queue.push(start(), say("too early"), END, say("Hello"));
    await settled();
    expect(session.state.transcript).toMatchObject([{ role: "user", text: "Hello" }]);
    expect(world.did.filter((one) => one.startsWith("say"))).toEqual(["say Hello"]);
    await stop();
  });

  it("start in a conversation in writing asks for the microphone", async () => {
    const { queue, session, stop } = element();
    queue.push(say("Hello"));
    await settled();
    expect(world.did).not.toContain("microphone");
    queue.push(start());
    await settled();
    expect(world.did).toContain("microphone");
    expect(session.state).toMatchObject({ input: "voice" });
    await stop();
  });

  it("take anything for a text, and go on after facts that are none", async () => {
    const { queue, session, stop } = element();
    const wrong = [undefined, null, "  "] as unknown[] as string[];
    for (const text of wrong) queue.push({ type: "send_text", text });
    expect(session.state.status).toBe("idle");
    queue.push(say(42 as unknown as string));
    await settled();
    expect(world.did).toContain("say 42");
    const pairs = { self: {} as object };
    pairs.self = pairs;
    queue.push({ type: "send_context", pairs });
    queue.push({ type: "send_context", pairs: null as unknown as Record<string, unknown> });
    queue.push(say("Still here?"));
    expect(world.did.at(-1)).toBe("say Still here?");
    await stop();
    expect(session.state.status).toBe("ended");
  });
});

describe("commands that a page gives as it learns of the end", () => {
  for (const command of [start(), say("again")])
    it(`${command.type} after the visitor's end begins the next conversation`, async () => {
      const { queue, session, stop } = element();
      queue.push(start());
      await settled();
      whenFirst(session, "ended", () => queue.push(command));
      queue.push(END);
      await settled();
      expect(session.state.status).toBe("thinking");
      expect(world.requests.filter(({ path }) => path === "session")).toHaveLength(2);
      await stop();
    });

  it("a text after the service's end is said in the next conversation, and the last report stays true", async () => {
    const { queue, session, stop } = element();
    queue.push(start());
    await settled();
    world.answers.events = () => {
      world.answers.events = () => accepted();
      return over("max_duration");
    };
    whenFirst(session, "ended", () => queue.push(say("One more thing")));
    world.emit({ type: "agent_transcript", id: "a", text: "Welcome" });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(world.did).toContain("say One more thing");
    expect(world.types()).not.toContain("ended");
    await stop();
  });

  it("a text after a failure is said in the next conversation; the failed one reports why", async () => {
    const { queue, session, stop } = element();
    world.onConnect(async () => {
      world.onConnect(async () => ({}));
      throw new Error("no");
    });
    whenFirst(session, "error", () => queue.push(say("Hello?")));
    queue.push(start());
    await settled();
    await settled();
    expect(world.events().filter(({ type }) => type === "failed")).toMatchObject([{ reason: "vendor_failed" }]);
    expect(world.did).toContain("say Hello?");
    await stop();
  });
});

describe("signing out", () => {
  it("ends the conversation for the page, too, and shows nothing of it", async () => {
    const { queue, session, statuses } = element();
    queue.push(say("Hello"));
    await settled();
    let shown = 0;
    session.subscribe((state) => {
      shown += state.transcript.length;
    });
    session.forget();
    expect(statuses.slice(-2)).toEqual(["ended", "idle"]);
    expect(shown).toBe(0);
    session.forget();
    expect(statuses.slice(-2)).toEqual(["ended", "idle"]);
    await settled();
  });

  it("leaves alone what the page begins as it learns of the end", async () => {
    const { queue, session, statuses, stop } = element();
    queue.push(start());
    await settled();
    whenFirst(session, "ended", () => queue.push(start()));
    session.forget();
    expect(statuses.slice(-2)).toEqual(["ended", "connecting"]);
    await settled();
    expect(session.state.status).toBe("thinking");
    expect(world.requests.filter(({ path }) => path === "session")).toHaveLength(2);
    await stop();
  });

  it("says nothing of a failure again", async () => {
    const { queue, session, statuses } = element();
    world.answers.session = () => ({ status: 402, body: { detail: "No credit" } });
    queue.push(start());
    await settled();
    const before = statuses.length;
    const states: string[] = [];
    session.subscribe(({ status }) => states.push(status));
    session.forget();
    expect(states).toEqual(["idle"]);
    expect(statuses).toHaveLength(before + 1);
  });

  it("tells the next conversation nothing of the one before, whose reconnection fails only now", async () => {
    const { queue, session, stop } = element();
    const late = gate<Answer>();
    world.answers.reconnect = () => late.promise;
    const transcript = [{ id: "a", role: "user" as const, text: "Ada's secret", final: true, at: 1 }];
    session.restore({ session_id: "ses_0", session_secret: "sss_0", transcript });
    queue.push(start());
    await settled();
    session.forget();
    queue.push(start());
    await settled();
    late.open({ status: 404, body: { detail: "Session not found" } });
    await settled();
    expect(world.did.filter((one) => one.startsWith("note"))).toEqual([]);
    await stop();
  });
});
