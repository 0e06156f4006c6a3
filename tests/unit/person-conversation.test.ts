import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { conversationOf, liveOf } from "../../widget/session/selectors.ts";
import { conversationWithPerson } from "./person-harness.ts";
import { accepted, endWorld, settled, startWorld, type World } from "./session-harness.ts";

const ADA = { type: "person", status: "joined", name: "Ada" } as const;
const SECOND = 1_000;
const withPerson = { status: "active", remaining_seconds: 280, end_reason: null, handled_by: "person" };

let world: World;
let all: Awaited<ReturnType<typeof conversationWithPerson>>;

beforeEach(async () => {
  world = startWorld();
  all = await conversationWithPerson(world);
});

afterEach(async () => {
  await all.end();
  await vi.advanceTimersByTimeAsync(0);
  endWorld(world);
});

/** Ada has taken the conversation over. */
async function join(): Promise<void> {
  all.open();
  all.socket.open();
  all.socket.say(ADA);
  await vi.advanceTimersByTimeAsync(SECOND);
}

describe("the live socket", () => {
  it("is the session's, proved by its secret", () => {
    all.open();
    expect(all.socket.address).toBe("wss://voice.example/widget/v1/session/ses_1/live");
    expect(all.socket.protocols).toEqual(["voice-widget.live", "voice-widget.secret.sss_1"]);
  });

  it("is one, and is opened again after a loss, later each time", async () => {
    all.open();
    all.open();
    expect(all.sockets).toHaveLength(1);
    for (const wait of [500, 1_000, 2_000]) {
      all.socket.drop();
      const { length } = all.sockets;
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(all.sockets).toHaveLength(length);
      await vi.advanceTimersByTimeAsync(1);
      expect(all.sockets).toHaveLength(length + 1);
    }
    all.socket.open();
    all.socket.drop();
    await vi.advanceTimersByTimeAsync(500);
    expect(all.sockets).toHaveLength(5);
  });

  it("is not opened again once the agent goes on, nor after the end", async () => {
    await join();
    all.socket.say({ type: "person", status: "left", name: "Ada" });
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(all.sockets).toHaveLength(1);
    expect(all.socket.readyState).toBe(3);
  });

  it("that the service closes for good has the service asked how the session ended", async () => {
    await join();
    const before = world.events().length;
    all.socket.drop(4410);
    await settled();
    expect(world.events().slice(before)).toMatchObject([{ type: "heartbeat" }]);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(all.sockets).toHaveLength(1);
  });

  it("survives what is no frame", async () => {
    await join();
    for (const data of ["", "null", "[]", "{", '{"type":"later"}', '"x"']) all.socket.onmessage?.({ data });
    expect(all.talk.status).toBe("joined");
  });
});

describe("while a person is asked for", () => {
  it("the agent goes on", async () => {
    all.open();
    all.socket.open();
    all.socket.say({ type: "person", status: "waiting" });
    await vi.advanceTimersByTimeAsync(16 * SECOND);
    expect(world.open).toContain("socket 1");
    all.queue.push({ type: "send_text", text: "Hello?" });
    expect(world.did).toContain("say Hello?");
    expect(all.happened).toEqual(["waiting "]);
  });

  it("what the agent and the visitor said is not shown again", async () => {
    all.queue.push({ type: "send_text", text: "Hello?" });
    all.open();
    all.socket.open();
    all.socket.say({ type: "person", status: "waiting" });
    all.socket.say({ type: "message", id: "m1", role: "user", text: "Hello?", at: 1 });
    all.socket.say({ type: "message", id: "m2", role: "agent", text: "Hi.", at: 2 });
    expect(all.shown()).toEqual(["user: Hello?"]);
  });

  it("nobody may come", async () => {
    all.open();
    all.socket.open();
    all.socket.say({ type: "person", status: "waiting" });
    all.socket.say({ type: "person", status: "missed" });
    expect(all.happened).toEqual(["waiting ", "missed "]);
    expect(all.talk.over).toBe(true);
    // The agent was there all the time.
    expect(world.open).toContain("socket 1");
    expect(world.requests.filter(({ path }) => path.endsWith("/reconnect"))).toEqual([]);
  });

  it("an answer to a report tells it where the socket cannot", async () => {
    all.talk.waiting();
    all.open();
    // It may be older than the request.
    all.talk.givenBack();
    expect(all.happened).toEqual(["waiting "]);
    all.socket.drop();
    all.talk.givenBack();
    expect(all.happened).toEqual(["waiting ", "missed "]);
  });
});

