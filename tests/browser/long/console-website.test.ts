import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Source } from "../../../shared/knowledge.ts";
import { expectGoodScreen, openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, server, startDemo } from "../../harness/browser/demo-site.ts";
import { makeSample, type Sample } from "../../harness/service/console-sample.ts";
import { eventually } from "../../harness/service/operator.ts";

const PAGES = ["/hours", "/help/rye", "/help/wheat", "/blog/one", "/blog/two", "/blog/three"];
/** A site with a sitemap, and one page that is none of it. */
const website = createServer(({ url = "", headers }, response) => {
  const origin = `http://${headers.host}`;
  if (url === "/sitemap.xml") {
    response.setHeader("content-type", "application/xml");
    response.end(`<urlset>${PAGES.map((page) => `<url><loc>${origin}${page}</loc></url>`).join("")}</urlset>`);
    return;
  }
  response.statusCode = url === "/" || PAGES.includes(url) ? 200 : 404;
  response.setHeader("content-type", "text/html");
  response.end(`<html><body><main><h1>${url}</h1><p>What there is to say of ${url}.</p></main></body></html>`);
});
let sample: Sample;

startDemo();
beforeAll(async () => {
  sample = await makeSample(admin, server.origin);
  await new Promise<void>((done) => website.listen(0, "127.0.0.1", done));
});
afterAll(() => website.close());

test("a website is looked at before it is read, and a folder is left out", async () => {
  const { port } = website.address() as AddressInfo;
  const page = await (await browser.context()).newPage();
  await openConsole(page, server.origin, `#/projects/${sample.project_id}/knowledge`);
  await page.getByRole("button", { name: "Add source" }).first().click();
  const dialog = page.getByRole("dialog");
  const look = dialog.getByRole("button", { name: "See what is there" });
  await dialog.getByLabel("Your website").fill(`http://127.0.0.1:${port}/nowhere`);
  await look.click();
  await dialog.getByText("The site answered 404").waitFor();

  await dialog.getByLabel("Your website").fill(`http://127.0.0.1:${port}/`);
  await look.click();
  await dialog.getByText("6 pages found").waitFor();
  await expectGoodScreen(page, "what a website leads to");
  await dialog.getByRole("checkbox", { name: "/blog/" }).uncheck();
  expect(await dialog.getByLabel("Leave out").inputValue()).toBe("/blog/");
  await dialog.getByRole("checkbox", { name: "/help/" }).uncheck();
  await dialog.getByRole("checkbox", { name: "/help/" }).check();
  await look.click();
  await dialog.getByText("3 pages chosen").waitFor();
  await dialog.getByLabel("Title").fill("The mill");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const source = async () =>
    (await admin.call<{ items: Source[] }>("GET", `/projects/${sample.project_id}/sources`)).items.find(
      ({ title }) => title === "The mill",
    );
  await eventually(source, (one) => one?.status === "ready");
  expect(await source()).toMatchObject({
    include: [],
    exclude: ["/blog/"],
    pages: { ready: 3, failed: 0, skipped: 3 },
  });
});

test("which pages of a site are read is changed later, and what a text says", async () => {
  const { port } = website.address() as AddressInfo;
  const path = `/projects/${sample.project_id}/sources`;
  const make = (body: object) => admin.call<Source>("POST", path, body);
  const mill = await make({
    kind: "sitemap",
    title: "Another mill",
    url: `http://127.0.0.1:${port}/`,
    exclude: ["/blog/"],
  });
  const hours = await make({ kind: "text", title: "When", text: "# Hours\n\nThe mill opens at nine." });
  const now = (id: number) => admin.call<Source>("GET", `/sources/${id}`);
  await eventually(
    () => now(mill.id),
    ({ status }) => status === "ready",
  );
  const page = await (await browser.context()).newPage();
  await openConsole(page, server.origin, `#/projects/${sample.project_id}/knowledge`);
  const dialog = page.getByRole("dialog");

  await page.getByRole("button", { name: "Edit Another mill" }).click();
  await dialog.getByRole("heading", { name: "Edit Another mill" }).waitFor();
  expect(await dialog.getByLabel("Leave out").inputValue()).toBe("/blog/");
  await dialog.getByLabel("Leave out").fill("/help/");
  await dialog.getByRole("button", { name: "See what is there" }).click();
  await dialog.getByText("4 pages chosen").waitFor();
  await expectGoodScreen(page, "a site's patterns are edited");
  await dialog.getByRole("button", { name: "Save and read again" }).click();
  await dialog.waitFor({ state: "detached" });
  await eventually(
    () => now(mill.id),
    ({ status, exclude }) => status === "ready" && exclude?.[0] === "/help/",
  );

  await page.getByRole("button", { name: "Edit When" }).click();
  const text = dialog.getByLabel("Text", { exact: true });
  await text.waitFor();
  expect(await text.inputValue()).toBe("# Hours\n\nThe mill opens at nine.");
  await text.fill("# Hours\n\nThe mill opens at noon.");
  await expectGoodScreen(page, "a text is edited");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const { items } = await admin.call<{ items: { id: number }[] }>("GET", `/sources/${hours.id}/pages`);
  const { passages } = await admin.call<{ passages: object[] }>("GET", `/pages/${items[0]?.id}`);
  expect(passages).toEqual([{ heading: "Hours", text: "The mill opens at noon." }]);
});

test("unanswered questions are shown by topic, and an answer begins with the question", async () => {
  const page = await (await browser.context()).newPage();
  const asked = (id: number, text: string, count: number) => ({ id, text, count, last_seen_at: 1_788_523_200_000 });
  const questions = [asked(1, "Do you sell gift cards?", 4), asked(2, "Can I buy a gift card?", 1)];
  const topic = { ...questions[0], count: 5, weeks: [0, 0, 0, 0, 0, 0, 3, 2], questions };
  const answered = [{ title: "Delivery", url: "https://shop.example/delivery", count: 31 }];
  await page.route("**/questions/topics", (route) => route.fulfill({ json: { topics: [topic], answered } }));
  await openConsole(page, server.origin, `#/projects/${sample.project_id}/knowledge`);
  const row = page.getByRole("row", { name: /Do you sell gift cards\?/ });
  await row.getByText("5 times").waitFor();
  await row.getByText("2 ways to ask it").click();
  await row.getByText("Can I buy a gift card?").waitFor();
  await page.getByRole("link", { name: "Delivery" }).waitFor();
  await expectGoodScreen(page, "questions by topic");
  await page.getByRole("button", { name: "Add an answer to: Do you sell gift cards?" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "Add an answer" }).waitFor();
  expect(await dialog.getByLabel("Title").inputValue()).toBe("Do you sell gift cards?");
});
