/** How an agent talks where its owner said nothing. Plain TypeScript: the console imports the values. */

/** What it takes to interrupt an agent; `docs/vendors.md` says whose part it is. */
export const INTERRUPTIONS = ["normal", "patient", "off"] as const;
export type Interruptions = (typeof INTERRUPTIONS)[number];

/** The visitor's language. */
export const AUTO_LANGUAGE = "auto";

export const SPEECH_DEFAULTS = {
  language: AUTO_LANGUAGE as string,
  initial_messages: {} as Record<string, string>,
  turn_taking: null,
  noise_reduction: "near_field" as const,
  interruptions: "normal" as Interruptions,
  keyterms: [] as string[],
  end_call: false,
  extendable: true,
  slots: null,
};
