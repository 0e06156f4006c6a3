import { afterEach, beforeEach, expect, test } from "vitest";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { OperatorInbox } from "../../harness/browser/operator-inbox.ts";
import { listen, Widget } from "../../harness/browser/widget-page.ts";
import { PlainVisitor } from "../../harness/service/plain-visitor.ts";
import { elementTags, type Site, startSite } from "../../harness/service/website.ts";

/** A person's conversation holds no voice line: others may have taken the last one when it goes back to the agent. */

let site: Site;
let inbox: OperatorInbox;

startDemo();
beforeEach(async () => {
  await admin.call("PATCH", `/agents/${demo.agent_ids[0]}`, { person: { enabled: true, wait_seconds: 60 } });
  await admin.call("PATCH", `/organizations/${demo.organization_id}`, { voice_lines: 1 });
  site = await startSite(elementTags(server.origin, demo.api_key));
  inbox = await OperatorInbox.open(server.origin, demo.project_id, true);
});
afterEach(async () => {
  inbox.close();
  await site.close();
});

test("where the last line is busy the visitor keeps the conversation, is told, and has the agent once a line is free", async () => {
  const page = await (await browser.context()).newPage();
  const { faults } = listen(page);
  let refused = 0;
  page.on("response", (response) => {
    if (response.url().endsWith("/reconnect") && response.status() === 429) refused += 1;
  });
  await page.goto(site.origin);
  const widget = new Widget(page);
  await widget.part("launcher").click();
  await widget.write("Hello");
  await widget.hears("agent", "Hello");
  await widget.part("person-ask").click();
  const session_id = await inbox.waiting();
  inbox.send({ type: "join", session_id, name: "Ada" });
  await widget.part("transcript").getByText("Ada has joined").waitFor();

  const other = await PlainVisitor.start(server.origin, demo.api_key, demo.agent_ids[0] ?? 0, site.origin);
  inbox.send({ type: "release", session_id });
  await widget.part("transcript").getByText("Ada has left").waitFor();
  // A vendor's lost connection is tried six times.
  await expect.poll(() => refused, { timeout: 60_000 }).toBeGreaterThan(7);
  // No connection was lost.
  expect(await widget.part("status").innerText()).toBe("Reconnecting…");
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/lines-busy.png` });
  await widget.write("Are you there?");
  await other.report({ type: "ended" });
  await widget.hears("agent", "Are you there?");
  expect(await widget.sessionId()).toBe(session_id);
  expect(faults).toEqual([]);
});
