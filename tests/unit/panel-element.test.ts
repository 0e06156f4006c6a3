import type { ReactiveController } from "lit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

/** What was drawn and called, in order. */
let log: string[] = [];

vi.mock("lit/html.js", () => ({ render: (template: unknown) => log.push(`draw ${template}`) }));
vi.stubGlobal(
  "HTMLElement",
  class {
    isConnected = false;
    attachShadow = () => new EventTarget();
  },
);
const { PanelElement } = await import("../../widget/panel/panel-element.ts");

class Probe extends PanelElement {
  #words: unknown;

  set words(words: unknown) {
    if (words !== this.#words) this.requestUpdate();
    this.#words = words;
  }

  step: Partial<Record<"render" | "updated", () => void>> = {};

  protected render(): unknown {
    this.step.render?.();
    return this.#words;
  }

  protected updated(): void {
    log.push("updated");
    this.step.updated?.();
  }

  /** As the browser does. */
  come(): void {
    Object.assign(this, { isConnected: true });
    this.connectedCallback();
  }
}

const named = (name: string): ReactiveController => ({
  hostConnected: () => log.push(`${name} connected`),
  hostDisconnected: () => log.push(`${name} disconnected`),
  hostUpdate: () => log.push(`${name} before`),
  hostUpdated: () => log.push(`${name} after`),
});

/** One that stands in the document, and has been drawn once. */
async function drawn(): Promise<Probe> {
  const probe = new Probe();
  probe.come();
  await probe.updateComplete;
  log = [];
  return probe;
}

const drawings = () => log.filter((line) => line.startsWith("draw"));

beforeEach(() => {
  log = [];
});

describe("the panel's element, as Lit's", () => {
  test("is drawn first when it has come into a document, in Lit's order", async () => {
    const probe = new Probe();
    probe.words = "a";
    probe.addController(named("one"));
    await Promise.resolve();
    expect(log).toEqual([]);
    probe.come();
    expect(log).toEqual(["one connected"]);
    expect(await probe.updateComplete).toBe(true);
    expect(log.slice(1)).toEqual(["one before", "draw a", "one after", "updated"]);
  });

  test("all changes of a turn are one update", async () => {
    const probe = await drawn();
    probe.words = "a";
    probe.words = "b";
    probe.requestUpdate();
    await probe.updateComplete;
    expect(drawings()).toEqual(["draw b"]);
  });

  test("what changes in render joins the present update", async () => {
    const probe = await drawn();
    probe.step.render = () => {
      probe.words = "changed";
    };
    probe.requestUpdate();
    expect(await probe.updateComplete).toBe(true);
    expect(drawings()).toEqual(["draw changed"]);
  });

  test("what changes in updated is another update, and the first says so", async () => {
    const probe = await drawn();
    probe.step.updated = () => {
      probe.words = "changed";
    };
    probe.requestUpdate();
    expect(await probe.updateComplete).toBe(false);
    expect(await probe.updateComplete).toBe(true);
    expect(drawings()).toEqual(["draw undefined", "draw changed"]);
  });

  test.each(["render", "updated"] as const)("an error in %s stops nothing after it", async (step) => {
    const probe = await drawn();
    probe.step[step] = () => {
      throw new Error(step);
    };
    probe.requestUpdate();
    await expect(probe.updateComplete).rejects.toThrow(step);
    probe.step = {};
    const again = new Promise((resolve) => process.once("unhandledRejection", resolve));
    probe.words = "after";
    expect(await probe.updateComplete).toBe(true);
    expect(drawings().at(-1)).toBe("draw after");
    // Lit's habit: what nobody may have seen is said once more.
    expect(await again).toMatchObject({ message: step });
  });

  describe("between the press on a button and its click", () => {
    /** As the browser does. @param what the innermost element matches */
    const press = (probe: Probe, ...what: string[]) =>
      probe.renderRoot.dispatchEvent(
        Object.defineProperty(new Event("pointerdown"), "target", {
          value: { closest: (selector: string) => (what.includes(selector) ? {} : null) },
        }),
      );
    const BUTTON = "button:not(.talk)";

    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test("nothing is drawn, and all of it with the click", async () => {
      const probe = await drawn();
      press(probe, BUTTON);
      probe.words = "a";
      await vi.advanceTimersByTimeAsync(500);
      expect(drawings()).toEqual([]);
      probe.words = "b";
      probe.renderRoot.dispatchEvent(new Event("click"));
      expect(await probe.updateComplete).toBe(true);
      expect(drawings()).toEqual(["draw b"]);
    });

    test("a press that becomes no click holds nothing for longer than a second", async () => {
      const probe = await drawn();
      press(probe, BUTTON);
      probe.words = "a";
      await vi.advanceTimersByTimeAsync(1_000);
      expect(drawings()).toEqual(["draw a"]);
    });

    test("what is pressed elsewhere, or held to talk, holds nothing", async () => {
      const probe = await drawn();
      press(probe);
      probe.words = "a";
      await vi.advanceTimersByTimeAsync(0);
      expect(drawings()).toEqual(["draw a"]);
    });
  });

  test("controllers come, go, and hear of the document", async () => {
    const probe = await drawn();
    const [one, two] = [named("one"), named("two")];
    probe.addController(one);
    probe.addController(two);
    expect(log).toEqual(["one connected", "two connected"]);
    probe.removeController(one);
    probe.disconnectedCallback();
    expect(log.slice(2)).toEqual(["two disconnected"]);
  });

  test("what changes outside of a document is drawn as it comes back into one", async () => {
    const probe = await drawn();
    Object.assign(probe, { isConnected: false });
    probe.disconnectedCallback();
    probe.words = "a";
    await Promise.resolve();
    expect(log).toEqual([]);
    probe.come();
    await probe.updateComplete;
    expect(drawings()).toEqual(["draw a"]);
  });
});
