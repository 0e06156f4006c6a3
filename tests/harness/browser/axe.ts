import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

declare const axe: { run(context: string, options: RunOptions): Promise<AxeResults> };

/** Once for each page, before `violations`. */
export const bringAxe = (page: Page) => page.addScriptTag({ path: AXE });

const EVERY_RULE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What may differ from look to look; roles and names do not. */
const VISUAL_RULES = [
  "color-contrast",
  "link-in-text-block",
  "target-size",
  "scrollable-region-focusable",
  "meta-viewport",
];

/**
 * Waits until nothing moves or changes colour: a colour in a transition must not be judged. A document does not list
 * animations inside of its shadow roots. Endless animations are not waited for.
 * @throws Error that names what still moves after a minute
 */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const moving = (root: Document | ShadowRoot): Animation[] => [
      ...root
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime as number),
        ),
      ...Array.from(root.querySelectorAll("*"), ({ shadowRoot }) => (shadowRoot ? moving(shadowRoot) : [])).flat(),
    ];
    const until = performance.now() + 60_000;
    for (let all = moving(document); all.length > 0; all = moving(document)) {
      const names = all.map((one) => `${(one.effect as KeyframeEffect).target?.className} at ${one.currentTime} ms`);
      if (performance.now() > until) throw new Error(`It still moves: ${names.join(", ")}`);
      // One whose element is taken away meanwhile never finishes.
      const tick = new Promise((done) => setTimeout(done, 1_000));
      await Promise.race([tick, Promise.all(all.map(({ finished }) => finished.catch(() => {})))]);
    }
  });

/** What axe finds in the widget: rule, and where. @param held a rule that some of it has to pass, or axe saw nothing */
export const violations = (page: Page, visualOnly: boolean, held?: string): Promise<string[]> =>
  page.evaluate(
    async ({ runOnly, held }) => {
      const { violations, passes } = await axe.run("voice-widget", { runOnly, resultTypes: ["violations", "passes"] });
      // It looked into the shadow roots.
      const seen = passes.filter(({ nodes }) => nodes.some(({ target }) => Array.isArray(target[0])));
      if (!seen.some(({ id }) => !held || id === held)) return ["axe saw nothing"];
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
      );
    },
    { runOnly: visualOnly ? VISUAL_RULES : EVERY_RULE, held },
  );
