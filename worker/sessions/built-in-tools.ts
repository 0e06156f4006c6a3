import type { ClientTool } from "../../shared/session.ts";
import { END_CALL_TOOL } from "../../shared/tool-names.ts";

/** The page runs it: it plays the agent's last words to their end, then ends the call. */
const END_CALL: ClientTool = {
  name: END_CALL_TOOL,
  description:
    "Ends the call. Use it when the visitor says goodbye, or wants nothing more. Say goodbye first, in the same answer: nothing that you say after it is heard.",
  parameters: { type: "object", properties: {} },
  kind: "client",
};

/** The agent's tools and those that its settings add; a built-in tool replaces one of the same name. */
export const withEndCall = (tools: ClientTool[], agent: { end_call?: boolean }): ClientTool[] =>
  agent.end_call ? [...tools.filter(({ name }) => name !== END_CALL_TOOL), END_CALL] : tools;
