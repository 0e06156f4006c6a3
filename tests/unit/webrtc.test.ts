// Long: one transport with each protocol that uses it, in front of one scripted peer.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AudioDevice } from "../../widget/audio/audio-device.ts";
import { preparePeer } from "../../widget/transport/peer.ts";
import type { ProtocolOptions, TransportEvent } from "../../widget/transport/transport.ts";
import { create as inworldRealtime } from "../../widget/transport/vendors/inworld-realtime.ts";
import { create as openaiRealtime } from "../../widget/transport/vendors/openai-realtime.ts";
import { create as overWebRtc } from "../../widget/transport/webrtc.ts";
import { withoutCaptions } from "../harness/shared/without-captions.ts";

class FakeChannel {
  readyState = "connecting";
  sent: { type: string }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  open() {
    this.readyState = "open";
    this.onopen?.();
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  say(message: object) {
    this.readyState = "open";
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

class FakePeer {
  static all: FakePeer[] = [];
  readonly log: string[] = [];
  readonly channel = new FakeChannel();
  readonly configuration: RTCConfiguration;
  connectionState = "new";
  iceGatheringState = "gathering";
  localDescription: { sdp: string } | null = null;
  onconnectionstatechange: (() => void) | null = null;
  ontrack: unknown = null;
  onicecandidate: ((event: { candidate: unknown }) => void) | null = null;
  onicegatheringstatechange: (() => void) | null = null;

  constructor(configuration: RTCConfiguration) {
    this.configuration = configuration;
    FakePeer.all.push(this);
  }
  createDataChannel(label: string) {
    this.log.push(`channel ${label}`);
    return this.channel;
  }
  addTransceiver(kind: string, { direction }: { direction: string }) {
    this.log.push(`${kind} ${direction}`);
    return { sender: { replaceTrack: async () => this.log.push("track") } };
  }
  async createOffer() {
    this.log.push("offer");
    return { type: "offer", sdp: "v=0 offer" };
  }
  async setLocalDescription(offer: { sdp: string }) {
    this.localDescription = offer;
  }
  async setRemoteDescription({ sdp }: { sdp: string }) {
    this.log.push(`answer ${sdp}`);
  }
  close() {
    this.log.push("close");
  }
  become(state: string) {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

let events: TransportEvent[];
let posted: { url: string; headers: Record<string, string>; body: string }[];
let answer: () => Response;

/** The page's sound, as far as a call over WebRTC needs it. */
let hushed: boolean[];
const device = {
  play: () => {},
  hush: (silent: boolean) => hushed.push(silent),
} as unknown as AudioDevice;

const dial = ({ speaks = true, protocol = openaiRealtime } = {}) => {
  const transport = overWebRtc(protocol, {
    url: "https://voice.example/v1/realtime/calls",
    token: "ek_1",
    setup: { type: "realtime" },
    ice_servers: [{ urls: "turn:relay.example" }],
    speaks,
    device,
    emit: (event) => events.push(event),
    unknown: () => 1,
    protocol: "openai-realtime",
    loadCaptions: withoutCaptions,
  });
  const connecting = transport.connect();
  connecting.catch(() => {});
  return { transport, connecting, peer: FakePeer.all.at(-1) as FakePeer };
};
const dialled = () => vi.waitFor(() => expect(FakePeer.all.at(-1)?.log.at(-1)).toMatch(/^answer/), 30_000);
const created = { type: "session.created", session: {} };

beforeEach(() => {
  events = [];
  hushed = [];
  posted = [];
  FakePeer.all = [];
  answer = () => new Response("v=0 answer", { status: 201, headers: { location: "/v1/realtime/calls/rtc_1" } });
  vi.stubGlobal("RTCPeerConnection", FakePeer);
  vi.stubGlobal("fetch", async (url: string, init: { headers: Record<string, string>; body: string }) => {
    posted.push({ url, headers: init.headers, body: init.body });
    return answer();
  });
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount(), "timers left").toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("webrtc", () => {
  it("makes the data channel before the offer, posts it as SDP, and names the call", async () => {
    const { connecting, peer, transport } = dial();
    await dialled();
    expect(peer.log).toEqual(["channel oai-events", "audio sendrecv", "offer", "answer v=0 answer"]);
    expect(peer.configuration).toEqual({ iceServers: [{ urls: "turn:relay.example" }] });
    expect(posted).toEqual([
      {
        url: "https://voice.example/v1/realtime/calls",
        headers: { authorization: "Bearer ek_1", "content-type": "application/sdp" },
        body: "v=0 offer",
      },
    ]);
    peer.channel.say(created);
    expect(await connecting).toEqual({ call_id: "rtc_1" });
    transport.close();
    expect(peer.log.at(-1)).toBe("close");
  });

  it("goes on without an id where the browser may not read it", async () => {
    answer = () => new Response("v=0 answer", { status: 201 });
    const { connecting, peer, transport } = dial();
    await dialled();
    peer.channel.say(created);
    expect(await connecting).toEqual({ call_id: undefined });
    transport.close();
  });

  it("only receives where no microphone may come", async () => {
    const { peer, transport } = dial({ speaks: false });
    expect(peer.log).toContain("audio recvonly");
    await dialled();
    transport.close();
  });

  it("takes no error's JSON for a description", async () => {
    answer = () => new Response('{"error":{}}', { status: 401 });
    const { connecting, peer } = dial();
    await expect(connecting).rejects.toThrow("401");
    expect(peer.log).toEqual(["channel oai-events", "audio sendrecv", "offer", "close"]);
  });

  it("gives up on a vendor that never speaks", async () => {
    const { connecting } = dial();
    await dialled();
    vi.advanceTimersByTime(15_000);
    await expect(connecting).rejects.toThrow("in time");
  });

  it("waits for a lost connection to come back, for five seconds", async () => {
    const { connecting, peer } = dial();
    await dialled();
    peer.channel.say(created);
    await connecting;
    peer.become("disconnected");
    vi.advanceTimersByTime(4_900);
    peer.become("connected");
    vi.advanceTimersByTime(10_000);
    expect(events.splice(0)).toEqual([
      { type: "reconnecting", active: true },
      { type: "reconnecting", active: false },
    ]);
    peer.become("disconnected");
    vi.advanceTimersByTime(5_000);
    expect(events).toMatchObject([
      { type: "reconnecting", active: true },
      { type: "closed", expired: false, orderly: false },
    ]);
    expect(peer.log.at(-1)).toBe("close");
  });

  it.each(["failed", "closed"])("does not wait for one that %s", async (state) => {
    const { connecting, peer } = dial();
    await dialled();
    peer.channel.say(created);
    await connecting;
    peer.become(state);
    expect(events).toMatchObject([{ type: "closed", orderly: false }]);
  });

  it("tells the vendor's longest duration from a broken connection", async () => {
    const { connecting, peer } = dial();
    await dialled();
    peer.channel.say(created);
    await connecting;
    peer.channel.say({ type: "error", error: { code: "session_expired", message: "60 minutes" } });
    peer.channel.onclose?.();
    expect(events).toMatchObject([{ type: "closed", expired: true }]);
  });

  it("lives with what is no JSON", async () => {
    const { connecting, peer, transport } = dial();
    await dialled();
    peer.channel.say(created);
    await connecting;
    peer.channel.onmessage?.({ data: "{" });
    expect(events).toMatchObject([{ type: "error", code: "vendor_failed" }]);
    transport.close();
    peer.channel.onmessage?.({ data: "{" });
    expect(events).toHaveLength(1);
  });
});

describe("speech as media", () => {
  const speaking = async () => {
    const { connecting, peer, transport } = dial();
    await dialled();
    peer.channel.say(created);
    await connecting;
    transport.greet("Hello!");
    peer.channel.say({ type: "response.created", response: { id: "r1" } });
    peer.channel.say({ type: "output_audio_buffer.started", response_id: "r1" });
    peer.channel.say({ type: "response.output_audio_transcript.delta", response_id: "r1", item_id: "i1", delta: "He" });
    peer.channel.say({
      type: "response.output_audio_transcript.done",
      response_id: "r1",
      item_id: "i1",
      transcript: "Hello!",
    });
    peer.channel.sent = [];
    return { peer, transport };
  };
  const playback = () => events.filter(({ type }) => type === "playback");

  it("is heard while the vendor says so", async () => {
    const { peer, transport } = await speaking();
    peer.channel.say({ type: "response.done", response: { id: "r1", status: "completed", output: [] } });
    // Said again to what holds words back, once that has come.
    expect(new Set(playback().map((event) => JSON.stringify(event)))).toEqual(
      new Set([JSON.stringify({ type: "playback", playback: "playing" })]),
    );
    peer.channel.say({ type: "output_audio_buffer.stopped", response_id: "r1" });
    expect(playback().at(-1)).toEqual({ type: "playback", playback: "none" });
    transport.close();
  });

  it("stops on a click: first the answer, then the sound", async () => {
    const { peer, transport } = await speaking();
    transport.interrupt();
    expect(peer.channel.sent).toEqual([
      { event_id: "other", type: "response.cancel" },
      { event_id: "other", type: "output_audio_buffer.clear" },
    ]);
    expect(events).toContainEqual({ type: "interrupted", ids: ["i1"] });
    expect(playback().at(-1)).toEqual({ type: "playback", playback: "none" });
    transport.close();
  });

  it("is silent at once, until the next answer has something to say", async () => {
    const { peer, transport } = await speaking();
    const item = { type: "message", id: "i1" };
    transport.interrupt();
    expect(hushed).toEqual([true]);
    peer.channel.say({ type: "response.output_item.added", response_id: "r1", item });
    expect(hushed, "a late word of the cut one").toEqual([true]);
    peer.channel.say({ type: "response.done", response: { id: "r1", status: "cancelled", output: [] } });
    peer.channel.say({ type: "response.created", response: { id: "r2" } });
    peer.channel.say({ type: "response.output_item.added", response_id: "r2", item });
    expect(hushed).toEqual([true, false]);
    transport.close();
  });

  it("stops on a click also when all of it was made", async () => {
    const { peer, transport } = await speaking();
    peer.channel.say({ type: "response.done", response: { id: "r1", status: "completed", output: [] } });
    transport.interrupt();
    expect(peer.channel.sent).toEqual([{ event_id: "other", type: "output_audio_buffer.clear" }]);
    expect(events).toContainEqual({ type: "interrupted", ids: ["i1"] });
    transport.close();
  });

  it("is taken back by the vendor when the visitor speaks: the text says where", async () => {
    const { peer, transport } = await speaking();
    peer.channel.say({ type: "response.done", response: { id: "r1", status: "completed", output: [] } });
    peer.channel.say({ type: "input_audio_buffer.speech_started", item_id: "u1" });
    expect(peer.channel.sent, "no word of ours is needed").toEqual([]);
    expect(events).toContainEqual({ type: "interrupted", ids: ["i1"] });
    expect(playback().at(-1)).toEqual({ type: "playback", playback: "none" });
    transport.close();
  });
});

describe("inworld", () => {
  const connected = async () => {
    const { connecting, peer, transport } = dial({ protocol: inworldRealtime });
    await vi.waitFor(() => expect(peer.onicecandidate).not.toBeNull(), 30_000);
    expect(posted, "not before its candidates are there").toEqual([]);
    peer.onicecandidate?.({ candidate: {} });
    await vi.advanceTimersByTimeAsync(500);
    await dialled();
    // The agent was set up with the call: the page has nothing to say of it.
    peer.channel.open();
    expect(peer.channel.sent).toEqual([]);
    peer.channel.say({ type: "ping", timestamp: 1 });
    peer.channel.say({ errorType: "SESSION_RESOURCES_EXHAUSTED" });
    peer.channel.say({ type: "session.created", session: {} });
    await connecting;
    await vi.advanceTimersByTimeAsync(1_500);
    return { peer, transport };
  };

  it("waits for candidates three seconds at most", async () => {
    const { peer, transport } = dial({ protocol: inworldRealtime });
    await vi.advanceTimersByTimeAsync(2_900);
    expect(posted).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    await dialled();
    expect(peer.log.at(-1)).toMatch(/^answer/);
    transport.close();
  });

  it("waits no longer than for all candidates", async () => {
    const { peer, transport } = dial({ protocol: inworldRealtime });
    await vi.waitFor(() => expect(peer.onicegatheringstatechange).not.toBeNull(), 30_000);
    peer.onicecandidate?.({ candidate: {} });
    peer.iceGatheringState = "complete";
    peer.onicegatheringstatechange?.();
    await dialled();
    transport.close();
  });

  it("is no agent without its set-up", async () => {
    const { connecting, peer } = dial({ protocol: inworldRealtime });
    await vi.advanceTimersByTimeAsync(3_000);
    await dialled();
    peer.channel.open();
    peer.channel.say({ type: "error", error: { code: "invalid_value", message: "No such voice" } });
    await expect(connecting).rejects.toThrow("invalid_value: No such voice");
    expect(peer.log.at(-1)).toBe("close");
    await vi.advanceTimersByTimeAsync(1_500);
  });

  it("listens, though the vendor says nothing of it", async () => {
    const { connecting, peer, transport } = dial({ protocol: inworldRealtime });
    await vi.advanceTimersByTimeAsync(3_000);
    await dialled();
    peer.channel.open();
    await vi.advanceTimersByTimeAsync(1_500);
    await connecting;
    transport.close();
  });

  it("is told to stop when the visitor speaks, and is not heard meanwhile", async () => {
    const { peer, transport } = await connected();
    const { channel } = peer;
    channel.say({ type: "response.created", response: { id: "r1" } });
    channel.say({ type: "response.audio_transcript.delta", response_id: "r1", item_id: "i1", delta: "One " });
    channel.say({ type: "input_audio_buffer.speech_started", item_id: "u1" });
    expect(channel.sent).toEqual([{ type: "response.cancel" }]);
    expect(hushed).toEqual([true]);
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toContainEqual({ type: "interrupted", ids: ["i1"] });
    channel.say({ type: "error", error: { code: "response_cancel_not_active", message: "" } });
    channel.say({ type: "response.done", response: { id: "r1", status: "cancelled", output: [] } });
    channel.say({ type: "response.created", response: { id: "r2" } });
    channel.say({ type: "response.output_item.added", response_id: "r2", item: { type: "message", id: "i2" } });
    expect(hushed).toEqual([true, false]);
    expect(events.some(({ type }) => type === "error")).toBe(false);
    transport.close();
  });

  describe("is listened to", () => {
    const listened = () => {
      const heard: TransportEvent[] = [];
      const wire = { send() {}, opened() {}, play() {}, finish() {}, flush: () => [], expired() {} };
      const protocol = inworldRealtime(
        { ...wire, emit: (event) => heard.push(event as TransportEvent) },
        {} as ProtocolOptions,
      );
      const playback = () => heard.flatMap((event) => (event.type === "playback" ? event.playback : []));
      const begins = (id: string) => protocol.receive({ type: "response.created", response: { id } });
      const ends = (id: string) =>
        protocol.receive({ type: "response.done", response: { id, status: "completed", output: [] } });
      const says = (response_id: string) =>
        protocol.receive({ type: "response.audio_transcript.delta", response_id, item_id: response_id, delta: "One " });
      const look = (audible: boolean, times = 1) => {
        for (let time = 0; time < times; time++) protocol.sounds?.(audible);
      };
      return { playback, begins, ends, says, look };
    };

    it("from its words on until it ceases, also where its sound lags behind them", () => {
      const { playback, begins, ends, says, look } = listened();
      look(false);
      begins("r1");
      says("r1");
      expect(playback()).toEqual(["playing"]);
      ends("r1");
      look(false, 8);
      look(true, 5);
      expect(playback()).toEqual(["playing"]);
      look(false);
      expect(playback()).toEqual(["playing", "none"]);
    });

    it("and is silent though it was never heard", () => {
      const { playback, begins, ends, says, look } = listened();
      look(false);
      begins("r1");
      says("r1");
      look(false, 50);
      expect(playback(), "still being made").toEqual(["playing"]);
      ends("r1");
      look(false);
      expect(playback()).toEqual(["playing", "none"]);
    });

    it("through two answers without a pause between them", () => {
      const { playback, begins, ends, says, look } = listened();
      look(false);
      begins("r1");
      says("r1");
      look(true);
      ends("r1");
      begins("r2");
      look(true);
      says("r2");
      ends("r2");
      look(true, 3);
      look(false);
      expect(playback().at(-1)).toBe("none");
    });

    it("by nobody where only text comes through", () => {
      const { playback, begins, says } = listened();
      begins("r1");
      says("r1");
      expect(playback()).toEqual([]);
    });
  });

  it("is asked for its greeting as by a visitor", async () => {
    const { peer, transport } = await connected();
    transport.greet("Hello!");
    expect(peer.channel.sent).toEqual([
      {
        type: "conversation.item.create",
        item: { type: "message", role: "user", content: [{ type: "input_text", text: "Say exactly: Hello!" }] },
      },
      { type: "response.create", event_id: "ask_1" },
    ]);
    transport.close();
  });

  it("is understood in both families of names, and its calls have theirs from their item", async () => {
    const { peer, transport } = await connected();
    const { channel } = peer;
    channel.say({ type: "response.created", response: { id: "r1" } });
    channel.say({ type: "response.audio_transcript.delta", response_id: "r1", item_id: "i1", delta: "One " });
    channel.say({ type: "response.output_audio_transcript.delta", response_id: "r1", item_id: "i1", delta: "two" });
    await vi.advanceTimersByTimeAsync(0);
    expect(events.filter(({ type }) => type === "agent_delta")).toMatchObject([{ delta: "One " }, { delta: "two" }]);
    const item = { id: "f1", type: "function_call", call_id: "c1", name: "show" };
    channel.say({ type: "response.output_item.added", response_id: "r1", item });
    const where = { response_id: "r1", item_id: "f1", call_id: "c1" };
    channel.say({ type: "response.function_call_arguments.done", ...where, arguments: '{"a":1}' });
    channel.say({ type: "response.done", response: { id: "r1", status: "completed", output: [] } });
    expect(events).toContainEqual({
      type: "tool_call",
      call: { id: "f1", call_id: "c1", name: "show", arguments: '{"a":1}' },
    });
    transport.close();
  });
});

describe("an offer that the service has had answered", () => {
  it("takes the answer, and asks nobody again", async () => {
    const prepared = await preparePeer({ protocol: "openai-realtime", transport: "webrtc", offer: true });
    expect(prepared?.offer).toBe("v=0 offer");
    const [peer] = FakePeer.all;
    const transport = overWebRtc(openaiRealtime, {
      url: "https://voice.example/v1/realtime/calls",
      token: "ek_1",
      ice_servers: null,
      prepared: prepared ?? undefined,
      answer: "v=0 their answer",
      call_id: "rtc_7",
      device,
      emit: (event) => events.push(event),
      unknown: () => 1,
      protocol: "openai-realtime",
      loadCaptions: withoutCaptions,
    });
    const connecting = transport.connect();
    await dialled();
    peer?.channel.say(created);
    expect(await connecting).toEqual({ call_id: "rtc_7" });
    expect([FakePeer.all.length, posted, peer?.log.at(-1)]).toEqual([1, [], "answer v=0 their answer"]);
    transport.close();
    expect(peer?.log.at(-1)).toBe("close");
  });

  it("is made only where the connection takes one, and is whole without ICE servers", () => {
    const kind = { protocol: "openai-realtime", transport: "webrtc" };
    expect(preparePeer(undefined)).toBeNull();
    expect(preparePeer(kind)).toBeNull();
    expect(preparePeer({ ...kind, offer: true, ice_servers: true })).toBeNull();
    expect(preparePeer({ ...kind, transport: "websocket", offer: true })).toBeNull();
    expect(FakePeer.all).toEqual([]);
  });
});
