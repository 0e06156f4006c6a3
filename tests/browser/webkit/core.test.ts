import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
// For the element's place in HTMLElementTagNameMap.
import type {} from "../../../widget/define.ts";
import { launchWebKit, type WebKitBrowser, type WebKitPage } from "../../harness/browser/webkit.ts";
import { Admin, type DemoSite, eventually } from "../../harness/service/operator.ts";
import { type Server, startServer } from "../../harness/service/server.ts";

let server: Server;
let admin: Admin;
let demo: DemoSite;
let browser: WebKitBrowser;
/** By its number: WebKit trusts no plain `http://localhost` with a microphone. */
let origin: string;

beforeAll(async () => {
  // One after the other: what has begun is known to the end, whatever becomes of the next.
  server = await startServer({ env: { HOST: "127.0.0.1" } });
  browser = await launchWebKit();
  origin = server.origin.replace("localhost", "127.0.0.1");
  admin = new Admin(origin);
  demo = await admin.demoSite();
});
afterAll(() => Promise.all([server?.stop(), browser?.close()]));
afterEach(() => browser?.leave());

const configure = (widget_config: object) => admin.call("PATCH", `/projects/${demo.project_id}`, { widget_config });

const reaches = (page: WebKitPage, ...statuses: string[]) =>
  page.until((wanted) => wanted.includes(document.querySelector("voice-widget")?.dataset.status ?? ""), statuses);
const hears = (page: WebKitPage, role: string, text: string) =>
  page.until(
    (wantedRole, wantedText) =>
      document
        .querySelector("voice-widget")
        ?.transcript.some(({ role, final, text }) => role === wantedRole && final && text.includes(wantedText)),
    role,
    text,
  );
const sessionOf = (page: WebKitPage) =>
  page.evaluate(() => document.querySelector("voice-widget")?.session?.session_id ?? "");
const focused = () => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active?.getAttribute("part") ?? "";
};

async function tabTo(page: WebKitPage, part: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if ((await page.evaluate(focused)).split(" ").includes(part)) return;
    await page.press("Tab");
  }
  throw new Error(`Tab never reached ${part}`);
}