describe("once a person has joined", () => {
  it("the vendor's connection is closed, and the session goes on", async () => {
    await join();
    expect(world.open).not.toContain("socket 1");
    expect(world.types()).not.toContain("ended");
    expect(liveOf(all.engine.state)).toMatchObject({ status: "listening", reconnecting: false, input: "text" });
    expect(all.happened).toEqual(["line: Ada joined", "joined Ada"]);
  });

  it("what the visitor writes goes over the socket, and is reported by nobody", async () => {
    await join();
    all.queue.push({ type: "send_text", text: "Is it you?" });
    expect(all.socket.messages()).toEqual(["Is it you?"]);
    all.socket.say({ type: "message", id: "m1", role: "user", text: "Is it you?", at: 5 });
    all.socket.say({ type: "message", id: "m2", role: "person", name: "Ada", text: "It is.", at: 6 });
    all.socket.say({ type: "seen", id: "m1" });
    expect(all.shown()).toEqual(["user: Is it you?", "person: It is."]);
    expect(all.engine.state.transcript).toMatchObject([{ person: "Ada" }, { person: "Ada" }]);
    expect(all.engine.state.transcript[0]).not.toHaveProperty("unsent");
    expect(all.talk.seen).toBe(true);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(world.types()).not.toContain("user_transcript");
    expect(world.types()).not.toContain("agent_transcript");
  });

  it("nothing is shown twice when the socket was lost, and what was not kept is sent again", async () => {
    await join();
    all.queue.push({ type: "send_text", text: "one" }, { type: "send_text", text: "two" });
    all.socket.say({ type: "message", id: "m1", role: "user", text: "one", at: 5 });
    all.socket.say({ type: "message", id: "m2", role: "person", name: "Ada", text: "yes", at: 6 });
    all.socket.drop();
    all.queue.push({ type: "send_text", text: "three" });
    await vi.advanceTimersByTimeAsync(500);
    all.socket.open();
    all.socket.say(ADA);
    all.socket.say({ type: "message", id: "m1", role: "user", text: "one", at: 5 });
    all.socket.say({ type: "message", id: "m2", role: "person", name: "Ada", text: "yes", at: 6 });
    // It had arrived after all.
    all.socket.say({ type: "message", id: "m3", role: "user", text: "two", at: 7 });
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(all.socket.messages()).toEqual(["three"]);
    expect(all.shown()).toEqual(["user: one", "user: two", "person: yes", "user: three"]);
    expect(all.happened).toEqual(["line: Ada joined", "joined Ada", "Ada has written"]);
  });

  it("is found again after a loss, once, and not at the first opening", async () => {
    await join();
    expect(all.connections).toEqual([]);
    all.socket.drop();
    await vi.advanceTimersByTimeAsync(500);
    all.socket.open();
    all.socket.say({ type: "person", status: "waiting" });
    expect(all.connections).toEqual([false]);
    all.socket.say(ADA);
    all.socket.say(ADA);
    expect(all.connections).toEqual([false, true]);
  });

  it("can be asked for sound only where the service has said over this socket that they are there", async () => {
    await join();
    expect(all.talk.reachable).toBe(true);
    all.socket.drop();
    await vi.advanceTimersByTimeAsync(500);
    all.socket.open();
    expect(all.talk.connected).toBe(true);
    expect(all.talk.reachable).toBe(false);
    all.socket.say({ type: "person", status: "waiting" });
    expect(all.talk.reachable).toBe(false);
    all.socket.say(ADA);
    expect(all.talk.reachable).toBe(true);
    // Their own connection is lost.
    all.socket.say({ type: "person", status: "waiting" });
    expect(all.talk.reachable).toBe(false);
  });

  it("what the page before has sent, and had no word of, is not sent again", async () => {
    await all.end();
    await settled();
    all = await conversationWithPerson(world, "text", { joined: true, name: "Ada" });
    all.open();
    all.socket.open();
    all.socket.say(ADA);
    all.socket.say({ type: "message", id: "m1", role: "user", text: "before", at: 5 });
    all.queue.push({ type: "send_text", text: "before" }, { type: "send_text", text: "after" });
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(all.socket.messages()).toEqual(["after"]);
    // Written once more, it is meant.
    all.queue.push({ type: "send_text", text: "before" });
    expect(all.socket.messages()).toEqual(["after", "before"]);
    expect(all.shown()).toEqual(["user: before", "user: after", "user: before"]);
  });

  it("what is written as a page opens its socket waits for what the service sends again", async () => {
    await all.end();
    await settled();
    all = await conversationWithPerson(world, "text", { joined: true, name: "Ada" });
    all.open();
    all.socket.open();
    all.queue.push({ type: "send_text", text: "before" }, { type: "send_text", text: "after" });
    all.socket.say(ADA);
    all.socket.say({ type: "message", id: "m1", role: "user", text: "before", at: 5 });
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(all.socket.messages()).toEqual(["after"]);
    all.socket.say({ type: "message", id: "m2", role: "user", text: "after", at: 6 });
    all.queue.push({ type: "send_text", text: "lost" });
    all.socket.drop();
    await vi.advanceTimersByTimeAsync(500);
    all.socket.open();
    all.queue.push({ type: "send_text", text: "last" });
    // The person's own connection is lost, too.
    all.socket.say({ type: "person", status: "waiting" });
    for (const [id, text] of [
      ["m1", "before"],
      ["m2", "after"],
      ["m3", "lost"],
    ] as const)
      all.socket.say({ type: "message", id, role: "user", text, at: 7 });
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(all.socket.messages()).toEqual(["last"]);
    expect(all.shown()).toEqual(["user: before", "user: after", "user: lost", "user: last"]);
  });

  it("a long text is sent in parts that the service takes", async () => {
    await join();
    all.queue.push({ type: "send_text", text: "ä".repeat(4_500) });
    expect(all.socket.messages().map((text) => [...text].length)).toEqual([4_000, 500]);
  });

  it("a line that the service does not take is said to be lost, and not sent again", async () => {
    await join();
    all.queue.push({ type: "send_text", text: "too fast" });
    all.socket.say({ type: "error", of: "message", status: 429, detail: "Wait" });
    expect(all.talk.refused).toBe(true);
    all.socket.drop();
    await vi.advanceTimersByTimeAsync(500);
    all.socket.open();
    all.socket.say(ADA);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(all.socket.messages()).toEqual([]);
  });

  it("each side sees that the other types", async () => {
    await join();
    all.talk.typed();
    all.talk.typed();
    expect(all.socket.sent).toEqual([{ type: "typing", on: true }]);
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(all.socket.sent.at(-1)).toEqual({ type: "typing", on: false });
    all.socket.say({ type: "typing", on: true });
    expect(all.talk.typing).toBe(true);
    await vi.advanceTimersByTimeAsync(8 * SECOND);
    expect(all.talk.typing).toBe(false);
  });

  it("a person whose connection is lost keeps the conversation, until the agent has it again", async () => {
    await join();
    all.socket.say({ type: "person", status: "waiting" });
    expect(all.talk.holds).toBe(true);
    expect(world.requests.filter(({ path }) => path.endsWith("/reconnect"))).toEqual([]);
    all.socket.say(ADA);
    expect(all.happened).toEqual(["line: Ada joined", "joined Ada", "waiting Ada", "joined Ada"]);
  });

  it("the agent is connected again when they leave, and gets what they did not read", async () => {
    await join();
    all.queue.push({ type: "send_text", text: "read" });
    all.socket.say({ type: "message", id: "m1", role: "user", text: "read", at: 5 });
    all.socket.drop();
    all.queue.push({ type: "send_text", text: "unread" }, { type: "send_note", text: "a fact" });
    await vi.advanceTimersByTimeAsync(500);
    all.socket.open();
    all.socket.say({ type: "person", status: "left", name: "Ada" });
    await settled();
    expect(world.requests.filter(({ path }) => path.endsWith("/reconnect"))).toHaveLength(1);
    expect(world.did).toContain("say unread");
    expect(world.did).toContain("note a fact");
    expect(world.did).not.toContain("say read");
    expect(all.shown()).toEqual(["user: read", "user: unread"]);
    expect(liveOf(all.engine.state)?.reconnecting).toBe(false);
    expect(all.happened.slice(2)).toEqual(["line: Ada left", "left Ada"]);
  });

  it("another person who comes while the agent is connected again ends nothing", async () => {
    await join();
    world.answers.reconnect = () => ({ status: 409, body: { detail: "A person has this conversation" } });
    world.answers.events = () => accepted(withPerson);
    all.socket.say({ type: "person", status: "left", name: "Ada" });
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(liveOf(all.engine.state)?.answered?.handled_by).toBe("person");
  });

  it("one who comes while the agent is connected to a page that waits for them ends nothing, by the socket's word alone", async () => {
    await all.end();
    all = await conversationWithPerson(world, "text", { joined: false, name: "" });
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    const body = { detail: "A person has this conversation" };
    world.answers.reconnect = () => refused.then(() => ({ status: 409, body }));
    all.open();
    all.socket.open();
    all.socket.say({ type: "person", status: "waiting" });
    all.socket.say(ADA);
    // A page that is left gets no more answers.
    const { events } = world.answers;
    world.answers.events = () => "offline";
    refuse();
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    world.answers.events = events;
    expect(liveOf(all.engine.state)).toMatchObject({ status: "listening", reconnecting: false });
    expect(all.talk.holds).toBe(true);
  });

  it("an agent that cannot be had again ends the conversation in words", async () => {
    await join();
    world.answers.reconnect = () => ({ status: 503, body: { detail: "The voice provider is unavailable" } });
    all.socket.say({ type: "person", status: "left", name: "Ada" });
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    expect(all.engine.state.status).toBe("error");
  });
});

