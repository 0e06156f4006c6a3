import { loadChunk } from "#chunks";
import type { HintCode } from "../config/hint.ts";

const given = new Set<string>();

/** Tells the site's owner, in the console and once, what is wrong and what to do. Visitors never see it. */
export function warnOwner(text: string): void {
  if (!text || given.has(text)) return;
  given.add(text);
  console.warn(`[voice-widget] ${text}`);
}

/** The same by a code, whose sentence is loaded for it. */
export function hintOwner(code: HintCode, ...details: string[]): void {
  const plain = [code, ...details].join(" ");
  if (given.has(plain)) return;
  given.add(plain);
  loadChunk("debug").then(
    ({ explain }) => warnOwner(explain(code, details)),
    () => console.warn(`[voice-widget] ${plain}`),
  );
}
