import { AUDIBLE, FIRST_WORDS, SOFTLY_AVERAGED } from "./audible.ts";
import type { AudioDevice } from "./audio-device.ts";
import type { Sound } from "./first-words.ts";
import type { LateLine } from "./late-line.ts";

/** How often it is looked, milliseconds: a line is to be held before the echo comes. */
const LOOK_MS = 20;
/** How long the guard's code may take, milliseconds. Then the visitor is heard without it. */
const LOADING_MS = 2_000;

/** A line, and whose voice it may hear. */
export interface GuardedLine {
  agent: Sound;
  /** The agent's sound. */
  played(): AudioNode | undefined;
  device: AudioDevice;
  sender: RTCRtpSender;
  /** The microphone's, which is sent where nothing is held. */
  track: MediaStreamTrack | null;
}

/**
 * Holds a line in the agent's first words. If its microphone is silent meanwhile, all is sent again; else the guard says what.
 * @returns ends it: the line is told nothing any more
 */
export function guardFirstWords(line: LateLine, { agent, played, device, sender, track }: GuardedLine): () => void {
  const end = new AbortController();
  let began = 0;
  const looking = setInterval(() => {
    const { now } = line;
    if (!began) {
      if (agent.level <= AUDIBLE) return;
      began = now;
      line.hold(() => sender.replaceTrack(track));
      sender.replaceTrack(line.track);
    }
    const hears = line.level >= SOFTLY_AVERAGED;
    if (!hears && now - began < FIRST_WORDS) return;
    clearInterval(looking);
    if (hears) guard();
    else line.pass(began);
  }, LOOK_MS);
  end.signal.addEventListener("abort", () => clearInterval(looking));

  const guard = () => {
    line.hold();
    const source = played();
    let waits = true;
    const goOn = () => {
      if (waits && !end.signal.aborted) line.pass(began);
      waits = false;
    };
    setTimeout(goOn, LOADING_MS);
    import("./guard/guard.ts").then(({ guardLine }) => {
      if (!waits || !source) return goOn();
      waits = false;
      guardLine(line, device, source, began, end.signal);
    }, goOn);
  };
  return () => end.abort();
}
