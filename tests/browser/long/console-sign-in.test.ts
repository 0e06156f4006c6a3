import { expect, test } from "vitest";
import { makeSignInLink } from "../../../worker/auth/sign-in-link.ts";
import { expectGoodScreen, openConsole } from "../../harness/browser/console-page.ts";
import { browser, server, startDemo } from "../../harness/browser/demo-site.ts";
import { ADMIN_TOKEN } from "../../harness/service/secrets.ts";

startDemo();

test("a link signs in once, leaves nothing in the address, and says so when it was used", async () => {
  const link = `${server.origin}/console/#/sign-in/${await makeSignInLink(ADMIN_TOKEN, Date.now())}`;
  const page = await (await browser.context()).newPage();
  await page.goto(link);
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  expect(new URL(page.url()).hash).toBe("#/");
  await page.reload();
  await page.getByRole("button", { name: "Sign out" }).waitFor();

  const other = await (await browser.context()).newPage();
  await other.goto(link);
  await other.getByRole("alert").getByText("This link does not sign in any more").waitFor();
  expect(new URL(other.url()).hash).toBe("#/");
  await expectGoodScreen(other, "sign in, after a used link");
  await other.getByLabel("Token").fill(ADMIN_TOKEN);
  await other.getByRole("button", { name: "Sign in" }).click();
  await other.getByRole("button", { name: "Sign out" }).waitFor();
});

test("a link that is opened in a tab of the console signs in there, and leaves nothing in its history", async () => {
  const page = await (await browser.context()).newPage();
  const signOut = page.getByRole("button", { name: "Sign out" });
  const paste = async (sign_in_code: string) =>
    page.goto(`${server.origin}/console/#/sign-in/${sign_in_code}`, { waitUntil: "commit" });
  await page.goto(`${server.origin}/console/`);
  await page.getByLabel("Token").waitFor();
  await paste("svc_in_used_already");
  await page.getByRole("alert").getByText("This link does not sign in any more").waitFor();
  await paste(await makeSignInLink(ADMIN_TOKEN, Date.now()));
  await signOut.waitFor();
  expect(new URL(page.url()).hash).toBe("#/");
  await page.goBack();
  await page.goBack();
  expect(page.url()).not.toContain("svc_in_");

  // Nor where somebody is signed in already.
  await page.goto(`${server.origin}/console/#/audit`);
  await page.getByRole("heading", { name: "Audit log" }).waitFor();
  await paste(await makeSignInLink(ADMIN_TOKEN, Date.now() + 1));
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  expect(new URL(page.url()).hash).toBe("#/");
  expect(await signOut.isVisible()).toBe(true);
});

test("a browser that is signed in stays so while its server fails: the page says why, and goes on once it answers", async () => {
  const page = await (await browser.context()).newPage();
  await openConsole(page, server.origin, "#/status");
  await page.route("**/admin/v1/me", (route) =>
    route.fulfill({ status: 503, json: { detail: "The service is temporarily unavailable", code: "unavailable" } }),
  );
  await page.reload();
  await page.getByRole("alert").getByText("The service is temporarily unavailable").waitFor();
  expect(await page.getByLabel("Token").count()).toBe(0);
  expect(await page.title()).toBe("Voice Widget console");
  await expectGoodScreen(page, "a server that fails");
  const again = page.getByRole("button", { name: "Try again" });
  await again.press("Enter");
  await again.waitFor();
  await page.unrouteAll();
  await again.press("Enter");
  await page.getByRole("heading", { name: "Service status", level: 1 }).waitFor();

  await page.context().clearCookies();
  await page.reload();
  await page.getByLabel("Token").waitFor();
});
