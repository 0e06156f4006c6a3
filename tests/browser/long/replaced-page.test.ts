import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inFirefox } from "../../harness/browser/browser.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { hostPageScript } from "../../harness/browser/host-page.ts";
import { Widget } from "../../harness/browser/widget-page.ts";
import { eventually } from "../../harness/service/operator.ts";
import { type ProxiedWebsite, startProxiedWebsite } from "../../harness/service/proxied-website.ts";

let site: ProxiedWebsite;
let page: Page;
let widget: Widget;

const library = (path: string) => readFileSync(join(import.meta.dirname, "../../../node_modules", path), "utf8");
const LIBRARIES = { htmx: "htmx.org/dist/htmx.min.js", unpoly: "unpoly/unpoly.min.js" };

startDemo({ allowMicrophone: false });
beforeAll(async () => {
  site = await startProxiedWebsite(server.origin);
  for (const [name, path] of Object.entries(LIBRARIES))
    site.put(`/${name}.js`, library(path), { "content-type": "text/javascript" });
});
afterAll(() => site?.close());

/** A page of the site, with the widget as its own markup or by the one tag. */
function put(path: string, head: string, body: string): void {
  site.put(
    path,
    `<!doctype html><html lang="en"><head><title>${path}</title>${head}</head><body>${body}</body></html>`,
  );
}

async function visit(path: string): Promise<void> {
  page = await (await browser.context()).newPage();
  widget = new Widget(page);
  await page.goto(site.origin + path);
  await page.evaluate(() => Object.assign(window, { stillTheSame: true }));
  await widget.part("launcher").click();
  await chat("Said before");
}

async function chat(words: string): Promise<void> {
  await page.evaluate((text) => document.querySelector("voice-widget")?.sendText(text), words);
  await widget.hears("agent", words);
}

/** The same element goes on with the same conversation. */
async function goesOn(session: string | null): Promise<void> {
  await widget.part("panel").waitFor();
  await chat("Said after");
  expect(await widget.sessionId()).toBe(session);
  expect(await page.locator("voice-widget").count()).toBe(1);
  expect((await widget.messages()).map(({ text }) => text)).toContain("Said before");
  expect(await page.evaluate(() => "stillTheSame" in window)).toBe(true);
}

const script = () => `<script type="module" src="/voice-widget.js"></script>`;
const tag = () => `<voice-widget api-key="${demo.api_key}"></voice-widget>`;
const oneTag = () => `<script async src="${server.origin}/embed/${demo.api_key}.js"></script>`;

describe.each(["htmx", "unpoly"])("%s", (name) => {
  const link =
    name === "htmx"
      ? `<a id="next" href="/next" hx-boost="true">On</a>`
      : `<a id="next" href="/next" up-target="body">On</a>`;

  test.each([
    ["the one tag", "the one tag"],
    ["markup", "markup"],
    ["markup", "nothing"],
  ])("replaces the page around a widget of %s by one with %s", async (before, after) => {
    const kinds = { "the one tag": ["", oneTag()], markup: [tag(), script()], nothing: ["", script()] };
    const of = (kind: string) => kinds[kind as keyof typeof kinds] as [string, string];
    const [[body, head], [nextBody, nextHead]] = [of(before), of(after)];
    const lib = `<script src="/${name}.js"></script>`;
    put("/first", lib + head, `<h1>First</h1>${link}${body}`);
    put("/next", lib + nextHead, `<h1>Next</h1>${link}${nextBody}`);
    await visit("/first");
    const session = await widget.sessionId();
    await page.evaluate(() => document.getElementById("next")?.click());
    await page.locator("h1", { hasText: "Next" }).waitFor();
    await goesOn(session);
  });
});

test("Barba: a widget beside its container goes on", async () => {
  site.put("/barba.js", await hostPageScript("barba"), { "content-type": "text/javascript" });
  const head = `<script type="module" src="/barba.js"></script>${script()}`;
  const pageOf = (title: string) =>
    `<div data-barba="wrapper"><main data-barba="container" data-barba-namespace="${title}"><h1>${title}</h1><a id="next" href="/next">On</a></main></div>${tag()}`;
  put("/first", head, pageOf("First"));
  put("/next", head, pageOf("Next"));
  await visit("/first");
  const session = await widget.sessionId();
  await page.evaluate(() => document.getElementById("next")?.click());
  await page.locator("h1", { hasText: "Next" }).waitFor();
  await page.locator("h1", { hasText: "First" }).waitFor({ state: "detached" });
  await goesOn(session);
});

