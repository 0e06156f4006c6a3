import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { admin, browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { type Site, startSite } from "../harness/service/website.ts";

let site: Site | undefined;
const pages: Page[] = [];

startDemo();
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.context().close()));
  await site?.close();
});

const configure = (features: object) =>
  admin.call("PATCH", `/projects/${demo.project_id}`, { widget_config: { features } });

/** A page with little else on it, and a microphone that hears nothing but says whether it is open. */
async function visit(key = demo.api_key): Promise<{ page: Page; widget: Widget }> {
  const page = await (await browser.context()).newPage();
  pages.push(page);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const { stream } = new AudioContext().createMediaStreamDestination();
      const [track] = stream.getAudioTracks();
      Object.assign(window, { microphoneOpen: () => track?.enabled && track.readyState === "live" });
      return stream;
    };
  });
  site = await startSite(
    `<script type="module" src="${server.origin}/voice-widget.js"></script><voice-widget api-key="${key}"></voice-widget>`,
  );
  await page.goto(site.origin);
  return { page, widget: new Widget(page) };
}

const microphone = (page: Page, open: boolean) =>
  page.waitForFunction(
    (wanted) => Boolean((window as { microphoneOpen?: () => boolean }).microphoneOpen?.()) === wanted,
    open,
  );
const has = (widget: Widget, part: string, attribute: string, value: string) =>
  widget.page.locator(`voice-widget [part~="${part}"][${attribute}="${value}"]`).first().waitFor();

const focused = () => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  const part = active?.getAttribute("part") ?? "";
  return part || ((active as HTMLInputElement | null)?.type ?? "");
};

