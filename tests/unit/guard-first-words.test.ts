import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AudioDevice } from "../../widget/audio/audio-device.ts";
import { guardFirstWords } from "../../widget/audio/guard-first-words.ts";
import type { LateLine } from "../../widget/audio/late-line.ts";

/** The line of a microphone in the agent's first words. */

const guard = vi.hoisted(() => ({ guardLine: vi.fn() }));
vi.mock("../../widget/audio/guard/guard.ts", () => guard);

const MICROPHONE = { kind: "audio" } as MediaStreamTrack;
const LINE = { kind: "audio" } as MediaStreamTrack;

function begin() {
  const told: string[] = [];
  const agent = { level: 0 };
  const line = {
    track: LINE,
    level: 0,
    get now() {
      return performance.now() / 1000;
    },
    hold: (caughtUp?: () => void) => {
      told.push(caughtUp ? "hold" : "guard");
    },
    pass: () => void told.push("pass"),
  };
  const sender = {
    replaceTrack: (track: unknown) => {
      told.push(track === LINE ? "line" : "microphone");
      return Promise.resolve();
    },
  };
  const end = guardFirstWords(line as unknown as LateLine, {
    agent,
    played: () => ({}) as AudioNode,
    device: {} as AudioDevice,
    sender: sender as unknown as RTCRtpSender,
    track: MICROPHONE,
  });
  return { told, agent, line, end };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe("the agent's first words", () => {
  it("leave the microphone as it is while the agent is silent", async () => {
    const { told, line } = begin();
    line.level = 0.1;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([]);
  });

  it("hold the line, and let it go where the microphone does not hear them", async () => {
    const { told, agent } = begin();
    agent.level = 0.2;
    await vi.advanceTimersByTimeAsync(100);
    expect(told).toEqual(["hold", "line"]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual(["hold", "line", "pass"]);
    expect(guard.guardLine).not.toHaveBeenCalled();
  });

  it("leave it to the guard where it does", async () => {
    const { told, agent, line } = begin();
    agent.level = 0.2;
    await vi.advanceTimersByTimeAsync(300);
    line.level = 0.01;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual(["hold", "line", "guard"]);
    expect(guard.guardLine).toHaveBeenCalledOnce();
  });

  it("concern no microphone that another has taken the place of, and no connection that is over", async () => {
    const before = begin();
    before.end();
    before.agent.level = 0.2;
    before.line.level = 0.1;
    const held = begin();
    held.agent.level = 0.2;
    await vi.advanceTimersByTimeAsync(100);
    held.end();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([before.told, held.told]).toEqual([[], ["hold", "line"]]);
  });
});
