import { loadChunk } from "#chunks";
import type { HintCode } from "../config/hint.ts";

const given: Record<string, Promise<void>> = {};

/**
 * Tells the site's owner in the console, once for each text, what is wrong and what to do. Visitors never see it. The
 * sentence is loaded first.
 */
export function hintOwner(code: HintCode, ...details: string[]): void {
  // As a text wherever it is used.
  const plain = [code, ...details] as unknown as string;
  given[plain] ??= loadChunk("debug")
    .then((chunk) => chunk.explain(code, details))
    .catch(() => plain)
    .then((text) => console.warn(`[voice-widget] ${text}`));
}
