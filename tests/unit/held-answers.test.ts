import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Protocol } from "../../shared/vendors.ts";
import { caption as captions } from "../../widget/transport/captions.ts";
import { type Core, createCore, type Link } from "../../widget/transport/core.ts";
import type {
  Caption,
  Playback,
  SpokenSound,
  Transport,
  TransportEvent,
  WireEvent,
} from "../../widget/transport/transport.ts";

/** Which of the agent's words go through what holds them back, and which are shown as they come. */

let emitted: string[];
let core: Core;
let transport: Transport;
/** The code that holds words back has come, or cannot. */
let arrive: (code: { caption: Caption }) => void;
let fail: (error: Error) => void;
let open: (protocol: Protocol) => void;
let greetings: string[];
let loads: number;

/** Nothing has come of it. */
const SILENCE: SpokenSound = { receivedMs: new Map(), heardNow: { item: null, played_ms: 0 } };
const textOf = (event: WireEvent) => ("delta" in event ? event.delta : "text" in event ? event.text : event.type);
/** Marks what it was given. */
const caption: Caption = (emit, _sound, _connection, greeting) => {
  greetings.push(greeting);
  return (event) => emit({ type: "agent_delta", id: "held", delta: `held ${textOf(event)}`, spoken: true });
};

beforeEach(() => {
  emitted = [];
  greetings = [];
  loads = 0;
  const loading = new Promise<{ caption: Caption }>((resolve, reject) => {
    arrive = resolve;
    fail = reject;
  });
  const options = {
    emit: (event: TransportEvent) => emitted.push(textOf(event)),
    unknown: () => 1,
    loadCaptions: () => {
      loads++;
      return loading;
    },
  };
  open = (protocol) => {
    transport = createCore({ ...options, protocol } as never, 1_000, (made) => {
      core = made;
      return { protocol: {}, dial() {}, hangUp() {}, transport: {} } as unknown as Link;
    });
  };
  open("openai-realtime");
  core.holdWords(SILENCE);
});

afterEach(() => void vi.useRealTimers());

const says = (id: string, delta: string) => core.emit({ type: "agent_delta", id, delta, spoken: true });

describe("words of a vendor's agent, whose call has room for that code", () => {
  it.each([
    ["as media", "openai-realtime", null],
    ["over a socket", "gemini-live", SILENCE],
  ] as const)("are held from the greeting on where they come %s", async (_how, protocol, sound) => {
    open(protocol);
    core.holdWords(sound);
    core.emit({ type: "turn_started" });
    expect(loads).toBe(1);
    says("a", "Hello");
    expect(emitted).toEqual(["turn_started"]);
    arrive({ caption });
    await new Promise(setImmediate);
    says("a", ", there");
    expect(emitted).toEqual(["turn_started", "held Hello", "held , there"]);
    expect(greetings).toEqual([""]);
  });
});

describe("words of our own agents", () => {
  it("are shown as they come until the visitor has said something, and the greeting's to its end", async () => {
    core.emit({ type: "agent_timing", starts_ms: [0] });
    says("a", "Hello");
    transport.isAnswering = true;
    says("a", ", there");
    core.emit({ type: "agent_transcript", id: "a", text: "Hello, there" });
    expect(emitted).toEqual(["Hello", ", there", "Hello, there"]);
  });

  it("are held from the first answer on, also while that code is still to come", async () => {
    says("a", "Hello");
    transport.isAnswering = true;
    says("b", "At eight");
    core.emit({ type: "turn_started" });
    expect(emitted).toEqual(["Hello", "turn_started"]);
    arrive({ caption });
    await new Promise(setImmediate);
    says("b", " o'clock");
    expect(emitted.slice(2)).toEqual(["held At eight", "held  o'clock"]);
    expect(greetings).toEqual(["a"]);
  });

  it("find that code there: it loads before the answer, once the visitor has said something", async () => {
    says("a", "Hello");
    core.emit({ type: "turn_done", more: false });
    expect(loads).toBe(0);
    transport.isAnswering = true;
    core.emit({ type: "user_transcript", id: "v", text: "When do you open?", final: true });
    core.emit({ type: "turn_started" });
    expect(loads).toBe(1);
    arrive({ caption });
    await new Promise(setImmediate);
    says("b", "At eight");
    expect(emitted.at(-1)).toBe("held At eight");
    expect(greetings).toEqual(["a"]);
  });

  it("are held with their timing, also of an answer before which nothing was said", async () => {
    transport.isAnswering = true;
    core.emit({ type: "agent_timing", starts_ms: [0] });
    says("b", "At eight");
    arrive({ caption });
    await new Promise(setImmediate);
    expect(emitted).toEqual(["held agent_timing", "held At eight"]);
    expect(greetings).toEqual([""]);
  });

  it("are whole where they were heard before that code came, and take no sound of the next answer's", async () => {
    const sound = {
      receivedMs: new Map([["a", 4_000]]),
      heardNow: { item: "a" as string | null, played_ms: 4_000 },
    };
    const plays = (playback: Playback) => core.emit({ type: "playback", playback });
    const hears = (item: string, played_ms: number) => {
      sound.heardNow = { item, played_ms };
    };
    vi.useFakeTimers();
    core.holdWords(sound);
    says("a", "Hello");
    transport.isAnswering = true;
    // A short answer comes at once, and is heard to its end.
    says("b", "At eight o'clock");
    core.emit({ type: "agent_transcript", id: "b", text: "At eight o'clock" });
    sound.receivedMs.set("b", 700);
    hears("b", 5);
    plays("playing");
    hears("b", 700);
    plays("none");
    arrive({ caption: captions });
    await vi.advanceTimersByTimeAsync(100);
    const words = emitted.splice(0).filter((text) => text !== "playback");
    expect(words).toEqual(["Hello", "", "At eight o'clock", "At eight o'clock"]);

    core.emit({ type: "turn_started" });
    says("c", "Tomorrow we are closed");
    sound.receivedMs.set("c", 500);
    hears("c", 60);
    plays("playing");
    sound.receivedMs.clear();
    sound.heardNow = { item: null, played_ms: 0 };
    plays("none");
    core.emit({ type: "interrupted", ids: ["c"] });
    expect(emitted).toEqual(["turn_started", "", "playback", "playback", "Tomorrow", "interrupted"]);
  });

  it("are ended where the agent is interrupted before that code came", async () => {
    vi.useFakeTimers();
    says("a", "Hello");
    core.emit({ type: "interrupted", ids: ["a"] });
    transport.isAnswering = true;
    says("b", "You ");
    // The visitor goes on.
    core.emit({ type: "interrupted", ids: ["b"] });
    arrive({ caption: captions });
    await vi.advanceTimersByTimeAsync(10_000);
    // Its place, and that nothing of it was heard.
    expect(emitted).toEqual(["Hello", "interrupted", "", "", "interrupted"]);
  });

  it("are shown as they come where that code does not", async () => {
    transport.isAnswering = true;
    says("b", "At eight");
    fail(new Error("offline"));
    await new Promise(setImmediate);
    says("b", " o'clock");
    expect(emitted).toEqual(["At eight", " o'clock"]);
  });
});
