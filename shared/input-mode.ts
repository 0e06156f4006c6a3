/** How the visitor speaks to the agent. The agent may be heard in both. */
export const INPUT_MODES = ["voice", "text"] as const;
export type InputMode = (typeof INPUT_MODES)[number];

/** Of what was said, by whether it was typed: true or 1, false or 0; `null` where nobody told. */
export const inputOf = (typed: unknown): InputMode | null =>
  typed === undefined || typed === null ? null : typed ? "text" : "voice";
