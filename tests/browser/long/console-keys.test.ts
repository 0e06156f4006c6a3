import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { ADMIN_TOKEN } from "../../harness/service/secrets.ts";

let page: Page;

startDemo();
beforeEach(async () => {
  const context = await browser.context();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  page = await context.newPage();
});
afterEach(() => page.context().close());

const button = (name: string | RegExp) => page.getByRole("button", { name });
const dialog = () => page.getByRole("dialog").last();
const confirm = (name: string) => page.getByRole("alertdialog").getByRole("button", { name }).click();

async function open(hash: string): Promise<void> {
  await page.goto(`${server.origin}/console/${hash}`);
  await page.getByLabel("Token").fill(ADMIN_TOKEN);
  await button("Sign in").click();
  await button("Sign out").waitFor();
}

/** What the service answers to a page of this origin. */
const status = async (key: string, origin: string) =>
  (await fetch(`${server.origin}/widget/v1/config`, { headers: { "X-API-Key": key, Origin: origin } })).status;

/** Takes the key out of the dialog that shows it, as a page of the channel's site would. @param origin of that page */
async function takeKey(origin = "https://old.example"): Promise<string> {
  await dialog().getByRole("button", { name: "Copy snippet" }).click();
  const snippet = await page.evaluate(() => navigator.clipboard.readText());
  await button("Done").click();
  const script = /src="(.+\/ch_\w+\.js)"/.exec(snippet)?.[1];
  const holds = script ? await (await fetch(script, { headers: { Origin: origin } })).text() : snippet;
  return /svc_pk_\w+/.exec(holds)?.[0] ?? "";
}

describe("a channel", () => {
  test("gets other domains by a second key, without an outage; the old key is retired once its last use shows that it is unused", async () => {
    const { project_id } = demo;
    await open(`#/projects/${project_id}/channels`);
    await button("New channel").first().click();
    await dialog().getByLabel("Name", { exact: true }).fill("Shop");
    await dialog().getByRole("textbox", { name: "Domain", exact: true }).fill("https://old.example");
    await dialog().getByRole("button", { name: "Create channel" }).click();
    const first = await takeKey();
    expect(await status(first, "https://old.example")).toBe(200);

    const shop = page.getByRole("region", { name: "Shop" });
    await shop.getByRole("button", { name: "Add a key, or other domains" }).click();
    await dialog().getByRole("textbox", { name: "Domain", exact: true }).fill("new.example");
    await dialog().getByRole("button", { name: "Add key" }).click();
    const second = await takeKey();
    expect(await status(second, "https://www.new.example")).toBe(200);
    expect(await status(first, "https://old.example")).toBe(200);

    await page.reload();
    const row = shop.getByRole("row", { name: new RegExp(first.slice(0, 13)) });
    await row.getByText("https://old.example").nth(1).waitFor();
    await row.getByRole("button", { name: /^Retire/ }).click();
    await page.getByRole("alertdialog").getByText("It was last used in the hour from").waitFor();
    await confirm("Retire key");
    await row.waitFor({ state: "detached" });
    expect(await status(first, "https://old.example")).toBe(401);
    expect(await status(second, "https://new.example")).toBe(200);
  });

  test("shows its snippet at any time, for each way of building a site, and takes other domains without another one", async () => {
    const { project_id, agent_ids } = demo;
    const made = await admin.call<{ id: number; snippet: string; key: string }>(
      "POST",
      `/projects/${project_id}/channels`,
      { name: "Cafe", agent_id: agent_ids[0], allowed_domains: ["https://old.example"] },
    );
    await open(`#/projects/${project_id}/channels`);
    const cafe = page.getByRole("region", { name: "Cafe" });
    await cafe.getByText(made.snippet).first().waitFor();
    for (const way of ["WordPress", "Shopify", "React", "Tag Manager"]) {
      await cafe.getByText(way, { exact: true }).click();
      await cafe.locator("details[open] pre").getByText("/embed/ch_").waitFor();
    }
    await button("Change domains of Cafe").click();
    await dialog().getByRole("textbox", { name: "Domain", exact: true }).fill("https://new.example");
    await dialog().getByText("Pages that are open now go on working").click();
    await dialog().getByRole("button", { name: "Save domains" }).click();
    await cafe.getByText("https://new.example").first().waitFor();
    expect(await admin.call("GET", `/channels/${made.id}`)).toMatchObject({
      snippet: made.snippet,
      allowed_domains: ["https://new.example"],
    });
    expect(await status(made.key, "https://old.example")).toBe(401);
  });

  test("is renamed, moved to another agent, paused, resumed and deleted", async () => {
    const { project_id, agent_ids } = demo;
    const { key, id } = await admin.call<{ key: string; id: number }>("POST", `/projects/${project_id}/channels`, {
      name: "Blog",
      agent_id: agent_ids[0],
    });
    const { name: second } = await admin.call<{ name: string }>("GET", `/agents/${agent_ids[1]}`);
    await open(`#/projects/${project_id}/channels`);
    await button("Edit Blog").click();
    await dialog().getByLabel("Name", { exact: true }).fill("Journal");
    await dialog()
      .getByLabel("Agent", { exact: true })
      .selectOption({ value: String(agent_ids[1]) });
    await dialog().getByRole("button", { name: "Save channel" }).click();
    const journal = page.getByRole("region", { name: "Journal" });
    await journal.getByRole("link", { name: second }).waitFor();
    expect(await admin.call("GET", `/channels/${id}`)).toMatchObject({ name: "Journal", agent_id: agent_ids[1] });

    await button("Pause Journal").click();
    await confirm("Pause channel");
    await journal.getByText("Its keys are refused until you resume it.").waitFor();
    expect(await status(key, "https://any.example")).toBe(401);
    await button("Resume Journal").click();
    await button("Pause Journal").waitFor();
    expect(await status(key, "https://any.example")).toBe(200);

    const revoked = (await page.locator("vc-keys summary").allTextContents()).join().match(/\d+/)?.[0] ?? 0;
    await button("Delete Journal").click();
    await confirm("Delete channel");
    await journal.waitFor({ state: "detached" });
    await page.getByText(`Revoked keys (${Number(revoked) + 1})`).waitFor();
    expect(await status(key, "https://any.example")).toBe(401);
  });
});

