import { describe, expect, test } from "vitest";
import { atRest } from "../harness/browser/axe.ts";
import { browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { startSite } from "../harness/service/website.ts";

startDemo();

const focused = () => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return { inside: document.activeElement?.localName, part: active?.getAttribute("part") ?? "" };
};

describe("the end", () => {
  test("of a call behind the closed panel asks how it was, and the focus stays in the widget", async () => {
    const site = await startSite(
      `<script type="module" src="${server.origin}/voice-widget.js"></script><voice-widget api-key="${demo.api_key}"></voice-widget>`,
    );
    const page = await (await browser.context()).newPage();
    await page.goto(site.origin);
    const widget = new Widget(page);
    await widget.startCall();
    await widget.reaches("speaking", "listening");
    await widget.part("close").click();
    await widget.part("panel").waitFor({ state: "hidden" });
    await widget.part("launcher-end").focus();
    await page.keyboard.press("Enter");
    await widget.reaches("ended");
    await widget.part("star").first().waitFor();
    expect((await page.evaluate(focused)).inside).toBe("voice-widget");
    await page.keyboard.press("Escape");
    await widget.part("panel").waitFor({ state: "hidden" });
    await expect.poll(() => page.evaluate(focused)).toEqual({ inside: "voice-widget", part: "launcher" });
    await page.context().close();
    await site.close();
  });

  test("of a page in the middle of a chat: Continue goes on as a chat", async () => {
    const site = await startSite(
      `<script type="module" src="${server.origin}/voice-widget.js"></script><voice-widget api-key="${demo.api_key}"></voice-widget>`,
    );
    const page = await (await browser.context()).newPage();
    await page.goto(site.origin);
    const widget = new Widget(page);
    await widget.part("launcher").click();
    await widget.write("Is there rye?");
    await widget.hears("agent", "Is there rye?");
    await page.reload();
    const resume = widget.part("start");
    await resume.getByText("Continue").waitFor();
    expect(await resume.locator("svg").count(), "it carries no microphone").toBe(0);
    await resume.click();
    await widget.part("voice").waitFor();
    expect(await widget.part("mute").count()).toBe(0);
    await page.context().close();
    await site.close();
  });
});

describe("before a call", () => {
  test("devices can be chosen, by names that people read", async () => {
    const site = await startSite(
      `<script type="module" src="${server.origin}/voice-widget.js"></script><voice-widget api-key="${demo.api_key}"></voice-widget>`,
    );
    const page = await (await browser.context()).newPage();
    await page.addInitScript(() => {
      // The empty page, which is not secure.
      if (!navigator.mediaDevices) return;
      const device = (kind: MediaDeviceKind, deviceId: string, label: string) => ({
        kind,
        deviceId,
        label,
        groupId: "",
      });
      navigator.mediaDevices.enumerateDevices = async () =>
        [
          device("audioinput", "default", "Default - Desk Microphone (046d:0a45)"),
          device("audioinput", "communications", "Communications - Desk Microphone (046d:0a45)"),
          device("audioinput", "a1", "Desk Microphone (046d:0a45)"),
          device("audioinput", "b2", "Headset"),
        ] as MediaDeviceInfo[];
    });
    await page.goto(site.origin);
    const widget = new Widget(page);
    await widget.part("launcher").click();
    await widget.part("settings-toggle").click();
    const microphones = widget.part("settings").getByLabel("Microphone");
    const names = async () => (await microphones.locator("option").allTextContents()).map((name) => name.trim());
    await expect.poll(names).toEqual(["System default (Desk Microphone)", "Desk Microphone", "Headset"]);
    await microphones.selectOption("b2");
    expect(await page.evaluate(() => Object.values(localStorage).join())).toContain("b2");
    await page.context().close();
    await site.close();
  });
});

describe("a message", () => {
  test.each(["light", "dark"])("stands out from the panel, in %s", async (theme) => {
    const site = await startSite(
      `<script type="module" src="${server.origin}/voice-widget.js"></script><voice-widget api-key="${demo.api_key}" theme="${theme}" locale="ar"></voice-widget>`,
    );
    const page = await (await browser.context()).newPage();
    await page.goto(site.origin);
    const widget = new Widget(page);
    await widget.part("launcher").click();
    await widget.write("Is there rye?");
    await widget.hears("agent", "Is there rye?");
    await atRest(page);
    const edges = await page.evaluate(() => {
      const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel")?.shadowRoot;
      const canvas = document.createElement("canvas").getContext("2d");
      const luminance = (color: string) => {
        if (!canvas) return 0;
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
          const share = value / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (one: string, other: string) => {
        const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
        return (high + 0.05) / (low + 0.05);
      };
      const below = getComputedStyle(panel?.querySelector(".panel") as Element).backgroundColor;
      const avatar = panel?.querySelector(".avatar")?.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(panel?.querySelector(".title") as Node);
      const name = range.getBoundingClientRect();
      return {
        // The agent's is plain text.
        bubbles: [".message.user"].map((bubble) => {
          const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(
            panel?.querySelector(bubble) as Element,
          );
          return Math.max(
            contrast(backgroundColor, below),
            borderTopWidth === "0px" ? 0 : contrast(borderTopColor, below),
          );
        }),
        // In Arabic the picture is at the right.
        gap: (avatar?.left ?? 0) - name.right,
      };
    });
    for (const edge of edges.bubbles) expect(edge).toBeGreaterThanOrEqual(1.2);
    expect(edges.gap).toBeGreaterThanOrEqual(0);
    expect(edges.gap).toBeLessThan(40);
    await page.context().close();
    await site.close();
  });
});
