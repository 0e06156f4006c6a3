import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { admin, browser, demo, startDemo } from "../../harness/browser/demo-site.ts";
import { openSpeaker } from "../../harness/browser/open-speaker.ts";
import { Widget } from "../../harness/browser/widget-page.ts";
import { type Site, startSite } from "../../harness/service/website.ts";

/** A loudspeaker beside the microphone: a patient agent must not be interrupted by its own voice. */

let site: Site;

startDemo({ reducedMotion: false });
beforeEach(async () => {
  await admin.call("PATCH", `/agents/${demo.agent_ids[0]}`, { interruptions: "patient" });
  site = await startSite(demo.snippet);
});
afterEach(() => site?.close());

/** What the visitor is taken to have said by the time that the greeting is over. */
async function afterGreeting(guard: "loads" | "fails" | "hangs"): Promise<string[]> {
  const page = await (await browser.context()).newPage();
  await page.addInitScript(openSpeaker, 0.1);
  if (guard === "fails") await page.route(/\/guard-/, (route) => route.abort());
  if (guard === "hangs") await page.route(/\/guard-/, () => {});
  await page.goto(site.origin);
  const widget = new Widget(page);
  await widget.startCall();
  await widget.reaches("speaking");
  await widget.reaches("listening");
  const said = await widget.messages();
  await page.close();
  return said.map(({ role, final, interrupted }) => `${role} ${final} ${interrupted}`);
}

describe("where the page plays through speakers", () => {
  test("the agent says its greeting to the end, and takes none of it for the visitor's words", async () => {
    expect(await afterGreeting("loads")).toEqual(["agent true undefined"]);
  });

  test.each(["fails", "hangs"] as const)("without the guard, whose code %s, it hears itself", async (guard) => {
    expect(await afterGreeting(guard)).not.toEqual(["agent true undefined"]);
  });
});
