import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Message } from "../../widget/session/state.ts";
import { Captions, caption } from "../../widget/transport/captions.ts";
import type { TransportEvent, WireEvent } from "../../widget/transport/transport.ts";
import { Shown } from "../conformance/wire/shown.ts";

/** What the visitor reads while the agent speaks, on a made clock. */

const TEXT = "On Sunday we are open from ten until two in the afternoon.";
const event = (type: string, more: object = {}) => ({ type, ...more }) as WireEvent;
const delta = (text: string, id = "a") => event("agent_delta", { id, delta: text, spoken: true });
const whole = (text = TEXT, id = "a", more = {}) => event("agent_transcript", { id, text, ...more });
const playback = (state: string) => event("playback", { playback: state });

/** A visitor's page. @param media whether sound moves as media: then nothing says how much of it has come */
function page(media = false) {
  let now = 1_000_000;
  const sound = {
    receivedMs: new Map<string, number>(),
    heardNow: { item: null as string | null, played_ms: 0 },
  };
  const captions = new Captions(media ? null : sound);
  const shown = new Shown();
  shown.begin(now);
  const emitted: TransportEvent[] = [];
  const take = (events: TransportEvent[]) => {
    emitted.push(...events);
    for (const one of events) shown.show(one, now);
  };
  const agent = (): readonly Message[] => shown.state.transcript.filter(({ role }) => role === "agent");
  return {
    emitted,
    agent,
    read: () => agent().map(({ text }) => text.trim()),
    says: (...events: WireEvent[]) => {
      for (const one of events) take(captions.push(one, now));
    },
    /** So much of an item's sound comes. */
    gets: (ms: number, item = "a") => sound.receivedMs.set(item, (sound.receivedMs.get(item) ?? 0) + ms),
    /** So much time passes; the speaker plays meanwhile, where there is something to play. */
    passes(ms: number, item: string | null = "a") {
      for (let rest = ms; rest > 0; rest -= 80) {
        const step = Math.min(80, rest);
        now += step;
        if (item) {
          const before = sound.heardNow.item === item ? sound.heardNow.played_ms : 0;
          sound.heardNow = { item, played_ms: Math.min(before + step, sound.receivedMs.get(item) ?? 0) };
        }
        take(captions.check(now));
      }
    },
    /** The speaker drops what it has. */
    flushes() {
      sound.receivedMs.clear();
      sound.heardNow = { item: null, played_ms: 0 };
      take(captions.push(playback("none"), now));
    },
  };
}

describe("the agent's words", () => {
  it("appear as they are spoken, however early they are written, and are complete when they were heard", () => {
    const { says, gets, passes, read, agent } = page();
    says(event("turn_started"), delta(TEXT), whole());
    gets(4_000);
    says(event("turn_done", { more: false }));
    expect(read()).toEqual([""]);
    says(playback("playing"));
    passes(1_000);
    expect(read()).toEqual(["On Sunday we are"]);
    passes(1_000);
    expect(read()).toEqual(["On Sunday we are open from ten"]);
    expect(agent()[0]?.final).toBe(false);
    passes(2_000);
    says(playback("none"));
    passes(80);
    expect(read()).toEqual([TEXT]);
    expect(agent()[0]?.final).toBe(true);
  });

  it("do not run ahead of sound that comes bit by bit, faster than it is heard", () => {
    const { says, gets, passes, read } = page();
    const text = Array.from({ length: 40 }, (_, n) => `word${n}`).join(" ");
    says(event("turn_started"), delta(text), playback("playing"));
    // Twice as fast as it is spoken: 20 s of sound, whose text was there at once. How fast this voice speaks is not known yet.
    for (let second = 1; second <= 9; second++) {
      gets(2_000);
      passes(1_000);
      const heard = 2 * second;
      const shown = read()[0]?.split(" ").length ?? 0;
      expect(shown, `after ${second} s`).toBeLessThanOrEqual(heard * 1.2 + 2);
      expect(shown, `after ${second} s`).toBeGreaterThanOrEqual(heard * 0.8 - 2);
    }
  });

  it("follow the call's own voice, once an answer was heard", () => {
    const { says, gets, passes, read } = page();
    says(event("turn_started"), delta(TEXT), whole());
    gets(8_000);
    says(event("turn_done", { more: false }), playback("playing"));
    passes(8_000);
    says(playback("none"));
    says(event("turn_started"), delta(TEXT, "b"), playback("playing"));
    gets(3_000, "b");
    passes(2_000, "b");
    expect(read()[1]).toBe("On Sunday we are");
  });

  it("of a language without spaces appear sign by sign", () => {
    const { says, gets, passes, read } = page();
    const text = "日曜日は十時から午後二時まで開いています。";
    says(event("turn_started"), delta(text), whole(text));
    gets(4_000);
    says(event("turn_done", { more: false }), playback("playing"));
    passes(2_000);
    expect(read()[0]?.length).toBeGreaterThan(8);
    expect(read()[0]?.length).toBeLessThan(13);
  });

  it("appear when the vendor says that they are spoken", () => {
    const { says, gets, passes, read } = page();
    says(delta(TEXT), playback("playing"));
    // The first word takes two seconds.
    says(event("agent_timing", { starts_ms: [0, 100, ...Array.from({ length: 56 }, (_, n) => 2_000 + 20 * n)] }));
    gets(4_000);
    passes(1_900);
    expect(read()).toEqual(["On"]);
    passes(400);
    expect(read()).toEqual(["On Sunday we are"]);
  });

  it("appear as they are spoken also where this code comes after the sound", () => {
    const { says, gets, passes, read } = page();
    gets(4_000);
    passes(400);
    says(delta(TEXT), whole(), event("turn_done", { more: false }));
    passes(600);
    expect(read()).toEqual(["On Sunday we are"]);
    passes(3_000);
    says(playback("none"));
    passes(80);
    expect(read()).toEqual([TEXT]);
  });

  it("are shown where their sound does not come", () => {
    const { says, passes, read } = page();
    says(event("turn_started"), delta(TEXT), whole());
    passes(1_400, null);
    expect(read()).toEqual([""]);
    passes(200, null);
    expect(read()).toEqual([TEXT]);
  });

  it("are shown at once where they are written", () => {
    const { says, read } = page();
    says(event("agent_delta", { id: "a", delta: TEXT, spoken: false }));
    expect(read()).toEqual([TEXT]);
  });

  it.each([false, true])(
    "keep their mark where the answer never came to its end, once they were heard: media %s",
    (media) => {
      const { says, gets, passes, read, agent } = page(media);
      says(event("turn_started"), delta(TEXT));
      gets(4_000);
      says(playback("playing"));
      passes(400);
      says(event("interrupted", { ids: ["a"] }), event("turn_done", { more: false }));
      expect(agent()[0]?.interrupted).toBeUndefined();
      passes(3_600);
      says(playback("none"));
      passes(80);
      expect(read()).toEqual([TEXT]);
      expect(agent()[0]?.interrupted).toBe(true);
    },
  );
});

