const RATE = 24_000;

/** Two soft rising bells, 24 kHz: a sign that the agent answered, for text without a recorded clip. */
export const chime: Int16Array = Int16Array.from({ length: RATE * 0.6 }, (_, at) => {
  const time = at / RATE;
  return Math.round(9_000 * (bell(time, 659.26) + bell(time - 0.13, 880)));
});

function bell(time: number, hertz: number): number {
  if (time < 0) return 0;
  const attack = Math.min(1, time / 0.004);
  const phase = 2 * Math.PI * hertz * time;
  // The second partial decays faster, as in a struck bar.
  return attack * (0.8 * Math.exp(-time * 9) * Math.sin(phase) + 0.2 * Math.exp(-time * 18) * Math.sin(2 * phase));
}
