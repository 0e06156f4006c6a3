import { describe, expect, it } from "vitest";
import { LOOK_MS, type MicrophoneLook, SoundJudge, type SoundLook } from "../../widget/debug/sound-judge.ts";

const SECOND = 1_000 / LOOK_MS;
const QUIET_ROOM = 0.002;
const OPEN: MicrophoneLook = {
  label: "Desk",
  rate: 48_000,
  live: true,
  held: false,
  muted: false,
  level: QUIET_ROOM,
  peak: 0.01,
};

type Change = Partial<Omit<SoundLook, "microphone">> & { microphone?: Partial<MicrophoneLook> | null };

/** So many looks in the rhythm of the board, each as `change` says. */
function judged(looks: number, change: (index: number) => Change, judge = new SoundJudge()) {
  for (let index = 0; index < looks; index++) {
    const { microphone, ...rest } = change(index);
    judge.take({
      at: index * LOOK_MS,
      clock: 1_700_000_000_000 + index * LOOK_MS,
      visible: true,
      agent: 0,
      pageSounds: 0,
      ...rest,
      microphone: microphone === null ? null : { ...OPEN, ...microphone },
    });
  }
  return judge.findings().map(({ ok, text }) => `${ok === null ? "·" : ok ? "✓" : "✗"} ${text}`);
}

/** Speech: syllables and pauses that do not repeat within the window. */
const speech = (index: number) =>
  index < 0 || index % 40 > 26 ? 0 : 0.04 + 0.1 * Math.abs(Math.sin(index * 1.7) * Math.cos(index * 0.61));

describe("what debug says of a call's sound", () => {
  it("says nothing without a microphone, and that one is in order", () => {
    expect(judged(6 * SECOND, () => ({ microphone: null }))).toEqual([]);
    expect(judged(6 * SECOND, () => ({}))).toEqual(['✓ the microphone "Desk" is in order']);
  });

  it("finds nothing in a call in which agent and visitor take turns", () => {
    const turns = (index: number) => ({
      agent: index < 60 ? speech(index) : 0,
      microphone: { level: index < 60 ? QUIET_ROOM : speech(index) + QUIET_ROOM },
    });
    expect(judged(6 * SECOND, turns)).toEqual(['✓ the microphone "Desk" is in order']);
  });

  it("tells zeros from a pause, and a muted microphone from a dead one", () => {
    const zeros = { level: 0, peak: 0 };
    expect(judged(6 * SECOND, (index) => ({ microphone: index < 5 * SECOND ? {} : zeros }))[0]).toMatch(/in order/);
    expect(judged(2 * SECOND, () => ({ microphone: zeros }))[0]).toMatch(/✗ .*nothing but zeros.*wrong device/);
    expect(judged(6 * SECOND, () => ({ microphone: { ...zeros, muted: true } }))[0]).toMatch(
      /· .*muted by the visitor/,
    );
  });

  it("asks for the right device where next to nothing is heard", () => {
    expect(judged(6 * SECOND, () => ({ microphone: { level: 0.0001, peak: 0.0004 } }))[0]).toMatch(
      /✗ .*"Desk" hears next to nothing \(−80 dB\): is it the right device/,
    );
  });

  it("hears clipping, not a single knock", () => {
    const knock = (at: number) => ({ microphone: { level: 0.2, peak: at === 5 ? 1 : 0.4 } });
    expect(judged(20, knock)[0]).not.toMatch(/clips/);
    expect(judged(20, (index) => ({ microphone: { level: 0.6, peak: index % 4 ? 0.5 : 1 } }))[0]).toMatch(/✗ .*clips/);
  });

  it("hears steady noise, also under speech", () => {
    const hum = (index: number) => ({ microphone: { level: 0.02 + speech(index) } });
    expect(judged(6 * SECOND, hum)[0]).toMatch(/✗ .*steady noise of −34 dB/);
  });

  it.each([
    [0, /an echo of −20 dB after 0 ms$/],
    [150, /an echo of −20 dB after 150 ms$/],
    [500, /an echo of −20 dB after 500 ms; a speaker that is so late is a Bluetooth one/],
  ])("hears the agent's echo after %d ms", (late, said) => {
    const [found] = judged(6 * SECOND, (index) => ({
      agent: speech(index),
      microphone: { level: Math.max(0.0005, speech(index - late / LOOK_MS) * 0.1) },
    }));
    expect(found).toMatch(said);
  });

  it("says that a microphone is gone, held back, or has changed its rate", () => {
    expect(judged(9, () => ({ microphone: { live: false } }))[0]).toMatch(/✗ .*"Desk" is gone: unplugged/);
    expect(judged(9, () => ({ microphone: { held: true } }))[0]).toMatch(/✗ .*held back by the system/);
    expect(judged(9, (index) => ({ microphone: { rate: index < 5 ? 48_000 : 16_000 } }))[0]).toMatch(
      /✗ .*from 48000 to 16000 Hz: a Bluetooth headset/,
    );
  });

  it("begins anew with another microphone", () => {
    const judge = new SoundJudge();
    judged(3 * SECOND, () => ({ microphone: { level: 0, peak: 0 } }), judge);
    expect(judged(SECOND, () => ({ microphone: { label: "Headset", rate: 16_000 } }), judge)).toEqual([
      '✓ the microphone "Headset" is in order',
    ]);
  });

  it("names a page that plays sound of its own", () => {
    expect(judged(9, () => ({ pageSounds: 1 }))).toContain(
      "✗ the page plays sound of its own (1): the microphone hears it too",
    );
  });

  it("tells of a clock that jumps and a page that stands still, for a minute", () => {
    const jump = (index: number) => ({ clock: index * LOOK_MS + (index < 5 ? 0 : 3_600_000) });
    expect(judged(9, jump)).toContain("✗ the computer's clock jumped by 3600 s");
    expect(judged(9, (index) => ({ clock: index < 5 ? 5_000_000 : 0 })).join()).toMatch(/jumped by −5000 s/);
    const stood = (visible: boolean) => (index: number) => {
      const at = index * LOOK_MS + (index < 5 ? 0 : 4_000);
      return { at, clock: at, visible };
    };
    expect(judged(9, stood(true)).join()).toMatch(/stood still for 4 s/);
    expect(judged(9, stood(false)).join()).not.toMatch(/stood still/);
    expect(judged(70 * SECOND, jump).join()).not.toMatch(/clock/);
  });
});
