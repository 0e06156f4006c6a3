import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, type TestBrowser } from "../harness/browser/browser.ts";
import { Visitor } from "../harness/browser/speaking-visitor.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { Admin } from "../harness/service/operator.ts";
import { type Server, startServer } from "../harness/service/server.ts";
import { INWORLD_API_KEY, inworldStandIn } from "../harness/vendors/inworld.ts";
import { openaiStandIn } from "../harness/vendors/openai.ts";
import type { StandIn } from "../harness/vendors/stand-in.ts";
import { type Bench, GREETING, openShop } from "./setup.ts";

/** What an operator tries first: our own pages, under their own policies, with vendors whose calls go over WebRTC. */

let server: Server;
let browser: TestBrowser;
let vendors: Record<string, StandIn>;

beforeAll(async () => {
  const [openai, inworld] = await Promise.all([openaiStandIn(), inworldStandIn()]);
  vendors = { openai, inworld };
  [server, browser] = await Promise.all([
    startServer({
      env: {
        PROVIDER_A: "openai",
        PROVIDER_B: "inworld",
        VISITOR_MINUTE_LIMIT: "0",
        OPENAI_BASE_URL: `${openai.origin}/v1`,
        OPENAI_API_KEY: openai.key,
        INWORLD_BASE_URL: inworld.origin,
        INWORLD_API_KEY,
      },
    }),
    launch(),
  ]);
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

describe.each(["/demo/", "/playground/", "/console/"])("%s", (path) => {
  test.each([
    ["openai", "provider_a"],
    ["inworld", "provider_b"],
  ])("can call %s", async (vendor, provider) => {
    const bench = { vendor: { name: vendor, agent: { provider } }, server, admin: new Admin(server.origin) };
    const { key } = await openShop(bench as unknown as Bench);
    const visitor = await Visitor.on(browser, server.origin + path, async (page) => {
      await page.addInitScript(recordViolations);
    });
    // The page's own widget makes room for one with this agent; the console has none.
    await visitor.page.addScriptTag({ url: "/voice-widget.js", type: "module" });
    await visitor.page.evaluate((api_key) => {
      for (const other of document.querySelectorAll("voice-widget")) other.remove();
      const element = document.createElement("voice-widget");
      element.setAttribute("api-key", api_key);
      document.body.append(element);
    }, key);
    const widget = new Widget(visitor.page);
    await widget.startCall();
    await widget.hears("agent", GREETING);
    expect(vendors[vendor]?.calls.at(-1)?.over, "the call stands").toBeNull();
    expect(await visitor.page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.page.context().close();
  });
});
