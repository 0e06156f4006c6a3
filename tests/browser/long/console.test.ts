import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { widgetConfig } from "../../../shared/config.ts";
import { goTo } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { ADMIN_TOKEN } from "../../harness/service/secrets.ts";

let page: Page;
/** What the browser held against the page: a policy's violation, a script's error. */
let complaints: string[];

startDemo();
beforeEach(async () => {
  page = await (await browser.context()).newPage();
  complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted ?Type/i.test(message.text())) complaints.push(message.text());
  });
});
afterEach(async () => {
  expect(complaints).toEqual([]);
  await page.context().close();
});

const button = (name: string | RegExp) => page.getByRole("button", { name });
const dialog = () => page.getByRole("dialog");
const visible = (text: string | RegExp) => page.getByText(text).first().waitFor();

/** Opens a screen by its address, as an operator who is signed in. */
async function open(hash = "#/", token = ADMIN_TOKEN): Promise<void> {
  await page.goto(`${server.origin}/console/${hash}`);
  await page.getByLabel("Token").fill(token);
  await button("Sign in").click();
  await button("Sign out").waitFor();
}

describe("the operator's console", () => {
  test("goes from signing in to a snippet that starts a session, and ends it", async () => {
    await page.goto(`${server.origin}/console/`);
    await page.getByLabel("Token").fill("not-the-token");
    await button("Sign in").click();
    await visible("The server does not know this token");
    await page.getByLabel("Token").fill(ADMIN_TOKEN);
    await button("Sign in").click();

    await button("New organization").click();
    await dialog().getByLabel("Name", { exact: true }).fill("Harbour Bakery");
    // In Firefox the driver fills a number's field after what stands in it.
    await dialog().getByLabel("Initial credit").press("ControlOrMeta+a");
    await dialog().getByLabel("Initial credit").pressSequentially("0");
    await dialog().getByRole("button", { name: "Create organization" }).click();
    await page.getByRole("heading", { name: "Harbour Bakery" }).waitFor();
    await visible("Every call of this organization is refused until it has some.");

    await goTo(page, "Credit ledger");
    await button("Grant credit").first().click();
    await dialog().getByLabel("Credits").fill("5000");
    await dialog().getByRole("button", { name: "Grant credit" }).dblclick();
    await page.getByRole("cell", { name: "+5,000" }).waitFor();
    expect(await page.getByRole("cell", { name: "+5,000" }).count()).toBe(1);
    await page.locator("dd", { hasText: "5,000" }).first().waitFor();
    // For nothing: a phone's list leaves it out.
    expect(await page.getByRole("row", { name: "+5,000" }).locator("td.none").count()).toBe(1);
    await page.getByText("No credit left.").waitFor({ state: "detached" });

    await goTo(page, "Sites");
    await button("Empty site").first().click();
    await dialog().getByLabel("Name").fill("bakery.example");
    await dialog().getByRole("button", { name: "Create site" }).click();
    await page.getByRole("heading", { name: "bakery.example" }).waitFor();

    await page.getByRole("link", { name: "New agent" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill("Nora");
    await page.getByLabel("Initial message").fill("Good morning!");
    await button("Edit as JSON").click();
    await page.getByRole("textbox", { name: "Tools" }).fill('[{"name": "no spaces", "kind": "client"}]');
    await button("Create agent").click();
    await visible("Use 1 to 64 letters, digits, _ or -");
    await page.getByRole("textbox", { name: "Tools" }).fill("");
    await button("Edit as a form").click();
    await button("Add a page tool").click();
    await page.getByRole("textbox", { name: "Name", exact: true }).last().fill("show_page");
    await button("Create agent").click();
    await button("Save agent").waitFor();

    await goTo(page, "Install");
    await button("New channel").first().click();
    await dialog().getByLabel("Name").fill("Front page");
    // Every site needs a yes, and what is pasted becomes what is meant.
    await dialog().getByRole("button", { name: "Create channel" }).click();
    await visible("Enter the domain of your site, or allow the key on every site");
    await dialog().getByRole("textbox", { name: "Domain", exact: true }).fill("bakery.example");
    await visible("Works on bakery.example and everything below it, such as www.bakery.example.");
    await dialog().getByRole("button", { name: "Use https://bakery.example instead" }).click();
    await visible("Works only on https://bakery.example.");
    await dialog().getByRole("button", { name: "Create channel" }).click();
    await page.getByRole("heading", { name: "Front page is ready" }).waitFor();
    const snippet = (await dialog().locator("pre").first().textContent()) ?? "";
    const name = /\/embed\/(\w+)\.js/.exec(snippet)?.[1] ?? "";
    expect(name).toMatch(/^ch_[0-9A-Za-z]{20,}$/);
    expect(snippet).toBe(`<script async src="${server.origin}/embed/${name}.js"></script>`);
    const script = await fetch(`${server.origin}/embed/${name}.js`, { headers: { Origin: "https://bakery.example" } });
    const key = /"(svc_pk_[0-9A-Za-z]{38})"/.exec(await script.text())?.[1] ?? "";
    // The snippet stands below from now on, so nobody is asked whether they have it.
    await dialog().getByRole("button", { name: "Done" }).click();
    await dialog().waitFor({ state: "detached" });
    await page.getByRole("main").getByText(snippet).first().waitFor();
    // The key does not: neither the page nor a later reading of it has the whole of it.
    await page.reload();
    await page.getByText(key.slice(0, 13)).first().waitFor();
    expect(await page.content()).not.toContain(key);

    const [, projectId] = /projects\/(\d+)/.exec(page.url()) ?? [];
    const agents = await admin.call<{ items: { id: number; name: string }[] }>(
      "GET",
      `/agents?project_id=${projectId}`,
    );
    const start = await fetch(`${server.origin}/widget/v1/session`, {
      method: "POST",
      headers: { "X-API-Key": key, Origin: "https://bakery.example", "Content-Type": "application/json" },
      body: JSON.stringify({ agent_id: agents.items[0]?.id }),
    });
    expect(start.status).toBe(200);

    await goTo(page, "Conversations");
    const row = page.getByRole("row", { name: /Nora/ });
    await row.getByText("Starting").waitFor();
    await row.getByRole("link").click();
    await button("End conversation").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End conversation" }).click();
    await page.locator(".badge", { hasText: "Ended by the operator" }).waitFor();

    await goTo(page, "Audit log");
    for (const action of ["organization", "site", "agent", "website channel"])
      await page
        .getByRole("cell", { name: `Created ${action}`, exact: true })
        .first()
        .waitFor();
    await page.getByRole("cell", { name: "Ended conversation", exact: true }).first().waitFor();

    await button("Sign out").click();
    await page.getByLabel("Token").waitFor();
    expect(await page.evaluate(() => [sessionStorage.length, localStorage.length, document.cookie])).toEqual([
      0,
      0,
      "",
    ]);
  });

  test("offers every setting of the widget with the schema's default and limits", async () => {
    const { project_id } = demo;
    await open(`#/projects/${project_id}/look`);
    await page.locator("#look-designTokens-accent").waitFor();

    const shown = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('vc-look input[id^="look-"]')].map((input) => ({
        id: input.id,
        min: input.min,
        max: input.type === "number" ? input.max : "",
        // Not `maxlength`, by which browsers cut what is pasted.
        most: Number(input.dataset.most),
        preset: input.type === "checkbox" ? input.checked : input.placeholder,
      })),
    );
    interface Shape {
      default?: unknown;
      minimum?: number;
      maximum?: number;
      maxLength?: number;
      anyOf?: Shape[];
      properties?: Record<string, Shape>;
      type?: string;
    }
    const schema = z.toJSONSchema(widgetConfig, { io: "input" }) as Shape;
    const expected = Object.entries(schema.properties ?? {}).flatMap(([group, { properties = {} }]) =>
      Object.entries(properties)
        // The words of other languages have the fields of the plain ones, once a language is chosen.
        .filter(([, { type }]) => type !== "object")
        .map(([name, shape]) => ({ id: `look-${group}-${name}`, shape })),
    );
    expect(shown.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
    for (const { id, shape } of expected) {
      const field = shown.find((one) => one.id === id);
      const limit = shape.anyOf?.find((one) => one.maxLength !== undefined) ?? shape;
      if (shape.minimum !== undefined)
        expect([id, field?.min, field?.max]).toEqual([id, `${shape.minimum}`, `${shape.maximum}`]);
      if (limit.maxLength !== undefined) expect([id, field?.most]).toEqual([id, limit.maxLength]);
      if (shape.default !== null) expect([id, String(field?.preset)]).toEqual([id, String(shape.default)]);
    }
  });

  test("saves a look, shows a refused colour beside its field, and resets to the default", async () => {
    const { project_id } = demo;
    const stored = () =>
      admin.call<{ widget_config: { designTokens?: Record<string, unknown> } }>("GET", `/projects/${project_id}`);
    await open(`#/projects/${project_id}/look`);

    await page.getByLabel("Accent", { exact: true }).fill("#12");
    await button("Words").click();
    await page.getByLabel("Launcher", { exact: true }).fill("Ask the baker");
    await button("Closed").click();
    await page.frameLocator("vc-preview iframe").getByText("Ask the baker").waitFor();
    await button("Save look").click();
    await visible("Write a colour as #rgb, #rrggbb or #rrggbbaa");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("look-designTokens-accent");

    await page.getByLabel("Fonts", { exact: true }).fill("a".repeat(201));
    await button("Save look").click();
    await visible("These are 201 characters. Use at most 200.");
    await page.getByLabel("Fonts", { exact: true }).fill("");

    await page.getByLabel("Accent", { exact: true }).fill("#0f766e");
    const preview = page.frames().find((frame) => /\/console\/preview$/.test(frame.url()));
    if (!preview) throw new Error("there is no preview");
    await preview.waitForFunction(() => {
      const launcher = document.querySelector("voice-widget")?.shadowRoot?.querySelector("[part~='launcher']");
      return launcher && getComputedStyle(launcher).backgroundColor === "rgb(15, 118, 110)";
    });
    await button("Save look").click();
    await visible("Nothing to save");
    expect((await stored()).widget_config).toMatchObject({
      designTokens: { accent: "#0f766e" },
      copy: { launcher: "Ask the baker" },
    });

    await button("Reset Accent").click();
    await goTo(page, "Agents");
    await page
      .getByRole("alertdialog", { name: "Leave without saving?" })
      .getByRole("button", { name: "Cancel" })
      .click();
    expect(new URL(page.url()).hash).toBe(`#/projects/${project_id}/look`);
    await button("Save look").click();
    await visible("Nothing to save");
    expect((await stored()).widget_config.designTokens?.accent ?? null).toBeNull();
  });

  test("saves words for one language beside everybody's, and takes them back", async () => {
    const { project_id } = demo;
    const stored = async () =>
      (await admin.call<{ widget_config: { copy?: object } }>("GET", `/projects/${project_id}`)).widget_config.copy;
    await admin.call("PATCH", `/projects/${project_id}`, { widget_config: { copy: null } });
    await admin.call("PATCH", `/projects/${project_id}`, {
      widget_config: { copy: { translations: { "de-CH": { welcome: "Grüezi!" } } } },
    });
    await open(`#/projects/${project_id}/look`);
    await button("Words").click();
    const words = (language: string) => page.getByLabel("Words for").selectOption(language);
    await page.getByLabel("Launcher", { exact: true }).fill("Ask the baker");
    await words("de");
    const launcher = page.getByLabel("Launcher", { exact: true });
    expect(await launcher.getAttribute("placeholder")).toBe("Ask the baker");
    await launcher.fill("Fragen Sie die Bäckerei");
    await button("Closed").click();
    await page.frameLocator("vc-preview iframe").getByText("Fragen Sie die Bäckerei").waitFor();
    await visible("2 unsaved changes");
    await button("Save look").click();
    await visible("Nothing to save");
    expect(await stored()).toEqual({
      launcher: "Ask the baker",
      translations: { de: { launcher: "Fragen Sie die Bäckerei" }, "de-CH": { welcome: "Grüezi!" } },
    });

    await words("de-CH");
    expect(await page.getByLabel("Welcome", { exact: true }).inputValue()).toBe("Grüezi!");
    await words("de");
    await button("Reset Launcher").click();
    await page.frameLocator("vc-preview iframe").getByText("Ask the baker").waitFor();
    await button("Save look").click();
    await visible("Nothing to save");
    expect(await stored()).toEqual({
      launcher: "Ask the baker",
      translations: { "de-CH": { welcome: "Grüezi!" } },
    });
  });

  test("says why a button could do nothing", async () => {
    const project = `/projects/${demo.project_id}`;
    const source = { kind: "url", url: "http://127.0.0.1:9/", title: "Gone" };
    const { id } = await admin.call<{ id: number }>("POST", `${project}/sources`, source);
    const webhook = { url: "https://receiver.example/", events: ["session.ended"] };
    const { id: webhookId } = await admin.call<{ id: number }>("POST", `${project}/webhooks`, webhook);
    await open(`#${project}/knowledge`);
    await button("Read again: Gone").waitFor();
    await admin.call("DELETE", `/sources/${id}`);
    await button("Read again: Gone").click();
    await page.getByRole("status").getByText("Source not found").waitFor();
    await page.goto(`${server.origin}/console/#${project}/webhooks`);
    await button("Send test").waitFor();
    // It was about the screen before.
    expect(await page.getByText("Source not found").count()).toBe(0);
    await admin.call("DELETE", `/webhooks/${webhookId}`);
    for (const name of ["Send test", "Switch off", "Deliveries"]) {
      await button(name).click();
      await page.getByRole("status").getByText("Webhook not found").waitFor();
      await button("Close").click();
      await page.getByText("Webhook not found").waitFor({ state: "detached" });
    }
  });

  test("an organization's own token sees its projects and no operator's button", async () => {
    const { organization_id } = demo;
    const { token } = await admin.call<{ token: string }>("POST", `/organizations/${organization_id}/tokens`, {});
    await open(`#/organizations/${organization_id}/ledger`, token);
    await page.getByRole("heading", { name: "Ledger" }).waitFor();
    expect(await button("Grant credit").count()).toBe(0);
    await goTo(page, "Overview");
    await page.getByRole("heading", { name: "Organizations" }).waitFor();
    await page.getByRole("row").nth(1).waitFor();
    expect(await button("New organization").count()).toBe(0);
    const weights = await page
      .locator("td:first-child a")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).fontWeight));
    expect([...new Set(weights)]).toEqual(["550"]);
  });
});
