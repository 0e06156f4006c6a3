import { afterEach, describe, expect, test } from "vitest";
import type { VoiceWidgetPanel } from "../../widget/panel/panel.ts";
import type { BrowserOptions, TestBrowser } from "../harness/browser/browser.ts";
import { admin, demo, demoPage, startDemo } from "../harness/browser/demo-site.ts";
import { openBrowser } from "../harness/browser/shared-browser.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { eventually } from "../harness/service/operator.ts";

let browser: TestBrowser | undefined;

startDemo();
afterEach(async () => {
  await browser?.close();
  browser = undefined;
});

/** In a chat that has begun with this. */
async function chat(text: string, options: BrowserOptions = {}): Promise<Widget> {
  browser = await openBrowser(options);
  const widget = new Widget(await browser.visit(demoPage.origin));
  await widget.part("launcher").click();
  await widget.write(text);
  await widget.hears("agent", "");
  return widget;
}

describe("in a chat", () => {
  test("the agent's Markdown is shown, and nothing in it is markup or leads astray", async () => {
    const initial_message = [
      "We have **fresh** beans, `roasted` today:",
      "- [the menu](https://menu.example/today)",
      "- [www.menu.example](https://other.example/)",
      "- [win](javascript:alert(1))",
      '<img src=x onerror="document.title = 1">',
    ].join("\n");
    const [agent] = demo.agent_ids;
    await admin.call("PATCH", `/agents/${agent}`, { initial_message });
    browser = await openBrowser({ allowMicrophone: false });
    const widget = new Widget(await browser.visit(demoPage.origin));
    const heard = listen(widget.page);
    await widget.part("launcher").click();
    await widget.page.evaluate(() => document.querySelector("voice-widget")?.start({ input: "text" }));
    await widget.hears("agent", "fresh");
    const message = widget.part("message-agent").first();
    await message.locator("strong").waitFor();
    expect(await message.locator("strong").textContent()).toBe("fresh");
    expect(await message.locator("code").textContent()).toBe("roasted");
    expect(await message.locator("li").count()).toBe(3);
    expect(await message.locator("li").nth(1).textContent()).toBe("www.menu.example (other.example)");
    const links = await message
      .locator("a")
      .evaluateAll((all) => all.map((a) => [a.getAttribute("href"), a.getAttribute("target"), a.getAttribute("rel")]));
    const outside = ["_blank", "noopener noreferrer"];
    expect(links).toEqual([
      ["https://menu.example/today", ...outside],
      ["https://other.example/", ...outside],
    ]);
    expect(await message.locator("img").count()).toBe(0);
    expect(await message.textContent()).toContain('<img src=x onerror="document.title = 1">');
    expect(heard.faults).toEqual([]);
  });

  test("what changes within one frame is drawn once, in that frame", async () => {
    const widget = await chat("Good morning");
    const { asked, shown } = await widget.page.evaluate(async () => {
      const element = document.querySelector("voice-widget");
      const panel = element?.shadowRoot?.querySelector<VoiceWidgetPanel>("voice-widget-panel");
      if (!element || !panel) throw new Error("no panel");
      const { requestUpdate } = panel;
      let asked = 0;
      panel.requestUpdate = () => {
        asked++;
        requestUpdate.call(panel);
      };
      for (const words of ["Is the oven", "still", "warm", "at noon?"]) {
        element.sendText(words);
        // A vendor's messages come one by one: what waits for a microtask is done after each.
        for (let turn = 0; turn < 50; turn++) await null;
      }
      const early = asked;
      await new Promise(requestAnimationFrame);
      await panel.updateComplete;
      return { asked: [early, asked], shown: panel.shadowRoot?.textContent ?? "" };
    });
    expect(asked).toEqual([0, 1]);
    for (const words of ["Is the oven", "still", "warm", "at noon?"]) expect(shown).toContain(words);
  });

  test("the visitor goes on by voice in the same session, and back to typing", async () => {
    const widget = await chat("Good morning");
    const session = await widget.sessionId();
    await widget.part("voice").click();
    await widget.part("mute").waitFor();
    expect(await widget.part("voice").count()).toBe(0);
    await widget.page.waitForFunction(() => (document.querySelector("voice-widget")?.transcript.length ?? 0) >= 2);
    await widget.part("mute").click();
    await widget.write("And typed again");
    await widget.hears("user", "And typed again");
    expect(await widget.sessionId()).toBe(session);
    const texts = (await widget.messages()).map(({ text }) => text);
    expect(texts[0]).toBe("Good morning");
  });

  test("a microphone that is refused then is explained, and the chat goes on", async () => {
    const widget = await chat("Good morning", { allowMicrophone: false });
    const session = await widget.sessionId();
    await widget.part("voice").click();
    await widget.part("notice").waitFor();
    await widget.write("Still here");
    await widget.hears("user", "Still here");
    expect(await widget.sessionId()).toBe(session);
  });

  test("at the end it can be copied, and be rated with words that reach the owner; a rating can be changed", async () => {
    const widget = await chat("Hello there", { allowMicrophone: false });
    const session = await widget.sessionId();
    await widget.part("end").click();
    await widget.reaches("ended");
    await widget.page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", {
        value: {
          async writeText(text: string) {
            document.title = text;
          },
        },
      });
    });
    await widget.part("copy").click();
    await widget.page.getByText("Copied", { exact: true }).waitFor();
    expect(await widget.page.title()).toMatch(/^You: Hello there\s+Ava: /);

    await widget.part("star").nth(3).click();
    await widget.part("comment").fill("Very <b>kind</b>");
    await widget.part("comment-send").click();
    await widget.part("comment").waitFor({ state: "detached" });
    const record = await eventually(
      () => admin.session(session ?? ""),
      (found) => JSON.stringify(found).includes("Very <b>kind</b>"),
    );
    expect(JSON.stringify(record)).toMatch(/"rating":4/);

    // Who thought better of it.
    await widget.part("star").nth(1).click();
    expect(await widget.part("star").nth(1).getAttribute("aria-pressed")).toBe("true");
    await eventually(
      () => admin.session(session ?? ""),
      (found) => JSON.stringify(found).includes('"rating":2'),
    );
  });

  test("it is copied on a page without a clipboard too", async () => {
    const widget = await chat("Hello there", { allowMicrophone: false });
    await widget.part("end").click();
    await widget.reaches("ended");
    await widget.page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      // Inside, since the page does not hear it.
      const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel");
      panel?.shadowRoot?.addEventListener("copy", (event) => {
        // The clipboard is one for all pages of a browser: what another test has copied stays in it.
        event.preventDefault();
        document.title = `copied ${(event.target as HTMLTextAreaElement).value}`;
      });
    });
    await widget.part("copy").click();
    await expect.poll(() => widget.page.title()).toMatch(/^copied .*Hello there/);
  });
});

