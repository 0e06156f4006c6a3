import { loadChunk } from "#chunks";
import type { HintCode } from "../config/hint.ts";

const given = new Set<string>();
/** Whether this is the first time; the hint counts as given from then on. */
const isNew = (hint: string) => !given.has(hint) && given.add(hint);

const printWarning = (text: string) => text && console.warn(`[voice-widget] ${text}`);

/** Tells the site's owner in the console, once for each text, what is wrong and what to do. Visitors never see it. */
export function warnOwner(text: string): void {
  if (isNew(text)) printWarning(text);
}

/** The same by a code; its sentence is loaded first. */
export function hintOwner(code: HintCode, ...details: string[]): void {
  const plain = [code, ...details].join(" ");
  if (!isNew(plain)) return;
  const sentence = loadChunk("debug").then(({ explain }) => explain(code, details));
  sentence.catch(() => plain).then(printWarning);
}
