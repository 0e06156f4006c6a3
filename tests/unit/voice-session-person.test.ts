import "../../widget/session/person/headless-person.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReport } from "../../widget/session/event-reporter.ts";
import type { SessionPerson } from "../../widget/session/state.ts";
import type { VoiceSession } from "../../widget/session/voice-session.ts";
import { StandInSocket } from "./person-harness.ts";
import { type Answer, accepted, endWorld, startWorld, type World } from "./session-harness.ts";

const ADA = { type: "person", status: "joined", name: "Ada", picture: "https://shop.example/ada.png" } as const;

let world: World;
let session: VoiceSession;
let sockets: StandInSocket[];
let heard: SessionPerson[];
let handled_by: string;

beforeEach(() => {
  world = startWorld();
  sockets = [];
  heard = [];
  handled_by = "agent";
  vi.stubGlobal(
    "WebSocket",
    class extends StandInSocket {
      constructor(address: string, protocols: string[]) {
        super(address, protocols);
        sockets.push(this);
      }
    },
  );
  world.answers.events = (events: SessionReport[]): Answer => {
    if (events.some(({ type }) => type === "person_requested")) handled_by = "waiting";
    const watched = handled_by === "agent" ? {} : { heartbeat_seconds: 5 };
    return accepted({ status: "active", remaining_seconds: 280, end_reason: null, handled_by, ...watched });
  };
  session = world.session({ input: "text" });
  session.onPerson((person) => void heard.push(person));
});
afterEach(async () => {
  await session.end();
  await endWorld(world);
  vi.unstubAllGlobals();
});

/** The live socket of a visitor who has asked. */
async function asked(): Promise<StandInSocket> {
  await session.start();
  session.requestPerson("a refund");
  await expect.poll(() => sockets.length).toBe(1);
  const [socket] = sockets as [StandInSocket];
  socket.open();
  socket.say({ type: "person", status: "waiting" });
  return socket;
}

describe("a person in a client of one's own", () => {
  it("is asked for with the reason, and the agent goes on until somebody has joined", async () => {
    await asked();
    expect(world.events()).toContainEqual(expect.objectContaining({ type: "person_requested", reason: "a refund" }));
    expect(session.person).toMatchObject({ status: "waiting", name: "" });
    session.sendText("Hello?");
    expect(world.did).toContain("say Hello?");
  });

  it("reads and writes by the transcript, and gives the conversation back", async () => {
    const socket = await asked();
    socket.say(ADA);
    expect(session.person).toEqual({
      status: "joined",
      name: "Ada",
      picture: ADA.picture,
      typing: false,
      seen: false,
    });
    socket.say({ type: "typing", on: true });
    expect(session.person?.typing).toBe(true);
    socket.say({ type: "message", id: "m1", role: "person", name: "Ada", text: "Hello, I am Ada.", at: 5 });
    expect(session.transcript.at(-1)).toMatchObject({ role: "person", person: "Ada", text: "Hello, I am Ada." });
    session.sendText("Hello, Ada.");
    await expect.poll(() => socket.messages()).toEqual(["Hello, Ada."]);
    expect(world.did).not.toContain("say Hello, Ada.");
    await session.speak();
    expect(session.state).toMatchObject({ input: "text" });
    socket.say({ type: "signal", kind: "ask" });
    expect(socket.sent.at(-1)).toEqual({ type: "signal", kind: "decline" });

    handled_by = "agent";
    socket.say({ type: "person", status: "left", name: "Ada" });
    await expect.poll(() => session.status).toBe("listening");
    expect(session.person?.status).toBe("left");
    session.sendText("And you?");
    await expect.poll(() => world.did).toContain("say And you?");
    expect([...new Set(heard.map(({ status }) => status))]).toEqual(["waiting", "joined", "left"]);
  });

  it("may join unasked", async () => {
    handled_by = "person";
    await session.start();
    await expect.poll(() => sockets.length).toBe(1);
    sockets[0]?.open();
    sockets[0]?.say(ADA);
    expect(session.person).toMatchObject({ status: "joined", name: "Ada" });
  });

  it("that the service does not offer is said to the developer", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    await session.start();
    world.answers.events = (events) =>
      events.some(({ type }) => type === "person_requested") ? { status: 409, body: { detail: "no" } } : accepted();
    session.requestPerson();
    await expect.poll(() => warn.mock.calls.length).toBe(1);
    expect(String(warn.mock.calls[0])).toContain("requestPerson()");
    expect(session.person).toBeNull();
  });
});
