import { expect, test } from "vitest";
import { browser, demoPage, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";

startDemo({ allowMicrophone: true });

declare global {
  interface Window {
    /** The tokens that sessions were asked for with. */
    starts: string[];
  }
}

const SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";

/** Turnstile's script, as far as the widget knows it, with a challenge that has to be answered. */
const STAND_IN = `window.turnstile = {
  render(container, options) {
    const button = Object.assign(document.createElement("button"), { id: "human", textContent: "I am human" });
    button.onclick = () => {
      options["after-interactive-callback"]();
      options.callback([options.sitekey, options.action].join(" "));
    };
    container.append(button);
    options["before-interactive-callback"]();
    return "widget-1";
  },
  remove() {
    document.querySelector("#human").remove();
  },
};`;

test("a visitor passes the challenge above the panel of a phone; a challenge that does not load is reported and can be tried again", async () => {
  const page = await browser.visit("about:blank");
  await page.setViewportSize({ width: 390, height: 780 });
  await page.route("**/widget/v1/config", async (route) => {
    const answer = await route.fetch();
    const config = { ...(await answer.json()), turnstile: { site_key: "0x4AAA", script: SCRIPT } };
    await route.fulfill({ response: answer, json: config });
  });
  let loads = 0;
  await page.route(SCRIPT, (route) =>
    ++loads === 1 ? route.abort() : route.fulfill({ contentType: "text/javascript", body: STAND_IN }),
  );
  // In the page: Firefox tells the driver of no request's body.
  await page.addInitScript(() => {
    const send = window.fetch;
    window.starts = [];
    window.fetch = (input, init) => {
      if (String(input instanceof Request ? input.url : input).endsWith("/widget/v1/session"))
        window.starts.push(JSON.parse(String(init?.body)).turnstile_token);
      return send(input, init);
    };
  });
  const starts = () => page.evaluate(() => window.starts);
  await page.goto(demoPage.origin);
  const widget = new Widget(page);
  await widget.startCall();
  await widget.reaches("error");
  expect(await starts()).toEqual([]);

  await page.evaluate(() => void document.querySelector("voice-widget")?.start());
  await page.locator("#human").click();
  await widget.reaches("listening", "speaking", "thinking");
  expect(await starts()).toEqual(["0x4AAA session"]);
  expect(await page.locator('dialog[aria-label="Cloudflare Turnstile"]').count()).toBe(0);
  await page.evaluate(() => document.querySelector("voice-widget")?.end());
});
