import { afterEach, describe, expect, test } from "vitest";
import type { BrowserOptions, TestBrowser } from "../harness/browser/browser.ts";
import { admin, demoPage, startDemo } from "../harness/browser/demo-site.ts";
import { openBrowser } from "../harness/browser/shared-browser.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { eventually } from "../harness/service/operator.ts";

let browser: TestBrowser | undefined;

startDemo();
afterEach(async () => {
  await browser?.close();
  browser = undefined;
});

async function visit(options: BrowserOptions = {}): Promise<Widget> {
  browser = await openBrowser(options);
  return new Widget(await browser.visit(demoPage.origin));
}

describe("without a voice", () => {
  test("typed text is answered, and no microphone is asked for", async () => {
    const widget = await visit({ allowMicrophone: false });
    await widget.page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error("asked for the microphone"));
    });
    await widget.part("launcher").click();
    await widget.write("Is the roastery open on Sunday?");
    await widget.hears("user", "open on Sunday");
    await widget.hears("agent", "");
    const roles = (await widget.messages()).map(({ role }) => role);
    expect(roles.slice(0, 2)).toEqual(["user", "agent"]);
    const scripts = await widget.page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
    );
    expect(scripts.filter((path) => path.includes("worklet"))).toEqual([]);
  });

  test("the agent calls a function of the page, and the page answers", async () => {
    const widget = await visit({ allowMicrophone: false });
    await widget.part("launcher").click();
    await widget.write('call show_offer {"coffee":"Tideline","discount_percent":20}');
    await widget.page.getByText("20 % off Tideline").waitFor();
    await widget.hears("agent", "Done");
  });

  test("a refused microphone is explained, and typing goes on", async () => {
    const widget = await visit({ allowMicrophone: false });
    const heard = listen(widget.page);
    await widget.startCall();
    await widget.part("notice").waitFor();
    expect(await widget.part("notice").textContent()).toContain("microphone");
    await widget.write("Hello from the keyboard");
    await widget.hears("user", "Hello from the keyboard");
    await widget.hears("agent", "");
    expect(heard.faults).toEqual([]);
  });

  test("the keyboard alone opens, starts, types, ends and closes", async () => {
    const widget = await visit({ allowMicrophone: false });
    const { page } = widget;
    const press = (key: string) => page.keyboard.press(key);
    const focused = () =>
      page.evaluate(() => {
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        return active?.getAttribute("part") ?? active?.tagName ?? "";
      });
    const tabTo = async (part: string) => {
      for (let presses = 0; presses < 40; presses++) {
        if ((await focused()).split(" ").includes(part)) return;
        await press("Tab");
      }
      throw new Error(`Tab never reached ${part}`);
    };

    await tabTo("launcher");
    await press("Enter");
    await widget.part("panel").waitFor();
    await tabTo("input");
    await page.keyboard.type("Good morning");
    // Escape drops the word of an input method, and Enter ends it; WebKit sends both after the composition.
    const done = await widget.part("input").evaluate((input) => {
      const heard: string[] = [];
      for (const type of ["close", "start"]) addEventListener(`voice-widget:${type}`, () => heard.push(type));
      for (const key of ["Escape", "Enter"])
        input.dispatchEvent(new KeyboardEvent("keydown", { key, keyCode: 229, bubbles: true, composed: true }));
      return [...heard, (input as HTMLTextAreaElement).value];
    });
    expect(done).toEqual(["Good morning"]);
    await press("Enter");
    await widget.hears("user", "Good morning");
    await widget.hears("agent", "");
    const session = await widget.sessionId();
    await tabTo("end");
    await press("Enter");
    await widget.reaches("ended");
    await press("Escape");
    await widget.part("panel").waitFor({ state: "hidden" });
    await eventually(focused, (part) => part === "launcher");
    await eventually(
      () => admin.session(session ?? ""),
      ({ status }) => status === "ended",
    );
  });
});
