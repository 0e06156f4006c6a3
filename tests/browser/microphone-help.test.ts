import { describe, expect, test } from "vitest";
import { inFirefox } from "../harness/browser/browser.ts";
import { admin, browser, demo, demoPage, server, startDemo } from "../harness/browser/demo-site.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { startSite } from "../harness/service/website.ts";

startDemo();

/** On the demo page, in a browser whose microphone fails like this. */
async function visit(fault: string) {
  const page = await (await browser.context()).newPage();
  const heard = listen(page);
  await page.addInitScript((name) => {
    // Where a browser runs this on the empty page too, which is not secure.
    if (!navigator.mediaDevices) return;
    if (name === "insecure") {
      Object.defineProperty(navigator, "mediaDevices", { value: undefined });
      Object.defineProperty(window, "isSecureContext", { value: false });
    } else {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("as it was asked for", name));
    }
  }, fault);
  await page.goto(demoPage.origin);
  return { page, widget: new Widget(page), heard };
}

/** Runs in the page: a microphone that hears a tone. */
function mendMicrophone(): void {
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const tone = context.createOscillator();
    const target = context.createMediaStreamDestination();
    tone.connect(target);
    tone.start();
    return target.stream;
  };
}

const lineIsFree = () => expect.poll(async () => (await admin.organization(demo.organization_id)).lines.in_use).toBe(0);

describe("the microphone doctor", () => {
  // Firefox and WebKit have no such element yet.
  test.skipIf(inFirefox)("refused: the browser's own button asks again, and the call begins", async () => {
    const context = await browser.context();
    await context.clearPermissions();
    const page = await context.newPage();
    await page.goto(demoPage.origin);
    const widget = new Widget(page);
    await widget.startCall();
    const own = page.locator("voice-widget [part=notice][data-code=microphone_denied] [part=allow]");
    await own.waitFor();
    expect(await own.getAttribute("lang")).toBe("en");
    await lineIsFree();

    await context.grantPermissions(["microphone"]);
    // The browser takes no click on one that has just appeared, or that still moves.
    await expect
      .poll(async () => {
        if (await own.isVisible()) await own.click({ force: true }).catch(() => {});
        return widget.part("mute").count();
      })
      .toBe(1);
    await own.waitFor({ state: "detached" });
    await widget.reaches("speaking");
    await widget.part("end").click();
    await widget.reaches("ended");
    await lineIsFree();
    await context.close();
  });

  test.each([
    ["denied", "NotAllowedError", "microphone_denied", "The microphone is not allowed", "Still blocked"],
    ["none", "NotFoundError", "microphone_missing", "No microphone was found", "Still no microphone found"],
    ["in use", "NotReadableError", "microphone_in_use", "The microphone is in use", "Still in use"],
  ])(
    '%s: says what to do; "Try again" says that it is still so and starts no session; then shows that it works',
    async (_name, fault, code, title, still) => {
      const { page, widget, heard } = await visit(fault);
      await widget.startCall();
      const card = page.locator(`voice-widget [part=notice][data-code=${code}]`);
      await card.getByText(title).waitFor();
      expect(await card.getAttribute("role")).toBe("alert");
      // The steps load when they are needed.
      await card.locator("li").nth(1).waitFor();

      // No agent greets, and no line is held, while the visitor looks for the setting.
      expect(await widget.messages()).toEqual([]);
      await lineIsFree();

      // Still broken: it is said that it was tried, and nothing is begun for it.
      const asked: string[] = [];
      page.on("request", (request) => request.method() === "POST" && asked.push(new URL(request.url()).pathname));
      await card.locator("[part=retry]").click();
      await card.getByText(still, { exact: true }).waitFor();
      expect(asked.filter((path) => path.endsWith("/session"))).toEqual([]);

      await page.evaluate(mendMicrophone);
      await card.locator("[part=retry]").click();
      await widget.part("mute").waitFor();
      const works = page.locator("voice-widget [part=notice][data-code=works]");
      await works.getByText("Your microphone works").waitFor();
      await works.locator("[part=dismiss]").click();
      await works.waitFor({ state: "detached" });
      expect(heard.faults).toEqual([]);
      // Firefox may drop the last request of a tab that is closed: the line would be held.
      await widget.part("end").click();
      await widget.reaches("ended");
      await lineIsFree();
      await page.context().close();
    },
  );

  test("a page that is not secure: nothing to try, but typing goes on", async () => {
    const { page, widget } = await visit("insecure");
    await widget.startCall();
    const card = page.locator("voice-widget [part=notice][data-code=microphone_insecure]");
    await card.getByText("needs a secure page").waitFor();
    expect(await card.locator("[part=retry]").count()).toBe(0);
    await card.locator("[part=type-instead]").click();
    await card.waitFor({ state: "detached" });
    await page.keyboard.type("Then I type");
    await page.keyboard.press("Enter");
    await widget.hears("user", "Then I type");
    await page.context().close();
  });

  test("a frame without the permission offers the page in a tab of its own", async () => {
    const inner = await startSite(
      `<script type="module" src="${server.origin}/voice-widget.js"></script><voice-widget api-key="${demo.api_key}"></voice-widget>`,
    );
    const outer = await startSite(
      `<iframe src="${inner.origin}" style="position: fixed; inset: 0; inline-size: 100%; block-size: 100%"></iframe>`,
    );
    const page = await (await browser.context()).newPage();
    await page.goto(outer.origin);
    const part = (name: string) => page.frameLocator("iframe").locator(`voice-widget [part~=${name}]`);
    await part("launcher").click();
    await part("start").click();
    const alone = part("notice").locator("a");
    await alone.waitFor();
    expect(new URL((await alone.getAttribute("href")) ?? "").origin).toBe(inner.origin);
    await page.context().close();
    await Promise.all([inner.close(), outer.close()]);
  });
});
