import { expect, test } from "vitest";
import { expectGoodScreen, openConsole } from "../../harness/browser/console-page.ts";
import { browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { PlainVisitor } from "../../harness/service/plain-visitor.ts";

startDemo();

test("what had ended before the inbox was opened says what was asked or what failed, and neither is its summary", async () => {
  const [agent_id = 0] = demo.agent_ids;
  const visit = () => PlainVisitor.start(server.origin, demo.api_key, agent_id, `${server.origin}/`);
  await (await visit()).report({ type: "user_transcript", text: "Do you sell tea?" }, { type: "ended" });
  await (await visit()).report({ type: "failed", reason: "The network blocks voice calls" });
  const page = await (await browser.context()).newPage();
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/inbox`);
  await page.getByRole("heading", { name: "Ended today 2" }).waitFor();
  await page.getByRole("button", { name: /The network blocks voice calls/ }).waitFor();
  await page.getByRole("button", { name: /Do you sell tea\?/ }).click();
  await page.getByRole("region", { name: "What was said" }).getByText("Do you sell tea?").waitFor();
  expect(await page.locator("dt", { hasText: "Summary" }).count()).toBe(0);
  await expectGoodScreen(page, "inbox, with a call that failed");
});
