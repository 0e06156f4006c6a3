import { afterEach, beforeEach, expect, test } from "vitest";
import { openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { connectWithinAMinute, energyIn, keepPeers } from "../../harness/browser/peers.ts";
import { Widget } from "../../harness/browser/widget-page.ts";
import { elementTags, type Site, startSite } from "../../harness/service/website.ts";

/** The two ends of it: the widget on a page of another origin, and the console's inbox. The microphones of both beep. */

let site: Site;

startDemo();
beforeEach(async () => {
  site = await startSite(elementTags(server.origin, demo.api_key));
  await admin.call("PATCH", `/agents/${demo.agent_ids[0]}`, { person: { enabled: true, wait_seconds: 600 } });
});
afterEach(() => site?.close());

const newPage = async () => {
  const page = await (await browser.context()).newPage();
  await page.addInitScript(keepPeers);
  await page.addInitScript(connectWithinAMinute);
  return page;
};

test("ask, join, write and talk both ways, give back: on the visitor's page and in the inbox", async () => {
  const inbox = await newPage();
  await openConsole(inbox, server.origin, `#/projects/${demo.project_id}/inbox`);
  await inbox.getByLabel("Available for visitors who ask for a person").check();
  const page = await newPage();
  await page.goto(site.origin);
  const widget = new Widget(page);
  await widget.part("launcher").click();
  const say = async (text: string) => {
    await widget.part("input").fill(text);
    await widget.part("input").press("Enter");
  };
  await say("Do you sell oat milk?");
  await widget.hears("agent", "oat milk");
  await widget.part("person-ask").click();

  await inbox.getByRole("heading", { name: "Waiting for a person" }).waitFor();
  await inbox.keyboard.press("j");
  const lines = inbox.getByRole("region", { name: "What was said" });
  await lines.getByText("Do you sell oat milk?").first().waitFor();
  await inbox.keyboard.press("r");
  await inbox.getByLabel("To the visitor").fill("Yes, in bottles.");
  await inbox.getByLabel("To the visitor").press("ControlOrMeta+Enter");
  await widget.part("transcript").getByText("Yes, in bottles.").waitFor();
  await say("Good, two please");
  await lines.getByText("Good, two please").waitFor();

  await widget.part("person-talk").click();
  await inbox.getByRole("button", { name: "Accept" }).click();
  await inbox.getByText("You and the visitor hear each other.").waitFor();
  await widget.part("person-mute").waitFor();
  for (const [name, end] of Object.entries({ inbox, page }))
    await expect.poll(() => energyIn(end), { message: `sound in the ${name}` }).toBeGreaterThan(0);
  await inbox.getByRole("button", { name: "End sound" }).click();
  await widget.part("person-talk").waitFor();

  await inbox.getByRole("button", { name: "Ask for sound" }).click();
  await widget.part("person-accept").click();
  await inbox.getByText("You and the visitor hear each other.").waitFor();
  await widget.part("person-end").click();
  await inbox.getByText("The visitor ended the sound.").waitFor();

  await inbox.getByRole("button", { name: "Give back to the agent" }).click();
  await inbox.getByLabel("Tell the agent").waitFor();
  await say("And rye?");
  await widget.hears("agent", "And rye?");
  await lines.getByText("And rye?").first().waitFor();
});
