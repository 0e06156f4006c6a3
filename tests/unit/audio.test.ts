import { describe, expect, it } from "vitest";
import { CaptureFramer } from "../../widget/audio/capture-framer.ts";
import { decodePcm, encodeBase64 } from "../../widget/audio/pcm.ts";
import { PlaybackQueue } from "../../widget/audio/playback-queue.ts";
import { Resampler } from "../../widget/audio/resample.ts";

const sine = (hertz: number, rate: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, n) => Math.sin((2 * Math.PI * hertz * n) / rate));

/** Through the resampler in pieces of changing length. */
function resample(samples: Float32Array, from: number, to: number, lengths: number[]): Float32Array {
  const resampler = new Resampler(from, to);
  const out: number[] = [];
  for (let at = 0, turn = 0; at < samples.length; turn++) {
    const length = lengths[turn % lengths.length] as number;
    out.push(...resampler.push(samples.subarray(at, at + length)));
    at += length;
  }
  return Float32Array.from(out);
}

const power = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length;
const decibels = (ratio: number) => 10 * Math.log10(ratio);
/** Without the ends, where the filter meets the silence around. */
const middle = (samples: Float32Array) => samples.subarray(600, samples.length - 600);

const RATES: [number, number][] = [
  [48000, 24000],
  [44100, 24000],
  [16000, 24000],
  [96000, 24000],
  [48000, 16000],
  [24000, 48000],
  [24000, 44100],
];

describe("Resampler", () => {
  for (const [from, to] of RATES) {
    it(`keeps a tone from ${from} to ${to} Hz, at its place in time, over 60 dB`, () => {
      const out = resample(sine(1000, from, 0.5), from, to, [128]);
      const ideal = sine(1000, to, 0.5).subarray(0, out.length);
      const noise = out.map((sample, n) => sample - (ideal[n] as number));
      expect(decibels(power(middle(ideal)) / power(middle(noise)))).toBeGreaterThan(60);
      expect(out.length).toBeGreaterThan(ideal.length - 100);
    });

    it(`joins pieces of any length without a seam, ${from} to ${to} Hz`, () => {
      const tone = sine(440, from, 0.3);
      const whole = resample(tone, from, to, [tone.length]);
      const pieces = resample(tone, from, to, [1, 128, 7, 1000, 63]);
      expect(pieces.length).toBe(whole.length);
      expect(pieces).toEqual(whole);
    });
  }

  for (const [from, to, hertz] of [
    [48000, 24000, 13500],
    [48000, 24000, 20000],
    [44100, 24000, 13500],
    [48000, 16000, 9500],
  ] as const) {
    it(`takes ${hertz} Hz out on the way from ${from} to ${to} Hz`, () => {
      const out = resample(sine(hertz, from, 0.5), from, to, [128]);
      expect(decibels(0.5 / power(middle(out)))).toBeGreaterThan(60);
    });
  }

  it("passes speech up to 9 kHz at 24 kHz without loss", () => {
    const out = resample(sine(9000, 48000, 0.5), 48000, 24000, [128]);
    expect(Math.abs(decibels(power(middle(out)) / 0.5))).toBeLessThan(0.5);
  });
});

describe("CaptureFramer", () => {
  it("sends long silence in larger frames, the first sound after it at once, and loses nothing", () => {
    const framer = new CaptureFramer(24_000, 24_000);
    const sizes: number[] = [];
    let sent = 0;
    const hear = (seconds: number, sample: number) => {
      for (let at = 0; at < seconds * 24_000; at += 480)
        framer.push(new Float32Array(480).fill(sample), ({ pcm }) => {
          sent += pcm.length;
          sizes.push(pcm.length / 480);
        });
    };
    hear(1, 0);
    expect(sizes).toEqual(Array(50).fill(1));
    sizes.length = 0;
    // Two frames are held when somebody speaks: they go with the first word.
    hear(1.04, 0);
    expect(sizes).toEqual(Array(5).fill(10));
    sizes.length = 0;
    hear(0.1, 0.2);
    expect(sizes).toEqual([3, 1, 1, 1, 1]);
    expect(sent).toBe((1 + 1.04 + 0.1) * 24_000);
  });

  it("makes frames of 20 ms with their loudness, and clips", () => {
    const frames: { pcm: Int16Array; level: number }[] = [];
    const framer = new CaptureFramer(48000, 24000);
    const loud = sine(500, 48000, 0.1).map((sample) => sample * 2);
    for (let at = 0; at < loud.length; at += 128)
      framer.push(loud.subarray(at, at + 128), (frame) => frames.push(frame));
    expect(frames.length).toBe(4);
    for (const { pcm } of frames) expect(pcm.length).toBe(480);
    expect(Math.max(...(frames[2]?.pcm ?? []))).toBe(32767);
    expect(frames[2]?.level).toBeCloseTo(Math.SQRT2, 1);
  });
});

