import { afterEach, describe, expect, test } from "vitest";
import { admin, browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { freePort } from "../harness/service/server.ts";
import { type Site, startSite } from "../harness/service/website.ts";

let site: Site | undefined;

startDemo();
afterEach(async () => {
  await site?.close();
  site = undefined;
});

/** A visitor on a site with this tag; the panel is open. */
async function visit(tag: string) {
  site = await startSite(`<script type="module" src="${server.origin}/voice-widget.js"></script>${tag}`);
  const page = await (await browser.context()).newPage();
  const heard = listen(page);
  await page.goto(site.origin);
  const widget = new Widget(page);
  await widget.part("launcher").click();
  return { widget, heard, page };
}

/** What a visitor sees when something is wrong, and what must never affect the page. */
async function expectCalm({ widget, heard, page }: Awaited<ReturnType<typeof visit>>, hint: RegExp) {
  await widget.part("notice").waitFor();
  const text = (await widget.part("notice").textContent()) ?? "";
  expect(text).toMatch(/try again/i);
  expect(text, "no technical words").not.toMatch(/\b(401|429|origin|key|error|fetch|http)\b/i);
  await page.getByRole("button", { name: "works?" }).click();
  await page.getByRole("button", { name: "works", exact: true }).waitFor();
  // The hint's words are loaded for it, and may come after the notice.
  await expect.poll(() => heard.warnings).toEqual([expect.stringMatching(hint)]);
  expect(heard.faults).toEqual([]);
}

describe("a widget that cannot work", () => {
  test("a wrong key: a calm message, and one hint for the owner", async () => {
    const visited = await visit('<voice-widget api-key="svc_pk_wrong"></voice-widget>');
    await expectCalm(visited, /401.*api-key is wrong/);
  });

  test("no key at all", async () => {
    const visited = await visit("<voice-widget></voice-widget>");
    await expectCalm(visited, /no api-key/);
  });

  test("an origin that the key does not allow: the hint names the page's origin", async () => {
    const { project_id, agent_ids } = demo;
    const { key } = await admin.call<{ key: string }>("POST", `/projects/${project_id}/channels`, {
      name: "Elsewhere",
      agent_id: agent_ids[0],
      allowed_domains: ["https://elsewhere.example"],
    });
    const visited = await visit(`<voice-widget api-key="${key}"></voice-widget>`);
    await expectCalm(visited, new RegExp(`${site?.origin}.*allowed domains`));
  });

  test("a service that cannot be reached", async () => {
    const nobody = `http://localhost:${await freePort()}`;
    const visited = await visit(`<voice-widget base-url="${nobody}" api-key="svc_pk_x"></voice-widget>`);
    await expectCalm(visited, /cannot be reached/);
  });

  test("the snippet works on another site's page, and as one tag alone", async () => {
    const { api_key } = demo;
    const { widget, heard } = await visit(`<voice-widget api-key="${api_key}"></voice-widget>`);
    await widget.write("Hello");
    await widget.hears("agent", "");
    expect(heard).toEqual({ warnings: [], faults: [] });
    await site?.close();

    const script = `<script async src="${server.origin}/voice-widget.js" data-api-key="${api_key}"></script>`;
    for (const tag of [script, demo.snippet]) {
      site = await startSite(tag);
      const page = await (await browser.context()).newPage();
      const alone = new Widget(page);
      await page.goto(site.origin);
      await alone.part("launcher").click();
      await alone.part("start").waitFor();
      await site.close();
    }
  });

  test("the snippet with a key that is refused: no widget, one warning, and a page that works", async () => {
    site = await startSite(`<script async src="${server.origin}/embed/svc_pk_wrong.js"></script>`);
    const page = await (await browser.context()).newPage();
    const heard = listen(page);
    const warned = page.waitForEvent("console", (message) => message.type() === "warning");
    await page.goto(site.origin);
    expect((await warned).text()).toMatch(/^\[voice-widget\] The service refused this page's key/);
    await page.getByRole("button", { name: "works?" }).click();
    await page.getByRole("button", { name: "works", exact: true }).waitFor();
    expect(await page.locator("voice-widget").count()).toBe(0);
    expect(heard.warnings).toHaveLength(1);
    expect(heard.faults).toEqual([]);
  });
});
