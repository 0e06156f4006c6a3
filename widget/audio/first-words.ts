import { AUDIBLE, FIRST_WORDS, SOFTLY } from "./audible.ts";

/** What is heard. */
export interface Sound {
  /** Root mean square, full scale 1. */
  readonly level: number;
}

/**
 * Whether a microphone may hear the agent, asked at each of its frames: it is not silent in the first 0.75 s of the agent's
 * speech. One that is, as with headphones, hears none of it: any later sound is the visitor's.
 * @param rate of the frames, hertz
 */
export function firstWords(rate: number, microphone: Sound, agent: Sound): (pcm: string) => boolean {
  /** Since the agent was first heard, in base64 of 16 bits a sample: 8 characters for 3 samples. */
  let length = 0;
  return (pcm) => {
    if (length || agent.level > AUDIBLE) length += pcm.length;
    return length > 0 && length <= ((FIRST_WORDS * 8) / 3) * rate && microphone.level >= SOFTLY;
  };
}
