import type { Finding } from "./finding.ts";

export const SIGNS = { good: "✓", bad: "✗", fact: "·" } as const;
/** What a screen reader reads for the sign. */
const SPOKEN = { good: "in order: ", bad: "problem: ", fact: "" } as const;

export const kindOf = (ok: boolean | null) => (ok === null ? "fact" : ok ? "good" : "bad");

/** One item of a list for each finding. */
export function findingItems(findings: Finding[]): HTMLElement[] {
  return findings.map(({ ok, text }) => {
    const kind = kindOf(ok);
    const item = document.createElement("li");
    item.className = kind;
    const sign = document.createElement("span");
    sign.textContent = SIGNS[kind];
    sign.setAttribute("role", "img");
    if (SPOKEN[kind]) sign.setAttribute("aria-label", SPOKEN[kind]);
    else sign.setAttribute("aria-hidden", "true");
    const words = document.createElement("span");
    words.textContent = text;
    item.append(sign, words);
    return item;
  });
}
