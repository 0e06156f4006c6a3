import type { PageAgent } from "../config/read-config.ts";
import { LazyChunk } from "./lazy-chunk.ts";

/**
 * Views that few conversations show, one chunk each. Code that several of them share belongs to the panel's chunk: else it
 * would be a chunk of its own, and one more request.
 */

/** Styles only. */
export const contrastChunk = new LazyChunk(() => import("./contrast-styles.ts"));
export const agentPickerChunk = new LazyChunk(() => import("./views/agent-picker.ts"));
export const consentChunk = new LazyChunk(() => import("./views/consent.ts"));
export const endingChunk = new LazyChunk(() => import("./views/ending.ts"));
export const talkButtonChunk = new LazyChunk(() => import("./views/talk-button.ts"));
export const deviceSettingsChunk = new LazyChunk(() => import("./views/device-settings.ts"));
export const microphoneHelpChunk = new LazyChunk(() => import("./microphone-help.ts"));
export const draftChunk = new LazyChunk(() => import("./draft.ts"));
export const startersChunk = new LazyChunk(() => import("./views/starters.ts"));
export const richMessageChunk = new LazyChunk(() => import("./views/rich-message.ts"));

/** Whether the owner suggests questions; the service sends an empty list where not. */
export const hasStarters = (agent: PageAgent | null | undefined): boolean =>
  Object.keys(agent?.starters ?? {}).length > 0;

/** The chunk's views, once they are loaded; null before, and the panel is drawn again then. */
export function viewsOf<Chunk extends { styles: string }>(
  lazy: LazyChunk<Chunk>,
  { redraw, addStyles }: { redraw: () => void; addStyles: (css: string) => void },
): Chunk | null {
  const views = lazy.get(redraw);
  // Another widget of the page may have loaded the chunk.
  if (views) addStyles(views.styles);
  return views;
}
