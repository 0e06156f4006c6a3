/** From this root mean square on somebody may be speaking; full scale 1. */
export const AUDIBLE = 0.005;
/** How much is kept of what is said before a connection takes it. Seconds. */
export const LONGEST_KEPT = 15;
/**
 * From this root mean square on a microphone is not silent: -54 dB of full scale. The agent's loud words stop it through an echo
 * whose first ones are softer than `AUDIBLE`.
 */
export const SOFTLY = 0.002;
/** The same of a measurement of 85 ms, which is four times as long as a frame: a loud sound is averaged with what is beside it. */
export const SOFTLY_AVERAGED = 0.0014;
/** For how long the agent's first words are listened to. Seconds. */
export const FIRST_WORDS = 0.75;
