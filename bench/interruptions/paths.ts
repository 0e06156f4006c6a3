import { heardByVendor } from "../../tests/harness/sound/heard-by-vendor.ts";
import { heardOverLine } from "../../tests/harness/sound/heard-over-line.ts";
import { RATE } from "../../tests/harness/sound/room.ts";

/** How a call's sound reaches its vendor, with the guard of a `normal` agent. */

interface Heard {
  /** Seconds of the call at which the vendor hears somebody begin to speak. */
  starts: number[];
  /** Share, 0 to 1, of what the microphone heard from one second to another that was never sent. */
  lost(from: number, to: number): number;
}

export interface Path {
  name: string;
  heard(microphone: Float32Array, speaker: Float32Array): Heard;
}

const shareNotIn = <T>(sent: Set<T>, all: T[]) =>
  all.reduce((sum, one) => sum + (sent.has(one) ? 0 : 1), 0) / Math.max(1, all.length);

// A microphone's noise makes every frame its own: what was sent is told by it alone.

const pcm: Path = {
  name: "WebSocket",
  heard(microphone, speaker) {
    const { starts, frames } = heardByVendor(microphone, speaker, "normal");
    return {
      starts,
      lost(from, to) {
        const all = heardByVendor(microphone, speaker, null).frames.filter(({ at }) => at > from && at <= to);
        return shareNotIn(
          new Set(frames.map((frame) => frame.pcm)),
          all.map((frame) => frame.pcm),
        );
      },
    };
  },
};

const media: Path = {
  name: "WebRTC",
  heard(microphone, speaker) {
    const { starts, gone } = heardOverLine(microphone, speaker);
    return {
      starts,
      lost(from, to) {
        const said = gone.subarray(from * RATE, to * RATE);
        return 1 - said.reduce((sum, sample) => sum + sample, 0) / said.length;
      },
    };
  },
};

export const PATHS = [pcm, media];