/** Goes from control to control until one of this part, or an input of this type, has the focus. */
async function tabTo(page: Page, wanted: string, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    if ((await page.evaluate(focused)).split(" ").includes(wanted)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reached ${wanted}`);
}

describe("a call", () => {
  test("is held, paused, turned to push-to-talk and ended with the keyboard alone", async () => {
    const { page, widget } = await visit();
    const press = (key: string) => page.keyboard.press(key);
    await tabTo(page, "launcher");
    await press("Enter");
    await widget.part("start").waitFor();
    await tabTo(page, "start");
    await press("Enter");
    await widget.reaches("listening", "speaking");
    await microphone(page, true);

    await tabTo(page, "more");
    await press("Space");
    await widget.part("menu").waitFor();
    // The menu follows its button, which has the focus again.
    await tabTo(page, "pause");
    await press("Enter");
    await widget.part("status").getByText("Your microphone is off, and the agent is waiting.").waitFor();
    await microphone(page, false);
    expect(await widget.part("launcher").getAttribute("aria-label")).toContain("Paused");
    // In place of mute, which would change nothing now.
    expect(await widget.part("mute").count()).toBe(0);
    expect(await page.evaluate(focused)).toBe("more");
    await tabTo(page, "pause", "Shift+Tab");
    await press("Enter");
    await widget.part("status").getByText("Paused").waitFor({ state: "detached" });
    await microphone(page, true);

    await tabTo(page, "more");
    await press("Enter");
    await widget.part("menu").waitFor();
    await tabTo(page, "settings-toggle");
    await press("Enter");
    await widget.part("settings").waitFor();
    await tabTo(page, "radio");
    await press("ArrowRight");
    await microphone(page, false);
    await press("Escape");
    await has(widget, "talk", "aria-pressed", "false");

    // Only on the button itself does the space bar open the microphone.
    await tabTo(page, "talk", "Shift+Tab");
    await page.keyboard.down("Space");
    await has(widget, "talk", "aria-pressed", "true");
    await microphone(page, true);
    await page.keyboard.up("Space");
    await tabTo(page, "keyboard");
    await press("Enter");
    await tabTo(page, "input");
    await page.keyboard.type("a b");
    await press("Enter");
    await widget.hears("user", "a b");

    await tabTo(page, "end", "Shift+Tab");
    await press("Enter");
    await widget.reaches("ended");
    await press("Escape");
    await widget.part("panel").waitFor({ state: "hidden" });
    await page.waitForFunction(
      () => document.querySelector("voice-widget")?.shadowRoot?.activeElement?.getAttribute("part") === "launcher",
    );
  });

  test("hears who presses push-to-talk without pointer or key, as assistive technology does, and each key once", async () => {
    await configure({ pushToTalk: true });
    const { page, widget } = await visit();
    await widget.startCall();
    const talk = widget.part("talk");
    await talk.waitFor();
    await microphone(page, false);
    for (const open of [true, false, true, false]) {
      await talk.evaluate((button) => (button as HTMLElement).click());
      await microphone(page, open);
    }
    // Twice before anything is drawn, as on a busy page.
    await talk.evaluate(async (button) => {
      const { requestAnimationFrame } = window;
      const frames: FrameRequestCallback[] = [];
      window.requestAnimationFrame = (draw) => frames.push(draw);
      (button as HTMLElement).click();
      await new Promise((next) => setTimeout(next));
      (button as HTMLElement).click();
      window.requestAnimationFrame = requestAnimationFrame;
      for (const draw of frames) requestAnimationFrame(draw);
    });
    await microphone(page, false);
    await has(widget, "talk", "aria-pressed", "false");
    // A key that is held, in an engine that clicks when it is released.
    await talk.focus();
    await page.keyboard.down("Space");
    await microphone(page, true);
    await has(widget, "talk", "aria-pressed", "true");
    const held = Date.now() + 400;
    await page.waitForFunction((until) => Date.now() > until, held);
    await page.keyboard.up("Space");
    await microphone(page, false);
    await has(widget, "talk", "aria-pressed", "false");
    await configure({ pushToTalk: null });
  });

  test("reads new messages to a screen reader only where the visitor wants it; choices are remembered", async () => {
    const { page, widget } = await visit();
    await widget.startCall();
    await widget.reaches("listening", "speaking");
    await has(widget, "transcript", "aria-live", "off");
    await widget.openCallSettings();
    await widget.part("settings").getByLabel("Read new messages aloud").check();
    await has(widget, "transcript", "aria-live", "polite");
    await widget.part("settings").getByLabel("Push to talk").check();
    await microphone(page, false);
    await widget.part("done").click();

    await widget.part("end").click();
    await widget.reaches("ended");
    await page.reload();
    await widget.startCall();
    await has(widget, "talk", "aria-pressed", "false");
    await has(widget, "transcript", "aria-live", "polite");
    await widget.reaches("listening", "speaking");
    await microphone(page, false);
  });

  test("keeps the settings open that the visitor opened while it still connects", async () => {
    const { page, widget } = await visit();
    // The browser asks for the microphone, and the visitor looks around first.
    await page.evaluate(() => {
      const open = navigator.mediaDevices.getUserMedia;
      navigator.mediaDevices.getUserMedia = () =>
        new Promise((allow) => Object.assign(window, { allowMicrophone: async () => allow(await open({})) }));
    });
    await widget.startCall();
    await widget.openCallSettings();
    const settings = widget.part("settings");
    // Chosen while nothing is connected, it silences the microphone that comes.
    await settings.getByLabel("Push to talk").click();
    // Behind the settings.
    await page.locator('voice-widget [part~="talk"][aria-pressed="false"]').waitFor({ state: "attached" });
    expect(await widget.status()).toBe("connecting");
    expect(await settings.isVisible()).toBe(true);
    await page.evaluate(() => (window as unknown as { allowMicrophone(): Promise<void> }).allowMicrophone());
    await widget.reaches("listening", "speaking");
    await microphone(page, false);
    expect(await settings.isVisible()).toBe(true);
  });

  test("has neither pause nor choice where the owner does not want them", async () => {
    await configure({ pause: false, talkModeChoice: false });
    const { widget } = await visit();
    await widget.startCall();
    await widget.part("mute").waitFor();
    await widget.part("more").click();
    await widget.part("menu").waitFor();
    expect(await widget.part("pause").count()).toBe(0);
    await widget.part("settings-toggle").click();
    await widget.part("settings").waitFor();
    expect(await widget.part("settings").locator("input[type=radio]").count()).toBe(0);
  });
});

describe("before a conversation", () => {
  test("before the visitor agrees nothing is sent and no microphone is asked for; what was typed is sent afterwards", async () => {
    await configure({ consent: true });
    const { page, widget } = await visit();
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
    await widget.part("launcher").click();
    await widget.write("Good morning");
    await widget.part("decline").click();
    await widget.part("consent").waitFor({ state: "detached" });
    await widget.part("start").click();
    await widget.part("decline").click();
    await widget.part("consent").waitFor({ state: "detached" });
    expect(sent).toEqual([]);
    expect(await page.evaluate(() => "microphoneOpen" in window)).toBe(false);
    expect(await widget.status()).toBe("idle");

    await widget.write("Good morning");
    await widget.part("agree").click();
    await widget.hears("user", "Good morning");
    await widget.hears("agent", "");
    await expect.poll(() => sent).toContain("/widget/v1/session");
  });

  test("a visitor who starts before the owner's settings have loaded is asked for consent too, and answered after that", async () => {
    await configure({ consent: true });
    const { page, widget } = await visit();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/widget/v1/config", async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
    await widget.startCall();
    await widget.reaches("connecting");
    release();
    await widget.part("agree").waitFor();
    expect(await widget.status()).toBe("idle");
    expect(await page.evaluate(() => "microphoneOpen" in window)).toBe(false);
    expect(sent).toEqual([]);
    await widget.part("agree").click();
    await widget.hears("agent", "");
    await microphone(page, true);
  });

  test("the visitor chooses an agent, by arrow keys too, and the choice is kept in this tab", async () => {
    const { key } = await admin.call<{ key: string }>("POST", `/projects/${demo.project_id}/keys`, {
      name: "For every agent",
      permissions: ["widget:read", "widget:session"],
    });
    const [, second] = demo.agent_ids;
    const { page, widget } = await visit(key);
    await widget.part("launcher").click();
    const picker = widget.part("agent-picker");
    await picker.getByRole("radio").first().focus();
    await page.keyboard.press("ArrowDown");
    const name = await picker.locator("label:has(:checked) b").textContent();
    await page.getByRole("dialog", { name: name ?? "" }).waitFor();
    await widget.write("Hello");
    await widget.hears("user", "Hello");
    await expect
      .poll(() => page.evaluate(() => document.querySelector("voice-widget")?.session?.agent_id))
      .toBe(second);

    await widget.part("end").click();
    await widget.reaches("ended");
    await page.reload();
    await widget.part("launcher").click();
    await picker
      .locator("label:has(:checked)")
      .getByText(name ?? "")
      .waitFor();
  });
});
