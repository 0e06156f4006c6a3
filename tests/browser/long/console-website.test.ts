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
