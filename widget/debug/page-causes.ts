import type { HintCode } from "../config/hint.ts";
import { stoppedOfWidget } from "./content-policy.ts";
import { hintText } from "./hint-text.ts";
import { policyText } from "./policy-text.ts";

/** What the widget takes from the browser, and old libraries, polyfills and hand-written pages put something in place of. */
const NEEDED = [
  "AbortController",
  "AbortSignal",
  "AudioContext",
  "CustomEvent",
  "IntersectionObserver",
  "Map",
  "MutationObserver",
  "Promise",
  "ResizeObserver",
  "Set",
  "Symbol",
  "URL",
  "WebSocket",
  "fetch",
  "matchMedia",
  "queueMicrotask",
  "requestAnimationFrame",
];

/** What may have more than one cause. */
const UNCLEAR: readonly HintCode[] = ["no_answer", "no_panel", "failed"];

/** Whether the global of this name is not the browser's: a script's function shows its text. */
function isReplaced(name: string): boolean {
  const value = (globalThis as Record<string, unknown>)[name];
  return typeof value !== "function" || !/\[native code\]\s*\}$/.test(Function.prototype.toString.call(value));
}

const isFirst = (sentence: string, index: number, all: string[]) => all.indexOf(sentence) === index;

/** A hint's text, with what on this page may be behind it. If there is nothing to say it never resolves, since the caller shows whatever it gets. */
export async function explain(code: HintCode, details: readonly string[]): Promise<string> {
  const text = hintText(code, details);
  if (!text) return new Promise(() => {});
  if (!UNCLEAR.includes(code)) return text;
  const sentences = (await stoppedOfWidget(text)).map(({ uri, directive }) => policyText(uri, directive));
  // A socket that no report explains: not every browser keeps them.
  if (sentences.length === 0 && /\(1006\b|insecure|CONTENT_BLOCKED/.test(text))
    sentences.push("If this page has a Content-Security-Policy, its connect-src must allow the agent's address.");
  const replaced = NEEDED.filter(isReplaced);
  if (replaced.length > 0)
    sentences.push(
      `This page has something of its own in place of the browser's ${replaced.join(", ")}: where that does not do the same, the widget does not work.`,
    );
  return [/[.?]$/.test(text) ? text : `${text}.`, ...sentences.filter(isFirst)].join(" ");
}
