import type { ClientTool } from "../../shared/session.ts";
import type { AgentSetup } from "./provider.ts";

/**
 * Words of a `session` in OpenAI's Realtime API that servers compatible with it share. What a vendor adds, leaves out or
 * has another default for stands in its own file.
 */

export const toTool = ({ name, description, parameters }: ClientTool) => ({
  type: "function",
  name,
  description,
  parameters,
});

/** The agent answers by itself when a turn ends. @param stops whether it stops as soon as the visitor speaks */
const answers = (stops: boolean) => ({ create_response: true, interrupt_response: stops });

/** Turns end by what was said. @param eagerness the vendor's default */
export const semanticVad = (turn_taking: AgentSetup["turn_taking"], eagerness: string, stops: boolean) => ({
  type: "semantic_vad",
  eagerness: turn_taking?.eagerness ?? eagerness,
  ...answers(stops),
});

/** Turns end by silence. */
export const serverVad = (
  settings: { threshold?: number; prefix_padding_ms?: number; silence_duration_ms?: number },
  stops: boolean,
) => ({ type: "server_vad", ...settings, ...answers(stops) });

/** Factors of the usual speed: clearly audible, and within the limits of each vendor (0.7 to 1.5). */
const SPEEDS = { slower: 0.8, faster: 1.2 };

/** How fast the voice speaks, as part of `audio.output`. */
export const speedOf = ({ speed }: Pick<AgentSetup, "speed">) => ({ ...(speed && { speed: SPEEDS[speed] }) });