describe("PCM in base64", () => {
  it("comes back as it was, also when it is long", () => {
    const samples = Int16Array.from({ length: 50_000 }, (_, n) => ((n * 7919) % 65536) - 32768);
    expect(decodePcm(encodeBase64(new Uint8Array(samples.buffer)))).toEqual(samples);
  });

  it("drops half a sample and refuses what is not base64", () => {
    expect(decodePcm(encodeBase64(Uint8Array.of(1, 0, 9)))).toEqual(Int16Array.of(1));
    expect(() => decodePcm("no base64!")).toThrow();
  });
});

describe("PlaybackQueue", () => {
  const RATE = 48000;
  const ramp = (length: number, from = 1) => Int16Array.from({ length }, (_, n) => from + n);
  const tone = (milliseconds: number) =>
    Int16Array.from(sine(300, 24000, milliseconds / 1000), (sample) => Math.round(sample * 20000));

  function render(queue: PlaybackQueue, milliseconds: number): Float32Array {
    const out = new Float32Array(128 * Math.ceil((RATE * milliseconds) / 1000 / 128));
    for (let at = 0; at < out.length; at += 128) queue.render(out.subarray(at, at + 128));
    return out;
  }

  it("waits for a small buffer, then plays pieces without a gap", () => {
    const queue = new PlaybackQueue(24000, 24000);
    queue.push("a", ramp(480));
    expect(render(queue, 20).some((sample) => sample !== 0)).toBe(false);
    expect(queue.playing).toBe(false);
    queue.push("a", ramp(700, 481));
    const out = new Float32Array(1152);
    for (let at = 0; at < out.length; at += 128) queue.render(out.subarray(at, at + 128));
    expect(queue.playing).toBe(true);
    expect(Array.from(out, (sample) => Math.round(sample * 32768))).toEqual(Array.from(ramp(1152)));
    expect(queue.playedMs).toBe(48);
  });

  it("begins after 60 ms with less, and at once with a whole short answer", () => {
    const slow = new PlaybackQueue(24000, RATE);
    slow.push("a", tone(10));
    render(slow, 50);
    expect(slow.playing).toBe(false);
    render(slow, 14);
    expect(slow.playing).toBe(true);
    const short = new PlaybackQueue(24000, RATE);
    short.push("a", tone(10));
    short.finish();
    render(short, 3);
    expect(short.playing).toBe(true);
  });

  it("is drained shortly after the last sample of a finished answer", () => {
    const queue = new PlaybackQueue(24000, RATE);
    queue.push("a", tone(100));
    queue.finish();
    const out = render(queue, 110);
    expect(queue.playing).toBe(false);
    expect(queue.playedMs).toBeCloseTo(100);
    expect(power(out.subarray(0, 4800))).toBeGreaterThan(0.1);
  });

  it("bridges a short gap of an answer that still comes, and stops after a long one", () => {
    const queue = new PlaybackQueue(24000, RATE);
    queue.push("a", tone(50));
    render(queue, 150);
    expect(queue.playing).toBe(true);
    queue.push("a", tone(50));
    render(queue, 20);
    expect(queue.playedMs).toBeGreaterThan(65);
    render(queue, 250);
    expect(queue.playing).toBe(false);
  });

  it("is silent a few milliseconds after a flush, without a click, and says what was heard", () => {
    const queue = new PlaybackQueue(24000, RATE);
    queue.push("a", tone(1000));
    render(queue, 300);
    expect(queue.item).toBe("a");
    expect(queue.playedMs).toBeGreaterThan(295);
    expect(queue.playedMs).toBeLessThan(308);
    queue.flush();
    expect(queue.playing).toBe(false);
    const out = render(queue, 50);
    expect(out.subarray(0, 128).some((sample) => sample !== 0)).toBe(true);
    expect(out.subarray(RATE * 0.004).every((sample) => sample === 0)).toBe(true);
    const steps = out.subarray(1).map((sample, n) => Math.abs(sample - (out[n] as number)));
    expect(Math.max(...steps)).toBeLessThan(0.05);
  });

  it("plays what comes after a flush, counted anew", () => {
    const queue = new PlaybackQueue(24000, RATE);
    queue.push("a", tone(500));
    render(queue, 100);
    queue.flush();
    queue.push("b", tone(200));
    render(queue, 100);
    expect(queue.item).toBe("b");
    expect(queue.playedMs).toBeGreaterThan(95);
    expect(queue.playedMs).toBeLessThan(108);
  });
});