describe("a key without a channel", () => {
  test("for a page whose visitors choose among agents starts calls with all of them; allowing every site has to be confirmed", async () => {
    const { project_id, agent_ids } = demo;
    await open(`#/projects/${project_id}/channels`);
    await button("New key").click();
    await dialog().getByLabel("Name", { exact: true }).fill("Help centre");
    await dialog().getByRole("button", { name: "Create key" }).click();
    await page.getByText("Enter the domain of your site, or allow").waitFor();
    await dialog().getByLabel("Every site").check();
    await dialog().getByRole("button", { name: "Create key" }).click();
    const key = await takeKey();
    for (const agent_id of agent_ids) {
      const started = await fetch(`${server.origin}/widget/v1/session`, {
        method: "POST",
        headers: { "X-API-Key": key, "Content-Type": "application/json" },
        body: JSON.stringify({ agent_id }),
      });
      expect(started.status).toBe(200);
    }
  });
});

describe("deleting", () => {
  test("a project and its organization says what is deleted, asks for the name, and leaves nothing", async () => {
    const site = await admin.call<{ org_id: number; project_id: number; key: string }>("POST", "/sites", {
      name: "Gone Bakery",
      credit: 600,
      agent: { name: "Nora" },
    });
    await open(`#/projects/${site.project_id}/settings`);
    await button("Delete site…").click();
    await page.getByText("Its keys stop working first").waitFor();
    await page.getByLabel("Type its name to confirm").fill("Bakery");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete site" }).click();
    await page.getByRole("alertdialog").getByRole("alert").waitFor();
    await page.getByLabel("Type its name to confirm").fill("Gone Bakery");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete site" }).click();
    await page.getByRole("link", { name: "Plan" }).waitFor();
    expect(await status(site.key, "https://any.example")).toBe(401);

    await page.getByRole("link", { name: "Plan" }).click();
    await button("Delete organization…").click();
    await page.getByLabel("Type its name to confirm").fill("Gone Bakery");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete organization" }).click();
    await page.getByRole("heading", { name: "Organizations" }).waitFor();
    await expect(admin.call("GET", `/organizations/${site.org_id}`)).rejects.toThrow("404");
  });
});