describe("a call by voice", () => {
  it("goes on in writing with the person, and may be by voice again with the agent", async () => {
    await all.end();
    await settled();
    all = await conversationWithPerson(world, "voice");
    const microphones = () => [...world.open].filter((name) => name.startsWith("microphone"));
    expect(microphones()).toHaveLength(1);
    await join();
    expect(microphones()).toEqual([]);
    expect(conversationOf(all.engine.state)?.input).toBe("text");
    all.socket.say({ type: "person", status: "left", name: "Ada" });
    await settled();
    expect(microphones()).toEqual([]);
    all.queue.push({ type: "start", input: "voice" });
    await settled();
    expect(microphones()).toHaveLength(1);
    expect(world.did.filter((what) => what === "hear")).toHaveLength(2);
  });
});

describe("a vendor that is hung up because a person has joined", () => {
  it.each([false, true])("ends nothing (a goodbye: %s)", async (orderly) => {
    world.answers.events = () => accepted(withPerson);
    world.answers.reconnect = () => ({ status: 409, body: { detail: "A person has this conversation" } });
    world.emit({ type: "closed", expired: false, orderly, message: "gone" });
    await settled();
    expect(conversationOf(all.engine.state)).not.toBeNull();
    await join();
    expect(liveOf(all.engine.state)).toMatchObject({ reconnecting: false });
    expect(liveOf(all.engine.state)?.answered?.handled_by).toBe("person");
  });

  it("ends nothing where the live socket alone could say why", async () => {
    const { events } = world.answers;
    world.answers.events = () => "offline";
    all.open();
    all.socket.open();
    world.emit({ type: "closed", expired: false, orderly: true, message: "gone" });
    all.socket.say(ADA);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    world.answers.events = events;
    expect(liveOf(all.engine.state)?.status).toBe("listening");
  });
});
