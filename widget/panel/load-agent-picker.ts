import { agentPickerChunk } from "./lazy-views.ts";
import type { ViewModel } from "./view-model.ts";

/** The agent picker where there are several agents, once its code is there. */
export function agentPickerFor({ choice, redraw, addStyles }: ViewModel) {
  if (choice.length < 2) return null;
  const chunk = agentPickerChunk.get(redraw);
  // Another widget of the page may have loaded it.
  if (chunk) addStyles([chunk.agentPickerStyles]);
  return chunk;
}