describe("an answer that was cut", () => {
  it("holds what was heard, also when all of its text comes again", () => {
    const { says, gets, passes, flushes, read, agent } = page();
    says(event("turn_started"), delta(TEXT), whole());
    gets(4_000);
    says(event("turn_done", { more: false }), playback("playing"));
    passes(1_000);
    flushes();
    says(event("interrupted", { ids: ["a"] }), delta(" And more."), whole());
    passes(3_000, null);
    expect(read()).toEqual(["On Sunday we are"]);
    expect(agent()[0]).toMatchObject({ final: true, interrupted: true });
  });

  it("is the vendor's own word on it, where there is one", () => {
    const { says, gets, passes, flushes, read } = page();
    says(whole(TEXT, "a", { provisional: true }));
    gets(4_000);
    says(playback("playing"));
    passes(1_000);
    flushes();
    says(whole(TEXT, "a", { provisional: true }), event("interrupted", { ids: ["a"] }));
    expect(read()).toEqual(["On Sunday we are"]);
    says(whole("On Sunday we are open"));
    expect(read()).toEqual(["On Sunday we are open"]);
  });

  it("is not there where nothing of it was heard", () => {
    const { says, gets, flushes, agent } = page();
    says(event("turn_started"), delta(TEXT));
    gets(1_000);
    says(playback("pending"));
    flushes();
    says(event("interrupted", { ids: ["a"] }));
    expect(agent()).toEqual([]);
  });

  it("ends where it is heard to, over WebRTC too; the one after it is not touched", () => {
    const { says, passes, read } = page(true);
    says(event("turn_started"), delta(TEXT), whole(), event("turn_done", { more: false }), playback("playing"));
    passes(1_000);
    says(playback("none"), event("interrupted", { ids: ["a"] }));
    expect(read()).toEqual(["On Sunday we are"]);
    says(event("turn_started"), delta("Yes.", "b"), whole("Yes.", "b"), event("turn_done", { more: false }));
    expect(read()).toEqual(["On Sunday we are", ""]);
    says(playback("playing"));
    passes(500);
    says(playback("none"));
    passes(80);
    expect(read()).toEqual(["On Sunday we are", "Yes."]);
  });
});

it("an answer's words begin after a greeting that is still heard", () => {
  const sound = { receivedMs: new Map([["g", 4_000]]), heardNow: { item: "g", played_ms: 1_000 } };
  const captions = new Captions(sound, "g");
  const read = (events: TransportEvent[]) => events.flatMap((one) => (one.type === "agent_delta" ? one.delta : []));
  const late = delta(" And welcome.", "g");
  expect(captions.push(late, 0)).toEqual([late]);
  captions.push(delta(TEXT), 0);
  captions.push(whole(), 0);
  sound.receivedMs.set("a", 4_000);
  sound.heardNow = { item: "g", played_ms: 3_900 };
  captions.push(playback("playing"), 500);
  expect(read(captions.check(1_000))).toEqual([]);
  sound.receivedMs.delete("g");
  sound.heardNow = { item: "a", played_ms: 1_000 };
  expect(read(captions.check(2_000))).toEqual(["On Sunday we are"]);
});

describe("a connection's captions", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("end with it, and with the last word", async () => {
    const read: string[] = [];
    const connection = { closed: false };
    const emit = (one: TransportEvent) => void (one.type === "agent_delta" && read.push(one.delta));
    const push = caption(emit, null, connection, "");
    push(event("turn_started"));
    push(delta(TEXT));
    push(playback("playing"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read.join("")).toBe("On Sunday we are");
    push(event("turn_done", { more: false }));
    push(playback("none"));
    await vi.advanceTimersByTimeAsync(100);
    expect(read.join("")).toBe(TEXT);
    expect(vi.getTimerCount()).toBe(0);
    push(delta(TEXT, "b"));
    connection.closed = true;
    await vi.advanceTimersByTimeAsync(100);
    expect(vi.getTimerCount()).toBe(0);
  });
});
