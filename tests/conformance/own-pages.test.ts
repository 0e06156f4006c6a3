import { afterAll, beforeAll, describe, expect, test } from "vitest";
// For the element's place in HTMLElementTagNameMap.
import type {} from "../../widget/define.ts";
import { launch, type TestBrowser } from "../harness/browser/browser.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { Admin } from "../harness/service/operator.ts";
import type { Server } from "../harness/service/server.ts";
import type { StandIn } from "../harness/vendors/stand-in.ts";
import { type Bench, GREETING, openShop } from "./setup.ts";
import { startWithWebRtcVendors } from "./webrtc-vendors.ts";

/** What an operator tries first: our own pages, under their own policies, with vendors whose calls go over WebRTC. */

/** Without it the microphone beeps, which may interrupt a greeting before anything of it is heard. */
const NOBODY = { rate: 48_000, samples: new Float32Array(4_800) };

let server: Server;
let browser: TestBrowser;
let vendors: Record<string, StandIn>;

beforeAll(async () => {
  [{ server, ...vendors }, browser] = await Promise.all([startWithWebRtcVendors(), launch({ microphone: NOBODY })]);
  await new Admin(server.origin).demoSite();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  for (const vendor of Object.values(vendors ?? {})) await vendor.close();
});

const recordViolations = () => {
  const violations: string[] = [];
  Object.assign(window, { violations });
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    violations.push(`${violatedDirective} ${blockedURI}`),
  );
};

async function open(path: string) {
  const page = await (await browser.context()).newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.addInitScript(recordViolations);
  await page.goto(server.origin + path);
  const violations = () => page.evaluate(() => (window as unknown as { violations: string[] }).violations);
  return { page, faults, violations };
}

describe.each(["/demo/", "/playground/"])("%s", (path) => {
  test.each([
    ["openai", "provider_a"],
    ["inworld", "provider_b"],
  ])("can call %s", async (vendor, provider) => {
    const bench = { vendor: { name: vendor, agent: { provider } }, server, admin: new Admin(server.origin) };
    const { key } = await openShop(bench as unknown as Bench);
    const { page, faults, violations } = await open(path);
    // The page's own widget makes room for one with this agent.
    await page.waitForFunction(() => customElements.get("voice-widget") !== undefined);
    await page.evaluate((api_key) => {
      for (const other of document.querySelectorAll("voice-widget")) other.remove();
      const element = document.createElement("voice-widget");
      element.setAttribute("api-key", api_key);
      document.body.append(element);
    }, key);
    const widget = new Widget(page);
    await widget.startCall();
    await widget.hears("agent", GREETING);
    expect(vendors[vendor]?.calls.at(-1)?.over, "the call stands").toBeNull();
    expect(await violations()).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

test("the console, which has no widget to call with, may reach the address that takes a call's offer", async () => {
  const { page, violations } = await open("/console/");
  const status = await page.evaluate(async () => {
    const headers = { authorization: "Bearer ek_made_up", "content-type": "application/sdp" };
    return (await fetch("/v1/realtime/calls", { method: "POST", headers, body: "v=0" })).status;
  });
  expect(status, "refused by the service, not by the page's policy").toBe(401);
  expect(await violations()).toEqual([]);
  await page.context().close();
});
