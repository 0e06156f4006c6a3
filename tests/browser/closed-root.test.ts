import { afterEach, beforeEach, expect, test } from "vitest";
import { browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { listen } from "../harness/browser/widget-page.ts";
import { type ProxiedWebsite, startProxiedWebsite } from "../harness/service/proxied-website.ts";

/** A component with a closed root tells nobody outside of it, the window neither, where in it a press was. */

let site: ProxiedWebsite;

startDemo();
beforeEach(async () => {
  site = await startProxiedWebsite(server.origin);
});
afterEach(() => site?.close());

/** One root in the other, the widget in the innermost; the page keeps it, since nothing outside can find it. */
const pageOf = (
  modes: string[],
) => `<!doctype html><html lang="en"><title>A site</title><body><div id="outermost"></div>
  <script src="${server.origin}/voice-widget.js"></script>
  <script>
    let place = document.getElementById("outermost");
    for (const mode of ${JSON.stringify(modes)}) {
      const root = place.attachShadow({ mode });
      root.append((place = document.createElement("div")));
    }
    window.inside = document.createElement("voice-widget");
    inside.apiKey = "${demo.api_key}";
    place.append(inside);
  </script></body></html>`;

type Inside = { inside: HTMLElementTagNameMap["voice-widget"] };

test.each([[["closed"]], [["closed", "open"]], [["closed", "closed"]]])(
  "%j: pressed, typed and closed",
  async (modes) => {
    site.put("/", pageOf(modes));
    const page = await (await browser.context()).newPage();
    const heard = listen(page);
    await page.goto(site.origin);

    /** Where a part can be pressed; null while it cannot be seen. */
    const place = (part: string) =>
      page.evaluate((name) => {
        const root = (window as unknown as Inside).inside.shadowRoot;
        const panel = root?.querySelector("voice-widget-panel")?.shadowRoot;
        const found = [root, panel].map((one) => one?.querySelector(`[part~=${name}]`)).find(Boolean);
        const { x, y, width, height } = found?.getBoundingClientRect() ?? new DOMRect();
        return width ? { x: x + width / 2, y: y + height / 2 } : null;
      }, part);
    const seen = (part: string) => expect.poll(() => place(part));
    const press = async (part: string) => {
      await seen(part).not.toBeNull();
      const { x, y } = (await place(part)) as { x: number; y: number };
      await page.mouse.click(x, y);
    };
    const roles = () => page.evaluate(() => (window as unknown as Inside).inside.transcript.map(({ role }) => role));

    await press("launcher");
    await press("input");
    await page.keyboard.type("From behind a wall");
    await page.keyboard.press("Enter");
    await expect.poll(roles).toEqual(["user", "agent"]);
    await page.keyboard.press("Escape");
    await seen("panel").toBeNull();
    await press("launcher");
    await seen("panel").not.toBeNull();
    expect(heard).toEqual({ warnings: [], faults: [] });
  },
);
