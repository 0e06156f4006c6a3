import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inFirefox } from "../harness/browser/browser.ts";
import { admin, browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { elementTags, type Site, startSite } from "../harness/service/website.ts";

let site: Site;

startDemo({ allowMicrophone: false });
beforeEach(async () => {
  site = await startSite(elementTags(server.origin, demo.api_key));
});
afterEach(() => site?.close());

const configure = (features: object) =>
  admin.call("PATCH", `/projects/${demo.project_id}`, { widget_config: { features } });

/** A page without the widget; not `about:blank`, for which Firefox may end a page's process before its last request. */
const elsewhere = () => `${server.origin}/console/`;

/** Counts by name, over all days. */
async function counts(): Promise<Record<string, number>> {
  const { items } = await admin.call<{ items: { name: string; count: number }[] }>(
    "GET",
    `/projects/${demo.project_id}/analytics`,
  );
  const sum: Record<string, number> = {};
  for (const { name, count } of items) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/** How much each count has grown. */
const grown = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );

/** Until the counts have grown by this, in however many reports it came. */
const grownBy = (before: Record<string, number>, wanted: Record<string, number>) =>
  expect.poll(async () => grown(before, await counts())).toEqual(wanted);

async function visit() {
  const page = await (await browser.context()).newPage();
  const bodies: { page?: string; visitor_id?: string }[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/analytics"))
      // Firefox does not tell what is in it.
      bodies.push(...(inFirefox ? [{}] : JSON.parse(request.postData() ?? "{}").events));
  });
  await page.addInitScript(() => {
    addEventListener("voice-widget:ready", () => document.documentElement.setAttribute("data-ready", ""));
  });
  await page.goto(`${site.origin}/?secret=1#token`);
  // The owner's settings are known.
  await page.locator("html[data-ready]").waitFor();
  return { page, bodies, widget: new Widget(page) };
}

describe("analytics", () => {
  test("count a visit: the launcher, the panel, a chat, an opinion", async () => {
    const before = await counts();
    const { widget, bodies } = await visit();
    await widget.part("launcher").click();
    await widget.write("Hello");
    await widget.hears("agent", "");
    await widget.part("end").click();
    await widget.reaches("ended");
    await widget.part("star").nth(4).click();
    await widget.part("close").click();
    const wanted = { impression: 1, open: 1, start: 1, connected: 1, ended: 1, feedback: 1, close: 1 };
    await grownBy(before, wanted);
    // The service may have counted what the browser's driver tells of a moment later.
    if (!inFirefox)
      await expect.poll(() => [...new Set(bodies.map((event) => event.page))]).toEqual([`${site.origin}/`]);
  });

  test("a visitor who does nothing is one impression, sent as the page goes", async () => {
    const before = await counts();
    const { page, bodies } = await visit();
    expect(bodies).toEqual([]);
    await page.goto(elsewhere());
    await grownBy(before, { impression: 1 });
  });

  test("a refused microphone is counted", async () => {
    const before = await counts();
    const { page, widget } = await visit();
    await widget.startCall();
    await widget.part("notice").waitFor();
    await page.goto(elsewhere());
    await grownBy(before, { impression: 1, open: 1, start: 1, failed: 1, mic_denied: 1 });
  });

  test("nothing is sent where the owner switched it off, or the visitor has not agreed", async () => {
    const before = await counts();
    await configure({ analytics: false });
    const unwanted = await visit();
    await unwanted.widget.part("launcher").click();
    await unwanted.widget.part("start").waitFor();
    await unwanted.page.goto(elsewhere());

    await configure({ analytics: null, consent: true });
    const passing = await visit();
    await passing.page.goto(elsewhere());
    const declined = await visit();
    await declined.widget.startCall();
    await declined.widget.part("decline").click();
    await declined.page.goto(elsewhere());

    const agreed = await visit();
    await agreed.widget.startCall();
    await agreed.widget.part("agree").waitFor();
    expect([unwanted, passing, declined, agreed].flatMap(({ bodies }) => bodies)).toEqual([]);
    await agreed.widget.part("agree").click();
    // There is no microphone.
    await agreed.widget.part("notice").waitFor();
    await agreed.widget.write("Hello");
    await agreed.widget.hears("agent", "");
    await agreed.page.goto(elsewhere());
    // Only this one's, who agreed.
    await grownBy(before, { impression: 1, open: 1, start: 2, failed: 1, connected: 1, mic_denied: 1, ended: 1 });
  });
});
