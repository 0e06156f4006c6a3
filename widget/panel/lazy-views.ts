import { LazyChunk } from "./lazy-chunk.ts";

/**
 * Views that few conversations show, one chunk each. What they share with other chunks they take from `conversationViews`
 * or the panel: else it would be a chunk of its own, and one more request.
 */

export const agentPickerChunk = new LazyChunk(() => import("./views/agent-picker.ts"));
export const deviceSettingsChunk = new LazyChunk(() => import("./views/device-settings.ts"));
export const microphoneNoticesChunk = new LazyChunk(() => import("./views/microphone-notices.ts"));
export const richMessageChunk = new LazyChunk(() => import("./views/rich-message.ts"));
