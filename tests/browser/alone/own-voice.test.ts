import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { INTERRUPTIONS, type Interruptions } from "../../../shared/speech-defaults.ts";
import { admin, browser, demo, startDemo } from "../../harness/browser/demo-site.ts";
import { openSpeaker } from "../../harness/browser/open-speaker.ts";
import { Widget } from "../../harness/browser/widget-page.ts";
import { type Site, startSite } from "../../harness/service/website.ts";

/** A loudspeaker beside the microphone: an agent must not be interrupted by its own voice. */

let site: Site;

startDemo({ reducedMotion: false });
beforeEach(async () => {
  site = await startSite(demo.snippet);
});
afterEach(() => site?.close());

/** What the visitor is taken to have said by the time that the greeting is over. */
async function afterGreeting(interruptions: Interruptions, guard: "loads" | "fails" | "hangs"): Promise<string[]> {
  await admin.call("PATCH", `/agents/${demo.agent_ids[0]}`, { interruptions });
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
  test.each(INTERRUPTIONS)(
    "an agent that is %s greets to the end, and takes none of it for the visitor's words",
    async (mode) => {
      expect(await afterGreeting(mode, "loads")).toEqual(["agent true undefined"]);
    },
  );

  test.each(["fails", "hangs"] as const)("without the guard, whose code %s, it hears itself", async (guard) => {
    expect(await afterGreeting("patient", guard)).not.toEqual(["agent true undefined"]);
  });
});
