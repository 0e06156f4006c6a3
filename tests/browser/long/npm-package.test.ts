import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { listen, Widget } from "../../harness/browser/widget-page.ts";

const folder = join(import.meta.dirname, "../../../dist/npm");
let site: Server | undefined;

startDemo();
afterEach(() => {
  site?.closeAllConnections();
  site?.close();
});

/**
 * A site that has the npm package's chunks and not the worklets' files, as esbuild, Angular and Rollup make it. What is not there is
 * answered with the page, as sites of one page do.
 */
async function siteWithoutWorklets(policy = ""): Promise<string> {
  const page = `<!doctype html><html lang="en"><title>An app</title>
<script type="module" src="/index.js"></script>
<voice-widget api-key="${demo.api_key}" base-url="${server.origin}"></voice-widget></html>`;
  const made = createServer((request, response) => {
    const file = /^\/([\w-]+\.js)$/.exec(request.url ?? "")?.[1];
    const isChunk = file && !/-worklet\.js$/.test(file);
    response.setHeader("content-type", isChunk ? "text/javascript" : "text/html; charset=utf-8");
    if (policy) response.setHeader("content-security-policy", policy);
    response.end(isChunk ? readFileSync(join(folder, file)) : page);
  });
  site = made;
  await new Promise<void>((done) => made.listen(0, "localhost", done));
  const address = made.address();
  return `http://localhost:${typeof address === "object" ? address?.port : ""}/`;
}

test("a bundler that leaves the worklets' files out leaves the sound", async () => {
  const page = await (await browser.context()).newPage();
  const heard = listen(page);
  await page.goto(await siteWithoutWorklets());
  const widget = new Widget(page);
  await widget.startCall();
  await widget.hears("agent", "Ava");
  expect(await widget.part("mute").isVisible()).toBe(true);
  expect(await widget.part("notice").count()).toBe(0);
  expect(heard.faults).toEqual([]);
});

test("under a policy without blob: the call goes on in writing", async () => {
  const page = await (await browser.context()).newPage();
  const heard = listen(page);
  const policy = `script-src 'self'; connect-src ${server.origin} ${server.origin.replace("http", "ws")}`;
  await page.goto(await siteWithoutWorklets(policy));
  const widget = new Widget(page);
  await widget.startCall();
  await widget.part("notice").first().waitFor();
  expect(heard.faults).toEqual([]);
});
