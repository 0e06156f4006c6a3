import { gzipSync } from "node:zlib";
import type { Response } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { quietMicrophone } from "../../harness/browser/quiet-microphone.ts";
import { Widget } from "../../harness/browser/widget-page.ts";
import { type Site, startSite } from "../../harness/service/website.ts";

let site: Site;

startDemo({ reducedMotion: false });
beforeEach(async () => {
  site = await startSite(demo.snippet);
});
afterEach(() => site?.close());

describe("what a page pays", () => {
  test("before the click: one request of at most 10 KB gzipped, the settings inside; after a call at most 52 KB", async () => {
    const page = await (await browser.context()).newPage();
    const loaded: { url: string; gzip: number }[] = [];
    const bodies: Promise<unknown>[] = [];
    const weigh = (response: Response) => {
      if (new URL(response.url()).origin === site.origin) return;
      if (response.request().method() === "OPTIONS") return;
      bodies.push(
        response.body().then((body) => loaded.push({ url: response.url(), gzip: gzipSync(body, { level: 9 }).length })),
      );
    };
    page.on("response", weigh);
    const total = () => loaded.reduce((sum, { gzip }) => sum + gzip, 0);
    await page.goto(site.origin);
    await page.locator("voice-widget").waitFor();
    await page.waitForLoadState("networkidle");
    await Promise.all(bodies);
    console.log(`before the click: ${loaded.length} requests, ${total()} B gzip`);
    expect(loaded.map(({ url }) => url)).toEqual([/src="([^"]+)"/.exec(demo.snippet)?.[1]]);
    expect(loaded[0]?.url).toContain(`${server.origin}/embed/ch_`);
    expect(total()).toBeLessThanOrEqual(10 * 1024);

    const widget = new Widget(page);
    await widget.startCall();
    await widget.reaches("speaking");
    // What the browser still hears of while it is closed has no body any more.
    page.off("response", weigh);
    await Promise.all(bodies);
    console.log(`a whole call: ${loaded.length} requests, ${total()} B gzip`);
    expect(total()).toBeLessThanOrEqual(52 * 1024);
    expect(new Set(loaded.map(({ url }) => new URL(url).origin))).toEqual(new Set([server.origin]));
    expect(loaded.filter(({ url }) => url.includes("/person-"))).toEqual([]);
  });

  test("the code of a first call comes beside the service's answer, and none of it before the click", async () => {
    const page = await (await browser.context()).newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const voice = () => asked.filter((url) => /\/(openai-realtime|websocket|worklet)[^/]*\.js$/.test(url));
    // The service answers when the code has been asked for; else it never does.
    let answer = () => {};
    const answered = new Promise<void>((done) => {
      answer = done;
    });
    await page.route("**/widget/v1/session", async (route) => {
      await answered;
      await route.continue();
    });
    await page.goto(site.origin);
    const widget = new Widget(page);
    await widget.part("launcher").click();
    await widget.part("start").waitFor();
    await page.waitForLoadState("networkidle");
    expect(voice()).toEqual([]);
    await widget.part("start").click();
    await expect.poll(() => voice().length).toBeGreaterThanOrEqual(2);
    answer();
    await widget.reaches("speaking");
    expect(voice().length).toBe(new Set(voice()).size);
  });

  test("a typed conversation loads no code for sound until the visitor speaks, who is heard then", async () => {
    const page = await (await browser.context()).newPage();
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    await page.addInitScript(quietMicrophone);
    await page.addInitScript(() => {
      const add = AudioWorklet.prototype.addModule;
      AudioWorklet.prototype.addModule = function (this: AudioWorklet, ...rest) {
        performance.mark("worklet");
        return add.apply(this, rest);
      };
      window.AudioContext = class extends AudioContext {
        constructor(options?: AudioContextOptions) {
          super(options);
          performance.mark("sound");
        }
      };
    });
    const opened = () => page.evaluate(() => performance.getEntriesByType("mark").map(({ name }) => name));
    const voice = () => loaded.filter((path) => path.startsWith("/assets/voice-"));
    await page.goto(site.origin);
    const widget = new Widget(page);
    await widget.part("launcher").click();
    await widget.write("Is there fresh rye?");
    await widget.hears("agent", "fresh rye");
    await widget.reaches("listening");
    await widget.write("And wheat?");
    await widget.hears("agent", "wheat");
    expect(voice()).toEqual([]);
    expect(await opened()).toEqual([]);

    await widget.part("voice").click();
    await widget.part("mute").waitFor();
    await widget.write("Anything else?");
    await widget.hears("agent", "else");
    await page.waitForFunction(() => performance.getEntriesByName("worklet").length === 1);
    expect((await opened()).sort()).toEqual(["sound", "worklet"]);
    await expect.poll(voice).toHaveLength(1);
  });
});
