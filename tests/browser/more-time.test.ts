import type { Request } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { atRest, bringAxe, violations } from "../harness/browser/axe.ts";
import { inFirefox } from "../harness/browser/browser.ts";
import { admin, browser, demo, demoPage, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";

startDemo();

let widget: Widget | undefined;
afterEach(async () => {
  await widget?.page.context().close();
});

/** A chat of this test's own agent, whose longest duration is its last minute. */
async function chat(agent: object = {}): Promise<Widget> {
  await admin.call("PATCH", `/agents/${demo.agent_ids[0]}`, { max_duration_seconds: 60, ...agent });
  const page = await (await browser.context()).newPage();
  widget = new Widget(page);
  await page.goto(demoPage.origin);
  await widget.part("launcher").click();
  await widget.write("Is there rye?");
  return widget;
}
const note = ({ page }: Widget) => page.locator("voice-widget [data-code=last_minute]");
/** The service's own answer has come, and been drawn. */
const asked = ({ page }: Widget) =>
  page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/extend")));

test("in the last minute one press makes a conversation longer, and the next report shows it", async () => {
  const here = await chat();
  const reports: Request[] = [];
  here.page.on("request", (request) => request.url().endsWith("/events") && reports.push(request));
  await here.part("extend").waitFor();
  await bringAxe(here.page);
  await atRest(here.page);
  expect(await violations(here.page, false)).toEqual([]);
  // A report that is under way takes the note away as soon as it is answered.
  let read = () => {};
  const wasRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  const held = new Set<Request>();
  await here.page.route("**/events", (route) => {
    held.add(route.request());
    return wasRead.then(() => route.continue());
  });
  await Promise.all(reports.filter((report) => !held.has(report)).map((report) => report.response()));
  await here.part("extend").press("Enter");
  await note(here).getByText("You have more time now").waitFor();
  expect(await here.part("extend").count()).toBe(0);
  read();
  // What is typed is reported at once, and the answer tells the time that is left.
  await here.write("And barley?");
  await note(here).waitFor({ state: "detached" });
});

test("one that may not be longer shows the warning alone", async () => {
  const here = await chat({ extendable: false });
  await note(here).getByText("Less than a minute left").waitFor();
  await asked(here);
  await atRest(here.page);
  expect(await here.part("extend").count()).toBe(0);
});

test("a refusal is said in words; after a failure of the network the button is there again", async () => {
  const here = await chat();
  await here.part("extend").waitFor();
  await here.page.route("**/extend", (route) => route.abort());
  const failed = here.page.waitForEvent("requestfailed", (request) => request.url().endsWith("/extend"));
  await here.part("extend").click();
  await failed;
  await here.page.unroute("**/extend");
  const refused = { detail: "The organization does not have enough credit", code: "no_credit" };
  await here.page.route("**/extend", (route) => route.fulfill({ status: 402, json: refused }));
  await here.part("extend").click();
  await note(here).getByText("can’t be made longer").waitFor();
  expect(await here.part("extend").count()).toBe(0);
});

// Over WebDriver BiDi nobody reads the body of a request.
test.skipIf(inFirefox)(
  "speed and language are chosen in the settings, remembered and told with the start; the speed where the vendor has it",
  async () => {
    const page = await (await browser.context()).newPage();
    widget = new Widget(page);
    const starts: object[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/widget/v1/session")) starts.push(request.postDataJSON());
    });
    await page.goto(demoPage.origin);
    await widget.part("launcher").click();
    await widget.part("settings-toggle").click();
    const settings = widget.part("settings");
    await settings.getByLabel("Language").selectOption("de");
    await settings.getByLabel("Sprache").waitFor();
    expect(await settings.getByLabel("Sprechtempo").count()).toBe(0);
    await page.route("**/widget/v1/config", async (route) => {
      const answer = await (await route.fetch()).json();
      for (const agent of answer.agents) agent.speeds = true;
      await route.fulfill({ json: answer });
    });
    await page.reload();
    await widget.part("launcher").click();
    await widget.part("settings-toggle").click();
    await settings.getByLabel("Sprechtempo").selectOption("slower");
    await widget.part("done").click();
    await widget.write("Gibt es Roggen?");
    await widget.hears("agent", "Roggen");
    expect(starts).toMatchObject([{ locale: "de", speed: "slower" }]);
  },
);
