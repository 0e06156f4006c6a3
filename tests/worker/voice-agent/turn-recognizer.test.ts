import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recognition } from "../../../worker/objects/voice-agent/workers-ai/recognition.ts";
import {
  AHEAD_MS,
  MOST_AT_ONCE,
  MOST_FAILED,
  TIME_LIMIT_MS,
  TurnRecognizer,
} from "../../../worker/objects/voice-agent/workers-ai/turn-recognizer.ts";
import { silence } from "./speech.ts";

/** One connection with a recogniser: this side is the test's. */
class Line extends EventTarget {
  readonly sent: (string | Int16Array)[] = [];
  closed = false;
  send = (data: string | Int16Array) => void this.sent.push(data);
  close = () => {
    this.closed = true;
  };
  receive = (message: unknown) =>
    this.dispatchEvent(
      new MessageEvent("message", { data: typeof message === "string" ? message : JSON.stringify(message) }),
    );
  hang = () => this.dispatchEvent(new Event("close"));
  break = () => this.dispatchEvent(new Event("error"));
  get seconds(): number {
    return this.sent.reduce((sum, part) => sum + (typeof part === "string" ? 0 : part.length / 16_000), 0);
  }
}

const NOW = 1_800_000_000_000;
const flush = () => vi.advanceTimersByTimeAsync(0);

function newRecognizer(language: string | null = null) {
  const lines: Line[] = [];
  let refuse: Error | null = null;
  let hold: Promise<void> | null = null;
  let woken = 0;
  const connect = async () => {
    await hold;
    if (refuse) throw refuse;
    const line = new Line();
    lines.push(line);
    return line as unknown as WebSocket;
  };
  const host = {
    requestAdvance: () => {
      woken++;
    },
    over: () => {
      throw new Error("a call goes on without its recogniser");
    },
  };
  const recognizer = new TurnRecognizer(recognition(language, null, []), connect, host, NOW);
  return {
    recognizer,
    lines,
    woken: () => woken,
    refuse: (error: Error | null) => {
      refuse = error;
    },
    hold: (until: Promise<void>) => {
      hold = until;
    },
    async hear(ms = 2_000, now = NOW + 60_000) {
      const words = recognizer.recognize(silence(ms), now);
      await flush();
      return { words, line: lines.at(-1) as Line };
    },
  };
}
const turn = (event: string, transcript: string) => ({ type: "TurnInfo", event, transcript, audio_window_end: 1 });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a turn that is over", () => {
  it("is sent as a whole with silence behind it, and the last words received are its words", async () => {
    const { hear, woken } = newRecognizer();
    const { words, line } = await hear(2_000);
    expect(line.seconds).toBeCloseTo(3, 1);
    expect(line.sent.at(-1)).toBe('{"type":"CloseStream"}');
    for (const text of ["When", "When do you", "When do you open tomorrow?"]) line.receive(turn("Update", text));
    await flush();
    expect(words?.text).toBeUndefined();
    line.hang();
    await flush();
    expect(words?.text).toBe("When do you open tomorrow?");
    expect(woken()).toBe(1);
    expect(line.closed).toBe(true);
  });

  it("may be several turns for the recogniser, and is complete after silence where the connection stays open", async () => {
    const { hear } = newRecognizer();
    const { words, line } = await hear();
    line.receive(turn("EndOfTurn", "When do you open?"));
    await vi.advanceTimersByTimeAsync(300);
    line.receive(turn("StartOfTurn", ""));
    line.receive(turn("Update", "I mean"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(words?.text).toBeUndefined();
    line.receive(turn("EndOfTurn", "I mean tomorrow."));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(words?.text).toBe("When do you open? I mean tomorrow.");
  });

  it("is understood in other languages", async () => {
    const { hear } = newRecognizer("de");
    const { words, line } = await hear();
    const results = { type: "Results", start: 0, duration: 1 };
    line.receive({ ...results, is_final: true, channel: { alternatives: [{ transcript: "Wann öffnet" }] } });
    line.receive({ ...results, channel: { alternatives: [{ transcript: "ihr?" }] } });
    line.receive({ type: "Metadata" });
    line.hang();
    await flush();
    expect(words?.text).toBe("Wann öffnet ihr?");
  });

  it.each([
    ["silence", (line: Line) => line.receive(turn("EndOfTurn", ""))],
    ["no word at all", (line: Line) => line.hang()],
    ["rubbish", (line: Line) => [line.receive("{"), line.receive("[1]"), line.receive({ event: 7 }), line.hang()]],
    ["an error", (line: Line) => line.break()],
    ["nothing, ever", () => {}],
  ])("has no words where the recogniser sends %s", async (_, answer) => {
    const { hear, woken } = newRecognizer();
    const { words, line } = await hear();
    answer(line);
    await vi.advanceTimersByTimeAsync(TIME_LIMIT_MS);
    expect(words?.text).toBeNull();
    expect(woken()).toBe(1);
    expect(line.closed).toBe(true);
  });

  it("has none where the connection comes too late, which is closed then", async () => {
    const { hear, hold, lines } = newRecognizer();
    const { promise, resolve } = Promise.withResolvers<void>();
    hold(promise);
    const { words } = await hear();
    await vi.advanceTimersByTimeAsync(TIME_LIMIT_MS);
    expect(words?.text).toBeNull();
    resolve();
    await flush();
    expect(lines.map(({ closed }) => closed)).toEqual([true]);
    expect(lines[0]?.sent).toEqual([]);
  });
});

describe("what it may cost", () => {
  it("is no more than the call has lasted, and a little", async () => {
    const { recognizer, hear, lines } = newRecognizer();
    let ms = 0;
    for (let now = NOW; now < NOW + 60_000; now += 500) {
      const { words, line } = await hear(4_000, now);
      if (!words) continue;
      ms += 5_000;
      expect(ms).toBeLessThanOrEqual(now - NOW + AHEAD_MS);
      line.hang();
      await flush();
    }
    expect(ms).toBeGreaterThan(60_000);
    expect(lines.reduce((sum, { seconds }) => sum + seconds, 0)).toBeLessThanOrEqual(ms / 1_000);
    expect(recognizer.recognize(silence(30_000), NOW + 60_000)).toBeNull();
  });

  it("is a few turns at a time", async () => {
    const { hear } = newRecognizer();
    const turns = [];
    for (let at = 0; at <= MOST_AT_ONCE; at++) turns.push(await hear());
    expect(turns.map(({ words }) => words !== null)).toEqual([true, true, true, false]);
    turns[0]?.line.hang();
    await flush();
    expect((await hear()).words).not.toBeNull();
  });

  it("is nothing more once Workers AI has refused twice, as over the day's limit", async () => {
    const { hear, refuse } = newRecognizer();
    refuse(new Error("you have used up your daily free allocation"));
    expect((await hear()).words?.text).toBeNull();
    refuse(null);
    const { words, line } = await hear();
    line.receive(turn("EndOfTurn", "Hello."));
    line.hang();
    await flush();
    expect(words?.text).toBe("Hello.");
    refuse(new Error("you have used up your daily free allocation"));
    for (let at = 0; at < MOST_FAILED; at++) expect((await hear()).words?.text).toBeNull();
    expect((await hear()).words).toBeNull();
  });
});

it("ends with the call: its connections are closed, and the object is not woken", async () => {
  const { recognizer, hear, woken } = newRecognizer();
  const { words, line } = await hear();
  recognizer.close();
  await flush();
  expect(line.closed).toBe(true);
  expect(words?.text).toBeNull();
  expect(woken()).toBe(0);
});
