import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AudioDevice } from "../../widget/audio/audio-device.ts";
import type { TransportEvent } from "../../widget/transport/transport.ts";
import { UnknownMessages } from "../../widget/transport/unknown-messages.ts";
import { create as elevenlabsConvai } from "../../widget/transport/vendors/elevenlabs-convai.ts";
import { create as geminiLive } from "../../widget/transport/vendors/gemini-live.ts";
import { create as openaiRealtime } from "../../widget/transport/vendors/openai-realtime.ts";
import { create as overWebSocket } from "../../widget/transport/websocket.ts";
import { withoutCaptions } from "../harness/shared/without-captions.ts";

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
let unknown: UnknownMessages;
const dial = (url = "wss://voice.example/", protocol = openaiRealtime) => {
  const transport = overWebSocket(protocol, {
    url,
    token: "ek_1",
    ice_servers: null,
    device: null,
    emit: (event) => events.push(event),
    unknown: (kind) => unknown.count(kind),
    protocol: "openai-realtime",
    loadCaptions: withoutCaptions,
  });
  return { transport, connecting: transport.connect() };
};
const socket = () => FakeSocket.all.at(-1) as FakeSocket;

beforeEach(() => {
  events = [];
  unknown = new UnknownMessages();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount(), "timers left").toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What Gemini is sent of frames of sound: `true` for a frame, `false` for the end of the sound. */
const hearing = async () => {
  const { transport, connecting } = dial("wss://voice.example/", geminiLive);
  socket().say({ setupComplete: {} });
  await connecting;
  const track = Object.assign(new EventTarget(), { enabled: true });
  let onFrame = (_pcm: string) => {};
  const kept = {
    ready: Promise.resolve(),
    close() {},
    send: (_: number, take: typeof onFrame) => {
      onFrame = take;
      return () => {};
    },
  };
  const speaker = { close() {}, level: 0 };
  transport.attach({ ready: Promise.resolve(), speaker: () => speaker } as unknown as AudioDevice);
  const stream = { getAudioTracks: () => [track] };
  await transport.hear({ stream, kept } as unknown as Parameters<typeof transport.hear>[0]);
  const from = socket().sent.length;
  const sent = () =>
    socket()
      .sent.slice(from)
      .map((text) => "audio" in JSON.parse(text).realtimeInput);
  return { track, transport, sent, frames: (count: number) => Array.from({ length: count }, () => onFrame("AAAA")) };
};

describe("a muted microphone", () => {
  // github.com/openclaw/openclaw/issues/152830: some models hear no end in `audioStreamEnd`, and answer nobody who mutes at once.
  it("is heard as silence for two seconds, and then not at all", async () => {
    const { track, transport, sent, frames } = await hearing();
    track.enabled = false;
    frames(50);
    expect(sent()).toEqual(Array(50).fill(true));
    frames(500);
    expect(sent().at(-1), "the end, once").toBe(false);
    expect(sent().filter((sound) => !sound)).toHaveLength(1);
    expect(sent().length).toBeLessThan(70);
    track.enabled = true;
    frames(1);
    expect(sent().at(-1)).toBe(true);
    transport.close();
  });

  it("is over when it is unplugged", async () => {
    const { track, transport, sent, frames } = await hearing();
    frames(1);
    track.dispatchEvent(new Event("ended"));
    expect(sent()).toEqual([true, false]);
    transport.close();
  });
});

// As after a change of the network, where the browser notices nothing for minutes: github.com/wireapp/wire-webapp/pull/21416.
describe("a connection that takes no more sound", () => {
  it("is lost when it has taken nothing for eight seconds, and was long behind before", async () => {
    const { sent, frames } = await hearing();
    socket().bufferedAmount = 2 ** 20 + 1;
    frames(400);
    expect([sent(), events]).toEqual([[], []]);
    frames(1);
    expect(events).toMatchObject([{ type: "closed", orderly: false, expired: false }]);
    expect(socket().closed).toBe(1000);
  });

  it("is kept where it is only slow", async () => {
    const { transport, sent, frames } = await hearing();
    for (let second = 0; second < 20; second++) {
      socket().bufferedAmount = 2 ** 20 + 1;
      frames(50);
      socket().bufferedAmount = 2 ** 20;
      frames(1);
    }
    expect(sent()).toHaveLength(20);
    expect(events).toEqual([]);
    transport.close();
  });
});

describe("WebSocketTransport", () => {
  it("speaks on a page that wraps WebSocket and leaves out its constants, as monitoring does", async () => {
    vi.stubGlobal("WebSocket", function Wrapped(url: string) {
      return new FakeSocket(url);
    });
    const { transport, connecting } = dial();
    socket().say('{"type":"session.created","session":{}}');
    await connecting;
    transport.greet("Hi");
    expect(JSON.parse(socket().sent[0] as string).type).toBe("response.create");
    transport.close();
  });

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

  it("leaves the conversation to another connection where the vendor said that it hangs up", async () => {
    const { connecting } = dial("wss://voice.example/", geminiLive);
    socket().onopen?.();
    socket().say({ setupComplete: {} });
    await connecting;
    socket().say({ goAway: { timeLeft: "10s" } });
    socket().onclose?.({ code: 1000, reason: "" });
    expect(events).toEqual([
      { type: "leaving", in_ms: 10_000 },
      { type: "closed", expired: false, orderly: false, message: expect.stringContaining("1000") },
    ]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("counts what it does not know, and tells of what cannot be read once", async () => {
    const { transport, connecting } = dial();
    socket().say({ type: "session.created" });
    await connecting;
    for (let n = 0; n < 3; n++) socket().say({ type: "response.newfangled" });
    for (const rubbish of ["{", "[1]", "null"]) socket().say(rubbish);
    expect(Object.fromEntries(unknown.list())).toEqual({
      "response.newfangled": 3,
      unreadable: 1,
      "no object": 2,
    });
    for (let n = 0; n < 200; n++) socket().say({ type: `flood.${n}` });
    expect(unknown.list().length).toBeLessThanOrEqual(51);
    transport.close();
  });

  describe("last words", () => {
    const speaking = async (state = "running") => {
      let heard: (playback: "none" | "pending" | "playing") => void = () => {};
      const device = {
        ready: Promise.resolve(),
        context: { state },
        speaker: (_rate: number, tell: typeof heard) => {
          heard = tell;
          const flush = () => {
            tell("none");
            return [{ item: "a", played_ms: 400 }];
          };
          return { play() {}, finish() {}, flush, close() {}, level: 0 };
        },
      } as unknown as AudioDevice;
      const transport = overWebSocket(elevenlabsConvai, {
        url: "wss://voice.example/",
        token: "",
        ice_servers: null,
        device,
        emit: (event) => events.push(event),
        unknown: (kind) => unknown.count(kind),
        protocol: "openai-realtime",
        loadCaptions: withoutCaptions,
      });
      const connecting = transport.connect();
      socket().onopen?.();
      socket().say({ type: "conversation_initiation_metadata", conversation_initiation_metadata_event: {} });
      await connecting;
      heard("playing");
      return { transport, heard: async () => heard("none") };
    };
    const closed = () => events.filter(({ type }) => type === "closed");

    it("are heard out when the vendor closes in good order", async () => {
      const { heard } = await speaking();
      socket().onclose?.({ code: 1000, reason: "" });
      await vi.advanceTimersByTimeAsync(5_000);
      expect(closed()).toEqual([]);
      await heard();
      expect(closed()).toMatchObject([{ orderly: true, expired: false }]);
    });

    it("are heard out when the agent hangs up, and our side ends where the vendor does not", async () => {
      const { heard } = await speaking();
      socket().say({ type: "agent_tool_response", agent_tool_response: { tool_name: "end_call", is_error: false } });
      await vi.advanceTimersByTimeAsync(1_999);
      expect(socket().closed).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      expect(socket().closed).toBe(1000);
      expect(closed()).toEqual([]);
      await heard();
      expect(closed()).toMatchObject([{ orderly: true }]);
    });

    it("are marked as cut short before they are over", async () => {
      const { transport } = await speaking();
      socket().say({
        type: "agent_response",
        agent_response_event: { agent_response: "We open at nine.", event_id: 1 },
      });
      socket().onclose?.({ code: 1000, reason: "" });
      transport.interrupt();
      expect(events.at(-1)?.type).toBe("interrupted");
      await vi.advanceTimersByTimeAsync(5_000);
      expect(events.at(-1)).toMatchObject({ type: "closed", orderly: true });
      expect(closed()).toHaveLength(1);
    });

    it("are not waited for where no sound can be heard, nor for ever", async () => {
      await speaking("suspended");
      socket().onclose?.({ code: 1000, reason: "" });
      expect(closed()).toHaveLength(1);
      events = [];
      await speaking();
      socket().onclose?.({ code: 1000, reason: "" });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(closed()).toHaveLength(1);
    });
  });
});