describe("in a call", () => {
  test("microphone, speaker and volume can be chosen, and are remembered", async () => {
    browser = await openBrowser();
    const context = await browser.context();
    const page = await context.newPage();
    const widget = new Widget(page);
    await page.addInitScript(() => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = (wanted) => {
        performance.mark(
          `microphone ${JSON.stringify((wanted?.audio as MediaTrackConstraints | undefined)?.deviceId ?? null)}`,
        );
        return open(wanted);
      };
    });
    const asked = () =>
      page.evaluate(() => performance.getEntriesByType("mark").map(({ name }) => name.replace("microphone ", "")));
    await page.goto(demoPage.origin);
    await widget.startCall();
    await widget.reaches("speaking", "listening");
    await widget.openCallSettings();
    const settings = widget.part("settings");
    const microphones = settings.getByLabel("Microphone");
    const values = await microphones
      .locator("option")
      .evaluateAll((all) => all.map((one) => one.getAttribute("value")));
    const other = values.at(-1) ?? "";
    expect(values.length).toBeGreaterThan(1);
    await microphones.selectOption(other);
    await settings.getByLabel("Volume").fill("30");
    await expect.poll(asked).toEqual(["null", JSON.stringify({ ideal: other })]);
    const names = await microphones.locator("option").allTextContents();
    expect(names.join()).not.toMatch(/\([\da-f]{4}:[\da-f]{4}\)|^Default - /);
    await widget.part("done").click();
    await settings.waitFor({ state: "detached" });
    await widget.write("Still there?");
    await widget.hears("user", "Still there?");

    await widget.part("end").click();
    await widget.reaches("ended");
    await page.reload();
    await widget.startCall();
    await widget.reaches("speaking", "listening");
    await expect.poll(asked).toEqual([JSON.stringify({ ideal: other })]);
    await widget.openCallSettings();
    expect(await settings.getByLabel("Volume").inputValue()).toBe("30");
    expect(await microphones.inputValue()).toBe(other);
  });

  test("with push-to-talk the microphone is open while the button is held, or between two taps", async () => {
    await admin.call("PATCH", `/projects/${demo.project_id}`, { widget_config: { features: { pushToTalk: true } } });
    browser = await openBrowser();
    const widget = new Widget(await browser.visit(demoPage.origin));
    const { page } = widget;
    await widget.startCall();
    const talk = widget.part("talk");
    const pressed = (on: boolean) => expect.poll(() => talk.getAttribute("aria-pressed")).toBe(String(on));
    await talk.waitFor();
    await widget.reaches("listening", "speaking");
    await pressed(false);
    /** On the page's own clock, which tells a hold from a tap. */
    const held = async () => {
      const since = await page.evaluate(() => performance.now());
      await page.waitForFunction((from) => performance.now() > from + 400, since);
    };
    await talk.hover();
    await page.mouse.down();
    await pressed(true);
    await held();
    await page.mouse.up();
    await pressed(false);
    await talk.focus();
    await page.keyboard.down("Space");
    await pressed(true);
    await held();
    await page.keyboard.up("Space");
    await pressed(false);
    // Whoever goes elsewhere with the key down is not heard there.
    await page.keyboard.down("Space");
    await pressed(true);
    await widget.part("keyboard").focus();
    await pressed(false);
    await page.keyboard.up("Space");
    // Both events in one turn of the page: on a busy machine a driver's tap takes as long as a hold.
    const tap = () =>
      talk.evaluate((button) => {
        for (const type of ["keydown", "keyup"]) button.dispatchEvent(new KeyboardEvent(type, { key: "Enter" }));
      });
    await tap();
    await pressed(true);
    await tap();
    await pressed(false);
  });
});
