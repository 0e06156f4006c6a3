import { agentPickerChunk, viewsOf } from "./lazy-views.ts";
import type { ViewModel } from "./view-model.ts";

/** The agent picker where there are several agents, once its code is loaded. */
export const agentPickerFor = (model: ViewModel) => (model.choice.length < 2 ? null : viewsOf(agentPickerChunk, model));
