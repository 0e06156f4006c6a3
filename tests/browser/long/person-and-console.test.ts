import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { goTo, openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { connectWithinAMinute, energyIn, keepPeers } from "../../harness/browser/peers.ts";
import { listen, Widget } from "../../harness/browser/widget-page.ts";
import { eventually } from "../../harness/service/operator.ts";
import { elementTags, type Site, startSite } from "../../harness/service/website.ts";

/** The whole of it with both real pages: a visitor on a site of another origin, and somebody of the team in the console. */

let site: Site;
let team: Page;
let page: Page;
let widget: Widget;

startDemo();
beforeEach(async () => {
  const [agent_id = 0] = demo.agent_ids;
  await admin.call("PATCH", `/agents/${agent_id}`, { name: "Ava", person: { enabled: true, wait_seconds: 600 } });
  site = await startSite(elementTags(server.origin, demo.api_key));
  [team, page] = await Promise.all([fresh(), fresh()]);
});
afterEach(() => site?.close());

async function fresh(): Promise<Page> {
  const made = await (await browser.context()).newPage();
  await made.addInitScript(keepPeers);
  await made.addInitScript(connectWithinAMinute);
  return made;
}

const hire = (name: string) =>
  admin.call<{ token: string }>("POST", "/operators", { name, role: "support" }).then(({ token }) => token);
const toVisitor = () => team.getByLabel("To the visitor");
const read = (text: string) => team.getByRole("region", { name: "What was said" }).getByText(text).first().waitFor();
const log = () => widget.part("transcript");

/** The visitor writes. */
async function asks(text: string): Promise<void> {
  await widget.write(text);
}
/** Somebody of the team writes. */
async function answers(text: string): Promise<void> {
  await toVisitor().fill(text);
  await toVisitor().press("ControlOrMeta+Enter");
}

/** A visitor who talks with the agent and has asked for a person; this one has the inbox open. */
async function waiting(name: string): Promise<void> {
  await openConsole(team, server.origin, `#/projects/${demo.project_id}/inbox`, await hire(name));
  await team.getByLabel("Available for visitors who ask for a person").check();
  await page.goto(site.origin);
  widget = new Widget(page);
  await widget.part("launcher").click();
  await asks("Hello");
  await widget.hears("agent", "Hello");
  await team.getByRole("button", { name: /^Ava/ }).waitFor();
  await widget.part("person-ask").click();
  await team.getByRole("heading", { name: "Waiting for a person" }).waitFor();
  await widget.part("person").filter({ hasText: "Asking the team" }).waitFor();
  await team.locator("body").press("j");
  await read("Hello");
}

/** The same, and this one has joined. */
async function joined(name: string): Promise<void> {
  await waiting(name);
  await join(name);
}

async function join(name: string): Promise<void> {
  await team.locator("body").press("r");
  await toVisitor().waitFor();
  await log().getByText(`${name} has joined`).waitFor();
}

test("a visitor asks, somebody joins, both write, also after either page was reloaded; the agent has it again, and is rated", async () => {
  const { faults } = listen(page);
  await joined("Ada Brook");
  const session_id = (await widget.sessionId()) ?? "";
  await answers("I am sorry, it leaves today.");
  await log().getByText("I am sorry, it leaves today.").waitFor();
  await asks("Thank you");
  await read("Thank you");

  await team.reload();
  await toVisitor().waitFor();
  await answers("Is there anything else?");
  await log().getByText("Is there anything else?").waitFor();
  await page.reload();
  await log().getByText("Is there anything else?").waitFor();
  await expect.poll(() => widget.part("header").textContent()).toContain("Team member");
  await asks("A blue one, please");
  await read("A blue one, please");

  await team.getByRole("button", { name: "Give back to the agent" }).click();
  await log().getByText("Ada Brook has left").waitFor();
  await asks("Who are you now?");
  await widget.hears("agent", "Who are you now?");
  await read("Who are you now?");

  await team.locator("body").press("e");
  await team.getByRole("alertdialog").waitFor();
  await team.keyboard.press("Enter");
  await widget.reaches("ended");
  await widget.part("star").nth(4).click();
  const record = await eventually(
    () => admin.session(session_id),
    (found) => JSON.stringify(found).includes('"rating":5'),
  );
  expect(record.end_reason).toBe("operator");
  const said = record.transcript.map(({ role, text }) => `${role}: ${text}`);
  for (const line of [
    "user: Hello",
    "person: I am sorry, it leaves today.",
    "user: Thank you",
    "person: Is there anything else?",
    "user: A blue one, please",
    "user: Who are you now?",
  ])
    expect(said.filter((one) => one === line)).toHaveLength(1);
  expect(faults).toEqual([]);

  await goTo(team, "Analytics");
  const figures = team.locator("dl.figures");
  await figures.getByText("with a person 5.0").waitFor();
  await team.getByRole("heading", { name: "Who stepped in" }).waitFor();
  await figures.getByText("Ada Brook").waitFor();
  if (process.env.PICTURES) await team.screenshot({ path: `${process.env.PICTURES}/analytics.png`, fullPage: true });
});

test("each hears the other's microphone once the visitor agreed, and the sound ends with the conversation", async () => {
  await joined("Bo Lind");
  await team.getByRole("button", { name: "Ask for sound" }).click();
  await widget.part("person").getByText("Bo Lind would like to talk with you").waitFor();
  await widget.part("person-accept").click();
  await widget.part("person").getByText("Talking with Bo Lind").waitFor();
  await team.getByText("You and the visitor hear each other.").waitFor();
  for (const [name, side] of Object.entries({ console: team, page }))
    await expect.poll(() => energyIn(side), { message: `sound in the ${name}` }).toBeGreaterThan(0);
  // Whoever reloads is asked for sound again: nobody's microphone opens without a word.
  await page.reload();
  await team.getByText("The visitor ended the sound.").waitFor();
  await expect.poll(() => widget.part("header").textContent()).toContain("Team member");
  await widget.part("person-talk").click();
  await team.getByRole("button", { name: "Accept" }).click();
  await widget.part("person").getByText("Talking with Bo Lind").waitFor();
  await team.reload();
  await widget.part("person").getByText("The call is over").waitFor();
  await toVisitor().waitFor();
  await team.getByRole("button", { name: "Ask for sound" }).click();
  await widget.part("person-accept").click();
  await team.getByText("You and the visitor hear each other.").waitFor();

  await widget.part("end").click();
  await widget.reaches("ended");
  // Where both have offered at once, one of them began anew.
  const open = (side: Page) =>
    side.evaluate(() =>
      (window as unknown as { peers: RTCPeerConnection[] }).peers.some(
        ({ connectionState }) => connectionState !== "closed",
      ),
    );
  for (const side of [team, page]) await expect.poll(() => open(side)).toBe(false);
});

test("either page is reloaded while somebody is waited for, while sound is asked for, with the agent again, and after the end", async () => {
  const { faults } = listen(page);
  await waiting("Cleo Dahl");
  const session_id = (await widget.sessionId()) ?? "";
  await team.reload();
  await team.getByRole("heading", { name: "Waiting for a person 1" }).waitFor();
  await page.reload();
  await widget.part("person").filter({ hasText: "Asking the team" }).waitFor();
  await read("Hello");
  await join("Cleo Dahl");

  // A question for sound ends with the page that asked it, or was asked.
  const askForSound = team.getByRole("button", { name: "Ask for sound" });
  await askForSound.click();
  await widget.part("person-accept").waitFor();
  await page.reload();
  await widget.part("person-talk").waitFor();
  await askForSound.waitFor();
  await askForSound.click();
  await widget.part("person-accept").waitFor();
  await team.reload();
  await toVisitor().waitFor();
  await widget.part("person-accept").waitFor({ state: "detached" });
  await widget.part("person-talk").waitFor();

  await team.getByRole("button", { name: "Give back to the agent" }).click();
  await log().getByText("Cleo Dahl has left").waitFor();
  await asks("Who are you now?");
  await widget.hears("agent", "Who are you now?");
  await read("Who are you now?");
  await team.reload();
  await read("Who are you now?");
  await team.getByLabel("Tell the agent").waitFor();
  await page.reload();
  await log().getByText("Cleo Dahl has left").waitFor();
  await asks("Still there?");
  await widget.hears("agent", "Still there?");

  // A page that an agent has is left for good: its conversation goes on in another session.
  await eventually(
    () => admin.session(session_id),
    ({ status }) => status === "ended",
  );
  await team.reload();
  await read("Who are you now?");
  expect(await team.getByRole("button", { name: "Join and reply" }).count()).toBe(0);
  await widget.part("end").click();
  await widget.reaches("ended");
  await page.reload();
  await widget.part("launcher").waitFor();
  expect(faults).toEqual([]);
});
