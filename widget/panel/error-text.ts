import type { SessionErrorCode } from "../errors.ts";
import type { PanelMessages } from "../i18n/messages.ts";
import { LazyChunk } from "./lazy-chunk.ts";

const enErrorsChunk = new LazyChunk(() => import("../i18n/en-errors.ts"));

/**
 * What a visitor reads about a failure; null while an English text is loaded, and `redraw` is called then. One that cannot
 * be loaded is replaced by what is true by then: the service cannot be reached.
 */
export function errorText({ errors }: PanelMessages, code: SessionErrorCode, redraw: () => void) {
  const { chunk, failed } = enErrorsChunk;
  const text = errors[code] ?? (chunk?.default as typeof errors | undefined)?.[code];
  if (text) return text;
  void enErrorsChunk.load().then((loaded) => (loaded || !failed) && redraw());
  return failed ? errors.unreachable : null;
}
