import { expect, test } from "vitest";
import { openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";

/** What a person sets for themselves in the inbox. */

startDemo();

test("a name for visitors that is pasted too long stays whole, is not kept, and its length is said", async () => {
  const { token } = await admin.call<{ token: string }>("POST", "/operators", { name: "Kai Lund", role: "support" });
  const page = await (await browser.context()).newPage();
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/inbox`, token);
  await page.getByText("Alerts, name, shortcuts").click();
  const name = page.getByLabel("Name that visitors see");
  await name.focus();
  // As a paste comes in, which a browser cuts where it knows of a limit.
  await page.keyboard.insertText("k".repeat(121));
  await name.press("Enter");
  const said = () => name.evaluate((field) => (field as HTMLInputElement).validationMessage);
  await expect.poll(said).toBe("These are 121 characters. Use at most 120.");
  expect(await name.inputValue()).toBe("k".repeat(121));
  await name.fill("Kai");
  await name.press("Enter");
  await expect.poll(said).toBe("");
  await page.reload();
  await page.getByText("Alerts, name, shortcuts").click();
  expect(await name.inputValue()).toBe("Kai");
});