describe("in WebKit", () => {
  test("notes what this build of the engine supports", async ({ annotate, skip }) => {
    const page = await browser.visit(`${origin}/`);
    const wanted = ["AudioContext", "AudioWorkletNode", "WebSocket", "RTCPeerConnection"];
    const lacking = await page.evaluate((names) => names.filter((name) => !(name in globalThis)), wanted);
    const agent = await page.evaluate(() => navigator.userAgent);
    console.log(`WebKit: ${agent}\nWebKit lacks: ${lacking.join(", ") || "nothing"}`);
    await annotate(`lacks: ${lacking.join(", ") || "nothing"}`);
    expect(lacking.filter((name) => name !== "RTCPeerConnection")).toEqual([]);
    if (lacking.length > 0) skip("this WebKit is built without WebRTC: calls over it cannot be tried here");
  });

  test("the keyboard alone opens, types, is answered, ends and closes", async () => {
    const page = await browser.visit(`${origin}/`);
    await page.sees("launcher");
    await tabTo(page, "launcher");
    await page.press("Enter");
    await page.sees("input");
    await tabTo(page, "input");
    await page.type("Good morning");
    await page.press("Enter");
    await hears(page, "user", "Good morning");
    await hears(page, "agent", "");
    const session = await sessionOf(page);
    await tabTo(page, "end");
    await page.press("Enter");
    await reaches(page, "ended");
    await page.press("Escape");
    await page.misses("panel");
    await eventually(
      () => page.evaluate(focused),
      (part) => part === "launcher",
    );
    await eventually(
      () => admin.session(session),
      ({ status }) => status === "ended",
    );
  });

  test("a call over WebSocket: the greeting is spoken, the microphone is muted, the end is charged once", async () => {
    const page = await browser.visit(`${origin}/`);
    await page.click("launcher");
    await page.click("start");
    await reaches(page, "speaking");
    await page.click("mute");
    await reaches(page, "listening");
    const session = await sessionOf(page);
    await page.click("end");
    await reaches(page, "ended");
    await eventually(
      () => admin.organization(demo.organization_id),
      ({ lines, credit }) => lines.in_use === 0 && credit.reserved === 0,
    );
    const charges = (await admin.ledger(demo.organization_id)).filter(({ session_id }) => session_id === session);
    expect(charges.map(({ kind }) => kind)).toEqual(["charge"]);
  });

  test("right to left: words, order and sides are turned, and a conversation is held", async () => {
    const page = await browser.visit(`${origin}/`);
    await page.evaluate(() => document.querySelector("voice-widget")?.setAttribute("locale", "ar"));
    await page.click("launcher");
    await page.until(() => {
      const { shadowRoot } = document.querySelector("voice-widget") ?? {};
      const panel = shadowRoot?.querySelector("voice-widget-panel")?.shadowRoot?.querySelector("[part=panel]");
      const start = panel?.querySelector("[part~=start]")?.textContent?.includes("بدء المكالمة");
      return start && panel && getComputedStyle(panel).direction === "rtl";
    });
    await page.click("input");
    await page.type("صباح الخير");
    await page.press("Enter");
    await hears(page, "user", "صباح الخير");
    await hears(page, "agent", "صباح الخير");
    const { x: middle } = await page.sees("panel");
    const { x: input } = await page.sees("input");
    expect((await page.sees("close")).x).toBeLessThan(middle);
    expect((await page.sees("message-user")).x).toBeLessThan(middle);
    expect((await page.sees("send")).x).toBeLessThan(input);
    await page.click("end");
    await reaches(page, "ended");
  });

  test("the theme is switched before the panel is loaded, and the panel comes in it", async () => {
    const page = await browser.visit(`${origin}/`);
    await page.sees("launcher");
    const wear = (theme: string) =>
      page.evaluate((name) => document.querySelector("voice-widget")?.setAttribute("theme", name), theme);
    /** The page's launcher in this theme. @returns the colour that the panel will have */
    const launcherIn = (theme: string) =>
      page.until((name) => {
        const widget = document.querySelector("voice-widget");
        const launcher = widget?.shadowRoot?.querySelector("[part=launcher]");
        const worn = widget && launcher && getComputedStyle(widget).colorScheme === name;
        const color = worn && getComputedStyle(launcher).getPropertyValue("--_bg");
        // Until the config has come, the launcher is white in either theme.
        return name === "dark" && color === "#ffffff" ? "" : color;
      }, theme);
    const panelColor = () => {
      const { shadowRoot } = document.querySelector("voice-widget") ?? {};
      const panel = shadowRoot?.querySelector("voice-widget-panel")?.shadowRoot?.querySelector("[part=panel]");
      return panel ? getComputedStyle(panel).backgroundColor : "";
    };
    await wear("dark");
    const dark = await launcherIn("dark");
    await wear("light");
    expect(await launcherIn("light")).not.toBe(dark);
    await wear("dark");
    expect(await launcherIn("dark")).toBe(dark);
    expect(await page.evaluate(() => customElements.get("voice-widget-panel") === undefined)).toBe(true);

    await page.click("launcher");
    await page.sees("panel");
    const opened = await page.evaluate(panelColor);
    expect(opened).not.toBe("");
    await wear("light");
    await eventually(
      () => page.evaluate(panelColor),
      (color) => color !== opened,
    );
    await wear("dark");
    await eventually(
      () => page.evaluate(panelColor),
      (color) => color === opened,
    );
  });

  test("the launcher opens the panel also where it is drawn between the press and the release", async () => {
    const page = await browser.visit(`${origin}/`);
    await page.evaluate(() => {
      const draw = () => document.querySelector("voice-widget")?.setAttribute("theme", "dark");
      addEventListener("mousedown", draw, { once: true, capture: true });
    });
    await page.click("launcher");
    await page.sees("panel");
  });

  test("a refused microphone is explained, and the conversation goes on in writing", async () => {
    const page = await browser.visit(`${origin}/`);
    await page.evaluate(() => {
      MediaDevices.prototype.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    });
    await page.click("launcher");
    await page.click("start");
    await page.sees("notice");
    await page.click("input");
    await page.type("Still here");
    await page.press("Enter");
    await hears(page, "user", "Still here");
  });

  test("the settings offer the microphones", async () => {
    const page = await browser.visit(`${origin}/`);
    await page.click("launcher");
    await page.click("start");
    await reaches(page, "speaking", "listening");
    await page.click("more");
    await page.sees("menu");
    await page.click("settings-toggle");
    await page.sees("settings");
    const devices = await page.evaluate(() => navigator.mediaDevices.enumerateDevices());
    expect(devices.length).toBeGreaterThan(0);
  });

  test("nothing is sent before the visitor agrees, where the owner asks for consent", async () => {
    await configure({ features: { consent: true } });
    // Whatever becomes of this one: the next finds the page as it was.
    onTestFinished(async () => void (await configure({ features: { consent: null } })));
    const page = await browser.visit(`${origin}/`);
    const sent = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map(({ name }) => new URL(name).pathname)
          .filter((path) => /session|analytics|realtime/.test(path) && !path.startsWith("/assets/")),
      );
    await page.click("launcher");
    await page.click("start");
    await page.sees("agree");
    expect(await sent()).toEqual([]);
    await page.click("agree");
    await reaches(page, "speaking", "listening");
    expect((await sent()).length).toBeGreaterThan(0);
  });
});
