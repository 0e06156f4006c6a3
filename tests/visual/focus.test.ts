import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Gallery, openGallery, statesIn } from "./gallery.ts";
import type { LookName } from "./looks.ts";
import type { Stage } from "./stage.ts";

let gallery: Gallery;

beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery?.close());

/** More than any state has. */
const MOST_STOPS = 30;

const LOOKS: LookName[] = ["light", "small-phone-german", "zoomed-german", "forced-colours"];

describe("the keyboard reaches every control, and the focus is visible", () => {
  test.each(LOOKS)("%s", { timeout: 900_000 }, async (look) => {
    const stage = await gallery.stage(look);
    const found: Record<string, string[]> = {};
    for (const name of statesIn(look, true)) {
      const { faults, missed } = await walk(stage, name);
      // What the focus on something else makes needless, as the way to the end of what is read, is reached the other way.
      const back = missed.length ? await walkBack(stage, name) : { faults: [], missed: [] };
      const never = missed.filter((one) => back.missed.includes(one)).map((one) => `not reached: ${one}`);
      const all = [...faults, ...back.faults, ...never];
      if (all.length) found[name] = all;
    }
    await stage.close();
    expect(found).toEqual({});
  });
});

interface Walk {
  faults: string[];
  /** Names of controls that the focus did not come to. */
  missed: string[];
}

const missedOn = (page: Page) => page.evaluate(() => window.focusWalk?.missed() ?? []);

/** Presses Tab until the focus comes round. */
async function walk(stage: Stage, state: string): Promise<Walk> {
  const { page } = stage;
  await stage.show(state);
  await page.evaluate(prepare);
  const faults: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press("Tab");
    const { again, fault } = await page.evaluate(inspect);
    if (fault) faults.push(fault);
    if (again) return { faults, missed: await missedOn(page) };
  }
  return { faults: [...faults, `Tab comes to no end in ${MOST_STOPS} steps`], missed: [] };
}

/** From the last control to the first, and not beyond: before it is the browser's own window. */
async function walkBack(stage: Stage, state: string): Promise<Walk> {
  const { page } = stage;
  await stage.show(state);
  await page.evaluate(prepare);
  await page.evaluate(() => window.focusWalk?.last());
  const faults: string[] = [];
  for (let stop = 0; stop < MOST_STOPS && (await missedOn(page)).length > 0; stop++) {
    await page.keyboard.press("Shift+Tab");
    const { again, fault } = await page.evaluate(inspect);
    if (fault) faults.push(fault);
    if (again) break;
  }
  return { faults, missed: await missedOn(page) };
}

declare global {
  interface Window {
    focusWalk?: {
      active(): Element | null;
      visited: Set<Element>;
      /** How each control looks without the focus. */
      looks: Map<Element, string>;
      look(element: Element): string;
      nameOf(element: Element): string;
      missed(): string[];
      /** Puts the focus on the last control. */
      last(): void;
    };
  }
}

/** Runs in the page: how everything looks without the focus. */
function prepare(): void {
  const active = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
  };
  const all = (root: ParentNode): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>("*")].flatMap((element) => [
      element,
      ...(element.shadowRoot ? all(element.shadowRoot) : []),
    ]);
  const nameOf = (element: Element) =>
    `${element.className} "${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 30)}"`;
  const look = (element: Element) => {
    // A text box has its focus shown around the composer.
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderTopColor } = getComputedStyle(
      element.closest(".composer textarea") ? (element.closest(".composer") as Element) : element,
    );
    return outlineStyle === "none"
      ? `${boxShadow} ${borderTopColor}`
      : `${outlineStyle} ${outlineWidth} ${outlineColor} ${boxShadow} ${borderTopColor}`;
  };
  const hasChoice = (radio: HTMLInputElement) =>
    (radio.getRootNode() as ShadowRoot).querySelector(`input[type=radio][name="${radio.name}"]:checked`) !== null;
  (active() as HTMLElement | null)?.blur();
  const root = document.querySelector("voice-widget")?.shadowRoot as ShadowRoot;
  const controls = all(root).filter(
    (element) =>
      element.matches("button, select, textarea, input, a[href], [tabindex='0']") &&
      element.checkVisibility({ visibilityProperty: true }) &&
      // Tab comes to the chosen one of a group; arrow keys go to the others.
      !(element instanceof HTMLInputElement && element.type === "radio" && !element.checked && hasChoice(element)) &&
      // Behind a modal sheet nothing is reached, and need not be.
      !(
        root.querySelector("voice-widget-panel")?.shadowRoot?.querySelector("dialog:modal") &&
        !element.closest("dialog")
      ),
  );
  const sheet = controls.find((element) => element.closest("[aria-modal]"))?.closest("[aria-modal]");
  const reached = sheet ? controls.filter((element) => sheet.contains(element)) : controls;
  const visited = new Set<Element>();
  window.focusWalk = {
    active,
    visited,
    look,
    nameOf,
    looks: new Map(controls.map((element) => [element, look(element)])),
    missed: () => reached.filter((element) => !visited.has(element)).map(nameOf),
    last() {
      const element = reached.at(-1);
      element?.focus();
      if (element) visited.add(element);
    },
  };
}

/** Runs in the page: the stop that the focus is at. */
function inspect(): { again: boolean; fault?: string } {
  const { active, visited, looks, look, nameOf } = window.focusWalk as NonNullable<Window["focusWalk"]>;
  const element = active();
  // On its way round, through the page.
  if (!element || !looks.has(element)) return { again: false };
  if (visited.has(element)) return { again: true };
  visited.add(element);
  const name = nameOf(element);
  if (look(element) === looks.get(element)) return { again: false, fault: `unseen focus: ${name}` };
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const shown = [0.2, 0.5, 0.8].some((share) => {
    let hit = document.elementFromPoint(left + (right - left) * share, (top + bottom) / 2);
    while (hit?.shadowRoot) {
      const inner: Element | null = hit.shadowRoot.elementFromPoint(left + (right - left) * share, (top + bottom) / 2);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit !== null && (hit === element || element.contains(hit) || hit.contains(element));
  });
  return shown ? { again: false } : { again: false, fault: `hidden focus: ${name}` };
}
