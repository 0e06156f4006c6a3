import { loadChunk } from "#chunks";
import type { HintCode } from "../config/hint.ts";

const given = new Set<string>();

/**
 * Tells the site's owner in the console, once for each text, what is wrong and what to do. Visitors never see it. The
 * sentence is loaded first.
 */
export function hintOwner(code: HintCode, ...details: string[]): void {
  const plain = `${[code, ...details]}`;
  if (given.has(plain)) return;
  given.add(plain);
  const sentence = loadChunk("debug").then((chunk) => chunk.explain(code, details));
  sentence.catch(() => plain).then((text) => console.warn(`[voice-widget] ${text}`));
}