test("React, where the document that it hydrates is another than the server's", async () => {
  site.put("/host.js", await hostPageScript("react-document"), { "content-type": "text/javascript" });
  put("/first", oneTag(), "<h1>First</h1>");
  await visit("/first");
  const session = await widget.sessionId();
  await page.addScriptTag({ url: "/host.js" });
  await page.locator("h1", { hasText: "Next" }).waitFor();
  await goesOn(session);
});

test("React, which attaches neither listeners nor objects of props to an element that a server has written: the guide's way hears and gives", async () => {
  site.put("/hydrated.js", await hostPageScript("react-hydrated"), { "content-type": "text/javascript" });
  put("/hydrated", script(), `<div id="root">${tag()}</div><script src="/hydrated.js"></script>`);
  await visit("/hydrated");
  const heard = () => page.evaluate(() => (window as unknown as { heard: { text: string }[] }).heard);
  await expect.poll(async () => (await heard()).map(({ text }) => text)).toContain("Said before");
  const context = await page.evaluate(() => document.querySelector("voice-widget")?.context);
  expect(context).toEqual({ plan: "pro" });
});

test("a framework that takes the body for its own, where there is nothing in it but scripts", async () => {
  put("/empty", "", `${oneTag()}<script>addEventListener("voice-widget:open", () => {})</script>`);
  await visit("/empty");
  const session = await widget.sessionId();
  // As React's createRoot(document.body) does.
  await page.evaluate(() => {
    document.body.textContent = "";
    document.body.append(document.createElement("main"));
  });
  await goesOn(session);
});

describe("by the platform's own means", () => {
  const WAYS = {
    "the body's text": `document.body.innerHTML = "<h1>Next</h1>"`,
    "the body's children": `document.body.replaceChildren(Object.assign(document.createElement("h1"), { textContent: "Next" }))`,
    "one child after the other, the new ones first": `
      const old = [...document.body.childNodes];
      document.body.prepend(Object.assign(document.createElement("h1"), { textContent: "Next" }));
      for (const node of old) node.remove();`,
    body: `
      const body = document.createElement("body");
      body.innerHTML = "<h1>Next</h1>";
      document.body.replaceWith(body);`,
    "html, which comes again later": `
      document.documentElement.remove();
      setTimeout(() => {
        const html = document.createElement("html");
        html.innerHTML = "<head></head><body><h1>Next</h1></body>";
        document.append(html);
      });`,
  };
  beforeEach(async () => {
    put("/first", script(), `<main><h1>First</h1></main><footer>…</footer><div>${tag()}</div>`);
    await visit("/first");
  });

  test.each(Object.entries(WAYS))("%s", async (_, way) => {
    const session = await widget.sessionId();
    await page.evaluate(`{${way}}`);
    await page.locator("h1", { hasText: "Next" }).waitFor();
    await goesOn(session);
  });

  test.each([
    ["the element", `document.querySelector("voice-widget").remove()`],
    ["what the owner put around it", `document.querySelector("div").remove()`],
    [
      "it, as a morph does where the new page has none",
      `for (const child of document.body.children) child.className = "morphed"; document.querySelector("div").remove();`,
    ],
  ])("taking away %s is final", async (_, way) => {
    const session = await widget.sessionId();
    await page.evaluate(way);
    await eventually(
      () => admin.session(String(session)),
      ({ status }) => status === "ended",
    );
    expect(await page.locator("voice-widget").count()).toBe(0);
    await page.evaluate(() => {
      document.body.innerHTML = "<h1>Next</h1>";
    });
    await page.locator("h1", { hasText: "Next" }).waitFor();
    expect(await page.locator("voice-widget").count()).toBe(0);
  });
});

// Only Chromium's protocol lets a test collect garbage at once.
test.skipIf(inFirefox)(
  "a page that mounts the element for each view keeps nothing of those that are gone",
  async () => {
    put("/first", script(), `<h1>First</h1>${tag()}`);
    await visit("/first");
    await page.evaluate(() => {
      const element = document.querySelector("voice-widget") as Element;
      Object.assign(window, { gone: new WeakRef(element) });
      element.remove();
      document.body.insertAdjacentHTML("beforeend", element.outerHTML);
    });
    await page.waitForFunction(() => document.querySelector("voice-widget")?.dataset.status === "idle");
    const inspector = await page.context().newCDPSession(page);
    await expect
      .poll(async () => {
        await inspector.send("HeapProfiler.collectGarbage");
        return page.evaluate("gone.deref() === undefined");
      })
      .toBe(true);
  },
);
