import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TransportEvent } from "../../widget/transport/transport.ts";
import { geminiLive } from "../../widget/transport/vendors/gemini-live.ts";
import { openaiRealtime } from "../../widget/transport/vendors/openai-realtime.ts";
import { WebSocketTransport } from "../../widget/transport/websocket.ts";

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  bufferedAmount = 0;
  binaryType = "";
  sent: string[] = [];
  closed: number | null = null;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    if (url.startsWith("bad")) throw new SyntaxError("no address");
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close(code: number) {
    this.closed = code;
    this.readyState = 3;
  }
  say(message: object | string | Uint8Array) {
    this.onmessage?.({
      data: typeof message === "string" || message instanceof Uint8Array ? message : JSON.stringify(message),
    });
  }
}

let events: TransportEvent[];
const dial = (url = "wss://voice.example/", protocol = openaiRealtime) => {
  const transport = new WebSocketTransport(protocol, {
    url,
    token: "ek_1",
    ice_servers: null,
    device: null,
    emit: (event) => events.push(event),
  });
  return { transport, connecting: transport.connect() };
};
const socket = () => FakeSocket.all.at(-1) as FakeSocket;

beforeEach(() => {
  events = [];
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount(), "timers left").toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("WebSocketTransport", () => {
  it("is connected with the vendor's first word, in text or binary frames", async () => {
    const { transport, connecting } = dial();
    socket().say(new TextEncoder().encode('{"type":"session.created","session":{}}'));
    await connecting;
    transport.greet("Hi");
    expect(JSON.parse(socket().sent[0] as string).type).toBe("response.create");
    transport.close();
    expect(socket().closed).toBe(1000);
  });

  it("gives up on a vendor that never speaks", async () => {
    const { connecting } = dial();
    const refused = expect(connecting).rejects.toThrow("did not answer in time");
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    expect(socket().closed).toBe(1000);
  });

  it("says why a handshake failed", async () => {
    const { connecting } = dial();
    socket().onclose?.({ code: 4001, reason: "bad token" });
    await expect(connecting).rejects.toThrow("4001, bad token");
    await expect(dial("bad address").connecting).rejects.toThrow("no address");
    expect(events).toEqual([]);
  });

  it("reports a lost connection once, and nothing after its own close", async () => {
    const { connecting } = dial();
    socket().say({ type: "session.created" });
    await connecting;
    socket().onclose?.({ code: 1006, reason: "" });
    expect(events).toEqual([
      { type: "closed", expired: false, orderly: false, message: expect.stringContaining("1006") },
    ]);

    const other = dial();
    const own = socket();
    own.say({ type: "session.created" });
    await other.connecting;
    other.transport.close();
    expect(own.onclose).toBeNull();
    expect(events).toHaveLength(1);
  });

  it("survives what is no JSON", async () => {
    const { transport, connecting } = dial();
    socket().say({ type: "session.created" });
    await connecting;
    for (const rubbish of ["{", "null", "7", '"text"']) socket().say(rubbish);
    expect(events).toHaveLength(1);
    expect(events[0]?.type).toBe("error");
    transport.close();
  });

  it("closed while connecting rejects and leaves nothing", async () => {
    const { transport, connecting } = dial();
    transport.close();
    await expect(connecting).rejects.toThrow();
    expect(socket().closed).toBe(1000);
  });

  describe("dials again within a call", () => {
    const resumable = { setupComplete: {}, sessionResumptionUpdate: { newHandle: "h1", resumable: true } };
    const begin = async () => {
      const { transport, connecting } = dial("wss://voice.example/", geminiLive);
      socket().onopen?.();
      socket().say(resumable);
      await connecting;
      return transport;
    };
    const reconnecting = () => events.flatMap((event) => (event.type === "reconnecting" ? [event.active] : []));

    it("after a broken line, and again until it stands", async () => {
      const transport = await begin();
      socket().onclose?.({ code: 1006, reason: "" });
      expect(FakeSocket.all).toHaveLength(2);
      socket().onclose?.({ code: 1006, reason: "" });
      await vi.advanceTimersByTimeAsync(500);
      expect(FakeSocket.all).toHaveLength(3);
      transport.sendText("msg_1", "Still there?");
      socket().onopen?.();
      expect(JSON.parse(socket().sent[0] as string)).toEqual({ setup: { sessionResumption: { handle: "h1" } } });
      expect(reconnecting()).toEqual([true]);
      socket().say(resumable);
      expect(reconnecting()).toEqual([true, false]);
      expect(socket().sent[1]).toContain("Still there?");
      transport.close();
    });

    it("and gives up when nobody answers in time, or the call is refused", async () => {
      await begin();
      socket().onclose?.({ code: 1006, reason: "" });
      await vi.advanceTimersByTimeAsync(10_000);
      expect(reconnecting()).toEqual([true, false]);
      expect(events.at(-1)).toMatchObject({ type: "closed", orderly: false });
      events = [];
      await begin();
      socket().onclose?.({ code: 1006, reason: "" });
      socket().onclose?.({ code: 1008, reason: "Session not found" });
      expect(events.at(-1)).toMatchObject({ type: "closed", message: expect.stringContaining("Session not found") });
      expect(FakeSocket.all).toHaveLength(4);
    });

    it("but not once it was closed", async () => {
      const transport = await begin();
      socket().onclose?.({ code: 1006, reason: "" });
      transport.close();
      expect(socket().closed).toBe(1000);
      expect(reconnecting()).toEqual([true]);
    });
  });
});
