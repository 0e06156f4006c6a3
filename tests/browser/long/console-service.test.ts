import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectGoodScreen, openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { startHook } from "../../harness/service/webhook-receiver.ts";

startDemo();

interface Named {
  items: { id: number; name: string; role: string }[];
}
const roleOf = async (name: string) =>
  (await admin.call<Named>("GET", "/operators?limit=200")).items.find((one) => one.name === name)?.role;

test("an operator is added, signs in with the token, is given another role, and is deleted", async () => {
  const name = `Ada ${Date.now()}`;
  const page = await (await browser.context()).newPage();
  await openConsole(page, server.origin, "#/operators");
  await page.getByRole("button", { name: "New operator" }).first().click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Role").selectOption("read_only");
  await expectGoodScreen(page, "operators, with the dialog");
  await page.getByRole("button", { name: "Create operator" }).click();
  const token = (await page.getByText(/^svc_op_\w{43}$/).textContent()) ?? "";
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  expect(await roleOf(name)).toBe("read_only");

  // Who may only look has no button that changes anybody.
  const other = await (await browser.context()).newPage();
  await openConsole(other, server.origin, "#/operators", token);
  await other.getByRole("cell", { name }).waitFor();
  expect(await other.getByRole("button", { name: /New operator|Change|New token|Delete/ }).count()).toBe(0);

  await page.getByRole("button", { name: `Change ${name}` }).click();
  await page.getByLabel("Role").selectOption("support");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await roleOf(name)).toBe("support");

  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText(name, { exact: true }).waitFor({ state: "detached" });
  expect(await roleOf(name)).toBeUndefined();
  // The sign-in is over with the token.
  await other.reload();
  await other.getByLabel("Token").waitFor();
});

/** From the dialog that shows it once, which closes when it was downloaded, and asks before that. */
async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Signing secret" });
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? "";
  await page.keyboard.press("Escape");
  await dialog.getByText("You have not copied the secret yet.").waitFor();
  await dialog.getByRole("button", { name: "Go back" }).click();
  await dialog.getByRole("button", { name: "Download" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "detached" });
  return secret;
}

test("a webhook for alerts is created, tested and given a new secret on the status page", async () => {
  const hook = await startHook({});
  const page = await (await browser.context()).newPage();
  await openConsole(page, server.origin, "#/status");
  await page.getByLabel("Address").fill(hook.url);
  await page.getByRole("button", { name: "Create webhook" }).click();
  const first = await takeSecret(page);
  const card = page.locator(".card").filter({ hasText: hook.url });
  await card.getByText("alert.raised, alert.resolved").waitFor();
  await card.getByRole("button", { name: "Send test" }).click();
  await card.getByText("delivered").waitFor();
  expect(hook.got).toEqual([{ signed: true, body: expect.objectContaining({ type: "webhook.test" }) }]);
  await card.getByRole("button", { name: "New secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "New secret" }).click();
  expect(await takeSecret(page)).not.toBe(first);
  await card.getByText(/Deliveries are also signed with the old secret until/).waitFor();
  await page.reload();
  await page.getByText("Webhooks signed with both secrets").waitFor();
  await card.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await card.waitFor({ state: "detached" });
  await hook.close();
});

test("a webhook is edited, and a delivery is opened with its body and what the receiver answered", async () => {
  const hook = await startHook({});
  const page = await (await browser.context()).newPage();
  await openConsole(page, server.origin, "#/status");
  await page.getByLabel("Address").fill(hook.url);
  await page.getByRole("button", { name: "Create webhook" }).click();
  await takeSecret(page);
  const card = page.locator(".card").filter({ hasText: hook.url });
  await card.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit webhook" });
  expect(await dialog.getByLabel("Address").inputValue()).toBe(hook.url);
  await dialog.getByLabel(/alert\.resolved/).uncheck();
  await expectGoodScreen(page, "webhook, with its dialog");
  await dialog.getByRole("button", { name: "Save webhook" }).click();
  await dialog.waitFor({ state: "detached" });
  await card.getByText("On · alert.raised", { exact: true }).waitFor();

  await card.getByRole("button", { name: "Send test" }).click();
  const details = card.getByRole("button", { name: "Details" });
  await details.click();
  await card.getByRole("list", { name: "Tries" }).getByText("Answered 200").waitFor();
  await card.getByRole("region", { name: "Body" }).getByText('"type": "webhook.test"').waitFor();
  expect(await details.getAttribute("aria-expanded")).toBe("true");
  await expectGoodScreen(page, "a delivery");
  await details.click();
  await card.getByRole("region", { name: "Body" }).waitFor({ state: "detached" });

  // One that works again is not shown as failing.
  hook.status = 503;
  await card.getByRole("button", { name: "Send test" }).click();
  await card.locator(".failed", { hasText: "The last failure" }).waitFor();
  await expectGoodScreen(page, "a webhook that fails");
  hook.status = 200;
  await card.getByRole("button", { name: "Send test" }).click();
  await card.getByText(/^Works again since/).waitFor();
  expect(await card.locator("header .failed").count()).toBe(0);
  await hook.close();
});

test("a save without an answer keeps what was typed and the keyboard's place, and goes through when the server is back", async () => {
  const page = await (await browser.context()).newPage();
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/settings`);
  const name = page.getByLabel("Name", { exact: true }).first();
  await name.fill("Harbour, renamed");
  let gone = true;
  await page.route("**/admin/v1/projects/*", (route) =>
    gone && route.request().method() === "PATCH" ? route.abort("connectionreset") : route.continue(),
  );
  const save = page.getByRole("button", { name: "Save site" });
  await save.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("The server did not answer. Check that it runs").waitFor();
  expect(await name.inputValue()).toBe("Harbour, renamed");
  expect(await save.evaluate((button) => button === document.activeElement)).toBe(true);
  await expectGoodScreen(page, "a form whose save failed");
  gone = false;
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Site saved").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await save.evaluate((button) => button === document.activeElement)).toBe(true);
});

test.each([
  ["agents/new", "Create agent", "agents", "Name"],
  ["look", "Save look", "projects/*", "Accent"],
  ["rules", "Save opening hours", "projects/*", null],
])("%s: a refused save is seen where it was pressed", async (tab, press, path, label) => {
  const page = await (await browser.context({ viewport: { width: 1280, height: 800 } })).newPage();
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/${tab}`);
  const save = page.getByRole("button", { name: press });
  await save.waitFor();
  if (label)
    await page
      .getByLabel(label, { exact: true })
      .first()
      .fill(label === "Accent" ? "#0f766e" : "Ben");
  await page.route(`**/admin/v1/${path}`, (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort("connectionreset"),
  );
  await save.click();
  const alert = page.getByRole("alert");
  await alert.waitFor();
  const [says, pressed] = [await alert.boundingBox(), await save.boundingBox()];
  expect(pressed && says && says.y > 0 && says.y < pressed.y && pressed.y - says.y < 200).toBe(true);
  expect(await page.evaluate(() => innerHeight)).toBeGreaterThan((pressed?.y ?? 0) + (pressed?.height ?? 0));
});
