import { LONG_STORY } from "./speech-clips.ts";

/** What the stand-ins' agent answers: the same for every vendor. */
export interface Answer {
  text: string;
  /** Calls to make after it. */
  calls: { name: string; arguments: string }[];
}

export const TELL_STORY = "Tell me a long story.";

/**
 * "Call show_offer {…} and look_up {…}" calls these tools at once, where the agent has them; the story is long; anything
 * else is said back.
 */
export function answerTo(text: string, tools: readonly string[]): Answer {
  const calls = [...text.matchAll(/([\w-]+)\s*(\{[^{}]*\})/g)].flatMap(([, name = "", args = "{}"]) =>
    tools.includes(name) ? [{ name, arguments: args }] : [],
  );
  if (calls.length > 0) return { text: "Let me check that for you.", calls };
  if (text === TELL_STORY) return { text: LONG_STORY, calls: [] };
  return { text: `You said: ${text}`, calls: [] };
}

export const answerToOutputs = (outputs: readonly string[]): Answer => ({
  text: `Done. The tool answered: ${outputs.join("; ")}`,
  calls: [],
});
