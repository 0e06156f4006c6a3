import { loadChunk } from "#chunks";
import type { HintCode } from "../config/hint.ts";

const given = new Set<string>();
/** Whether it has not been given before; it counts as given then. */
const isNew = (hint: string) => !given.has(hint) && given.add(hint);

const print = (text: string) => text && console.warn(`[voice-widget] ${text}`);

/** Tells the site's owner, in the console and once, what is wrong and what to do. Visitors never see it. */
export function warnOwner(text: string): void {
  if (isNew(text)) print(text);
}

/** The same by a code, whose sentence is loaded for it. */
export function hintOwner(code: HintCode, ...details: string[]): void {
  const plain = [code, ...details].join(" ");
  if (!isNew(plain)) return;
  const sentence = loadChunk("debug").then(({ explain }) => explain(code, details));
  sentence.catch(() => plain).then(print);
}
