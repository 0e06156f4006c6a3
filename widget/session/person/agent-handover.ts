import type { ExecutorParts } from "../command-executor.ts";
import { reconnect } from "../reconnection.ts";

/** Closes the connection to the agent's vendor, and the microphone; the session goes on. */
export function releaseAgent({ conversation, connection, audio }: ExecutorParts): void {
  connection.transport?.close();
  connection.transport = null;
  conversation.provisional.clear();
  audio.closeMicrophone();
  audio.input = "text";
  conversation.dispatch({ type: "typed_instead" });
  // What the agent was saying is cut where it is, and nothing is waited for.
  conversation.dispatch({ type: "disconnected" });
  conversation.dispatch({ type: "reconnecting", active: false });
}

/** Connects the agent again, which the service tells what was said meanwhile. Ends the conversation where it cannot be had. */
export async function returnAgent({ conversation, connection, audio }: ExecutorParts): Promise<void> {
  conversation.dispatch({ type: "reconnecting", active: true });
  if (await reconnect(conversation, connection)) audio.hear();
}
