import { SEARCH_TOOL } from "../../../shared/tool-names.ts";
import { LONG_STORY } from "./speech-clips.ts";

/** What the stand-ins' agent answers: the same for every vendor. */
export interface Answer {
  text: string;
  /** Calls to make after it. */
  calls: { name: string; arguments: string }[];
}

export const TELL_STORY = "Tell me a long story.";

/**
 * "Call show_offer {…} and look_up {…}" calls these tools at once, where the agent has them; the story is long; a
 * question is looked up where the agent can search; anything else is said back.
 */
export function answerTo(text: string, tools: readonly string[]): Answer {
  const calls = [...text.matchAll(/([\w-]+)\s*(\{[^{}]*\})/g)].flatMap(([, name = "", args = "{}"]) =>
    tools.includes(name) ? [{ name, arguments: args }] : [],
  );
  if (calls.length > 0) return { text: "Let me check that for you.", calls };
  if (text.endsWith("?") && tools.includes(SEARCH_TOOL))
    return {
      text: "Let me check that for you.",
      calls: [{ name: SEARCH_TOOL, arguments: JSON.stringify({ query: text }) }],
    };
  if (text === TELL_STORY) return { text: LONG_STORY, calls: [] };
  return { text: `You said: ${text}`, calls: [] };
}

export const answerToOutputs = (outputs: readonly string[]): Answer => ({
  text: foundIn(outputs) ?? `Done. The tool answered: ${outputs.join("; ")}`,
  calls: [],
});

/** The best passage of a search, `null` where these are no search's results. */
function foundIn([output = ""]: readonly string[]): string | null {
  try {
    const { passages } = JSON.parse(output) as { passages?: { text: string }[] };
    return passages?.[0]?.text ?? null;
  } catch {
    return null;
  }
}
