// Long: one page after another of which each does one thing to a script or an element; they share how a page is visited.
import type { Route } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inFirefox } from "../harness/browser/browser.ts";
import { admin, browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { eventually } from "../harness/service/operator.ts";
import { type ProxiedWebsite, startProxiedWebsite } from "../harness/service/proxied-website.ts";

/** What pages, and plugins that make them fast, do to a script and an element that they do not know. */

let site: ProxiedWebsite;

startDemo();
beforeEach(async () => {
  site = await startProxiedWebsite(server.origin);
});
afterEach(() => site?.close());

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>A site</title></head><body>${body}</body></html>`;
const element = (attributes = "") =>
  `<script src="${server.origin}/voice-widget.js"></script><voice-widget api-key="${demo.api_key}" ${attributes}></voice-widget>`;
const snippetOf = (key: string) => `<script async src="${server.origin}/embed/${key}.js"></script>`;

async function visit(html: string, headers: Record<string, string> = {}) {
  site.put("/", html, headers);
  const visited = await (await browser.context()).newPage();
  const heard = listen(visited);
  await visited.goto(site.origin);
  return { page: visited, heard, widget: new Widget(visited) };
}

async function chat(widget: Widget, words: string): Promise<void> {
  await widget.part("launcher").click();
  await widget.write(words);
  await widget.hears("agent", words);
}

describe("the snippet", () => {
  test("of a key with allowed domains, on a page that sends no referrer", async () => {
    const { key } = await admin.call<{ key: string }>("POST", `/projects/${demo.project_id}/channels`, {
      name: "This site",
      agent_id: demo.agent_ids[0],
      allowed_domains: [site.origin],
    });
    const { page: visited, widget, heard } = await visit(page(snippetOf(key)), { "referrer-policy": "no-referrer" });
    await chat(widget, "Nobody says where I am from");
    expect(await visited.locator("voice-widget").count()).toBe(1);
    expect(heard).toEqual({ warnings: [], faults: [] });
  });

  test("of a key that does not allow the page, which sends no referrer, tells the owner once", async () => {
    const { key } = await admin.call<{ key: string }>("POST", `/projects/${demo.project_id}/channels`, {
      name: "Another site",
      agent_id: demo.agent_ids[0],
      allowed_domains: ["https://elsewhere.example"],
    });
    const { page: visited, heard } = await visit(page(snippetOf(key)), { "referrer-policy": "same-origin" });
    await expect.poll(() => heard.warnings).toEqual([expect.stringMatching(/refused this page's key/)]);
    expect(await visited.locator("voice-widget").count()).toBe(0);
    expect(heard.faults).toEqual([]);
  });

  test.each(["a file of the site, among other scripts", "the page itself"])("copied into %s", async (place) => {
    const answer = await fetch(`${server.origin}/embed/${demo.api_key}.js`);
    const copy = `window.before = 1;\n${await answer.text()}\nwindow.after = 1;`;
    site.put("/cache/all.js", copy, { "content-type": "text/javascript; charset=utf-8" });
    const tag =
      place === "the page itself" ? `<script>${copy}</script>` : '<script defer src="/cache/all.js"></script>';
    const { page: visited, widget, heard } = await visit(page(tag));
    await chat(widget, "From a copy");
    expect(await visited.evaluate(() => ["before", "after"].every((name) => name in window))).toBe(true);
    expect(heard).toEqual({ warnings: [], faults: [] });
  });

  test("behind a proxy of the site, which everything else comes through, too", async () => {
    const answer = await fetch(`${server.origin}/embed/${demo.api_key}.js`);
    site.put("/embed/ch_site.js", await answer.text(), { "content-type": "text/javascript; charset=utf-8" });
    const { widget } = await visit(page('<script async src="/embed/ch_site.js"></script>'));
    await chat(widget, "By the site's own address");
    expect(site.asked.filter((path) => /panel|session$/.test(path)).length).toBeGreaterThan(1);
  });
});

test("a picture that is called currentScript is not taken for the script", async () => {
  site.put("/evil/voice-widget.js", "", { "content-type": "text/javascript" });
  const { widget, heard } = await visit(
    page(`<img name="currentScript" alt="" src="${site.origin}/evil/voice-widget.js">${element()}`),
  );
  await chat(widget, "Nothing of it is loaded");
  expect(site.asked).toEqual([]);
  expect(heard).toEqual({ warnings: [], faults: [] });
});

test.each([
  ["the one tag", () => snippetOf(demo.api_key)],
  ["the element", element],
])("%s on a page that calls a frame body, and forms title, hidden, head and cookie", async (_form, widgetOf) => {
  const forms = ["title", "hidden", "head", "cookie"].map((name) => `<form name="${name}"></form>`).join("");
  const {
    page: visited,
    widget,
    heard,
  } = await visit(page(`<iframe name="body" title="Body"></iframe>${forms}${widgetOf()}`));
  await chat(widget, "Not into the frame");
  // It is seen: nothing is left for another page.
  await visited.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  expect(await visited.evaluate((key) => key in sessionStorage, `voice-widget:${demo.api_key}`)).toBe(false);
  await visited.reload();
  await widget.hears("agent", "Not into the frame");
  expect(heard).toEqual({ warnings: [], faults: [] });
});

test("rules for every element, with names of the widget's own kind, change nothing of its look", async () => {
  const look = (widget: Widget) =>
    widget.part("launcher").evaluate((launcher) => {
      const { backgroundColor, color, fontSize, borderRadius } = getComputedStyle(launcher);
      return { backgroundColor, color, fontSize, borderRadius, right: launcher.getBoundingClientRect().right };
    });
  const plain = await visit(page(element()));
  await plain.widget.part("launcher").waitFor();
  const foreign = await visit(
    page(`<style>* { --_accent: red; --_on-accent: red; --_font-size: 40px; --_launcher-radius: 0; --_offset: 300px }</style>
      ${element()}`),
  );
  await expect
    .poll(async () => JSON.stringify(await look(foreign.widget)))
    .toBe(JSON.stringify(await look(plain.widget)));
});

test("what the agent said can be selected on a page where nothing can be", async () => {
  const { page: visited, widget } = await visit(page(`<style>* { user-select: none }</style>${element()}`));
  await chat(widget, "A number to copy: 4711");
  const message = widget.part("message-agent").last();
  expect(await message.evaluate((shown) => getComputedStyle(shown).userSelect)).not.toBe("none");
  await message.click({ clickCount: 3 });
  if (!inFirefox) expect(await visited.evaluate(() => `${getSelection()}`)).toContain("4711");
});

test("a browser that translates all that a page lets it", async () => {
  const { page: visited, widget, heard } = await visit(page(element()));
  await widget.startCall();
  await widget.reaches("listening");
  // As Firefox does: elements and texts are put together anew, in shadow roots too, and what is neither is gone.
  await visited.evaluate(() => {
    const translate = (root: Element | ShadowRoot) => {
      if (root instanceof HTMLElement && root.getAttribute("translate") === "no") return;
      for (const child of root.children) translate(child);
      if (root instanceof Element && root.shadowRoot) translate(root.shadowRoot);
      const nodes = [...root.childNodes].filter(({ nodeType }) => nodeType !== Node.COMMENT_NODE);
      if (nodes.some((node) => node instanceof Text && node.data.trim())) root.replaceChildren(...nodes);
    };
    translate(document.body);
  });
  await widget.part("mute").click();
  await expect.poll(() => widget.part("mute").textContent()).toContain("Unmute");
  await widget.part("end").click();
  await widget.reaches("ended");
  expect(heard).toEqual({ warnings: [], faults: [] });
});

test.each(["bottom-left", "inline"])(
  "a morph that takes away what its markup does not have leaves a widget where it was: %s",
  async (placement) => {
    const { page: visited, widget } = await visit(
      page(`<main style="width: 500px; height: 500px">${element(`placement="${placement}"`)}</main>`),
    );
    const part = widget.part(placement === "inline" ? "input" : "launcher");
    await part.waitFor();
    const place = async () => Math.round((await part.boundingBox())?.x ?? -1);
    const before = await place();
    await visited.evaluate(() => {
      const morphed = document.querySelector("voice-widget");
      for (const name of morphed?.getAttributeNames() ?? []) if (/^data-/.test(name)) morphed?.removeAttribute(name);
    });
    await expect.poll(place).toBe(before);
    expect(await widget.status()).toBe("idle");
    if (placement === "inline") expect(await part.isVisible()).toBe(true);
  },
);

test("a library that has an Array.from of its own", async () => {
  const {
    page: visited,
    widget,
    heard,
  } = await visit(
    page(`<script>Array.from = (list) => (list == null ? [] : [].slice.call(list))</script>${element()}`),
  );
  await chat(widget, "As with Prototype and MooTools");
  const exported = await visited.evaluate(() =>
    document
      .querySelector("voice-widget")
      ?.shadowRoot?.querySelector("voice-widget-panel")
      ?.getAttribute("exportparts")
      ?.split(","),
  );
  expect(exported).toEqual(expect.arrayContaining(["panel", "input", "send", "message-agent"]));
  expect(await visited.evaluate(() => localStorage.getItem("voice-widget:visitor"))).toMatch(/^[0-9a-f]{32}$/);
  expect(heard).toEqual({ warnings: [], faults: [] });
});

test("libraries that give all objects names of their own, copy by JSON and hand nothing back", async () => {
  const own = `for (const name of "value data active keys type name id".split(" ")) Object.prototype[name] = name;
    structuredClone = (value) => JSON.parse(JSON.stringify(value));
    const { connect } = AudioNode.prototype, { play } = HTMLMediaElement.prototype;
    AudioNode.prototype.connect = function (...to) { connect.apply(this, to); };
    HTMLMediaElement.prototype.play = function () { play.call(this).catch(() => {}); };`;
  const { widget, heard } = await visit(page(`<script>${own}</script>${element()}`));
  await widget.part("launcher").click();
  await widget.part("input").click();
  await widget.page.keyboard.type("What is yours stays yours");
  await widget.part("send").click();
  await widget.part("message-agent").filter({ hasText: "What is yours" }).waitFor();
  await widget.part("voice").click();
  await widget.part("mute").click();
  await widget.part("end").click();
  expect(heard).toEqual({ warnings: [], faults: [] });
});

test.each([
  ["gives all objects a get and a set", "Object.prototype.get = Object.prototype.set = () => 1"],
  [
    "wraps every listener as a function, as monitoring does",
    `const { addEventListener: add } = EventTarget.prototype;
     EventTarget.prototype.addEventListener = function (type, listener, options) {
       return add.call(this, type, function () { return listener.apply(this, arguments); }, options);
     };`,
  ],
])("a page that %s: keys stay the visitor's", async (_what, script) => {
  const { widget, heard } = await visit(page(`<script>{${script}}</script>${element()}`));
  await widget.part("launcher").click();
  await widget.part("input").click();
  await widget.page.keyboard.type("What is yours stays yours");
  await widget.page.keyboard.press("Enter");
  await widget.part("message-agent").filter({ hasText: "What is yours" }).waitFor();
  expect(heard).toEqual({ warnings: [], faults: [] });
});

test("a modal of the page that makes all beside it inert, or hides it from screen readers, leaves the widget, which is above it, usable", async () => {
  const { page: visited, widget, heard } = await visit(page(`<main>A site</main>${element()}`));
  await widget.startCall();
  await widget.reaches("listening");
  // As Headless UI and others do, and as MUI and Radix do.
  await visited.evaluate(() => {
    for (const beside of document.body.children) {
      beside.setAttribute("inert", "");
      beside.ariaHidden = "true";
    }
  });
  await visited.getByRole("dialog").getByRole("button").first().waitFor();
  await widget.part("mute").click();
  await widget.part("end").click();
  await widget.reaches("ended");
  expect(await visited.locator("main").getAttribute("inert")).toBe("");
  expect(heard).toEqual({ warnings: [], faults: [] });
});

// Only Chromium's driver can drop a file.
test.skipIf(inFirefox)(
  "a file that is dropped on the panel opens nowhere, and words dropped into the field stand there",
  async () => {
    const { page: visited, widget, heard } = await visit(page(element()));
    await widget.part("launcher").click();
    await widget.write("Here it comes");
    await widget.hears("agent", "Here it comes");
    const driver = await visited.context().newCDPSession(visited);
    const drop = async (part: string, items: { mimeType: string; data: string }[], files: string[]) => {
      const { x = 0, y = 0 } = (await widget.part(part).boundingBox()) ?? {};
      const data = { items, files, dragOperationsMask: 1 };
      for (const type of ["dragEnter", "dragOver", "drop"] as const)
        await driver.send("Input.dispatchDragEvent", { type, x: x + 20, y: y + 12, data });
    };
    await drop("transcript", [], [import.meta.filename]);
    await drop("input", [], [import.meta.filename]);
    await drop("input", [{ mimeType: "text/plain", data: "and words" }], []);
    await expect.poll(() => widget.part("input").inputValue()).toBe("and words");
    await widget.part("send").click();
    await widget.hears("agent", "and words");
    // A tab of the file, or this one.
    expect(
      visited
        .context()
        .pages()
        .map((one) => one.url()),
    ).toEqual([`${site.origin}/`]);
    expect(heard).toEqual({ warnings: [], faults: [] });
  },
);

test("scripts that call things of their own as the platform's classes", async () => {
  const names = `const URL = "/api", Audio = {}, Symbol = "BTC"; class Map {} class Set {} class Node {} class Event {}`;
  const { widget, heard } = await visit(page(`<script>${names}</script>${element()}`));
  await widget.part("launcher").click();
  // By keyboard and locators: Playwright's `evaluate` would fail on this page, its own scripts do not.
  await widget.part("input").click();
  await widget.page.keyboard.type("What is yours stays yours");
  await widget.part("send").click();
  await widget.part("message-agent").filter({ hasText: "What is yours" }).waitFor();
  expect(heard).toEqual({ warnings: [], faults: [] });
});

test("a page that puts an Event, a Node and a CSS of its own in place of the browser's: keys stay the visitor's", async () => {
  // As MooTools and exercises of data structures have them.
  const own =
    "function Event(event) { this.type = event.type.indexOf('key'); } function Node(value) { this.value = value; } var CSS = {};";
  const shortcuts = `window.taken = []; addEventListener("keydown", ({ key, target }) => taken.push(key + target.localName))`;
  const {
    page: visited,
    widget,
    heard,
  } = await visit(page(`<script>${own}</script>${snippetOf(demo.api_key)}<script>${shortcuts}</script>`));
  await widget.part("launcher").click();
  await widget.part("input").click();
  await visited.keyboard.type("By keys");
  await visited.keyboard.press("Enter");
  await widget.part("message-agent").filter({ hasText: "By keys" }).waitFor();
  await visited.keyboard.press("Escape");
  await widget.part("panel").waitFor({ state: "hidden" });
  expect(await visited.evaluate(() => (window as unknown as { taken: string[] }).taken)).toEqual([]);
  expect(heard).toEqual({ warnings: [], faults: [] });
});

test.each([
  ["something that is called Map", "function Map(element) { this.element = element; }", /of the browser's Map:/],
  ["no IntersectionObserver", "delete window.IntersectionObserver", /of the browser's IntersectionObserver:/],
  [
    "another's element of the panel's name",
    "customElements.define('voice-widget-panel', class extends HTMLElement {})",
    /panel could not/,
  ],
])("%s, without which no panel can be: the button goes, and the owner reads why", async (_what, script, why) => {
  const { page: visited, widget, heard } = await visit(page(`<script>${script}</script>${element()}`));
  await widget.part("launcher").click();
  await widget.part("launcher").waitFor({ state: "hidden" });
  await expect.poll(() => heard.warnings).toEqual([expect.stringMatching(why)]);
  expect(heard.warnings[0]).not.toMatch(/assets folder/);
  expect(await visited.locator("voice-widget").getAttribute("data-status")).toBe("idle");
});

test.each([
  {
    what: "that the service refuses is told as it is",
    answer: (route: Route) => route.fulfill({ status: 402, json: { detail: "Out of credit", code: "no_credit" } }),
    told: /^\[voice-widget\] no_credit: .*Out of credit$/,
    asksPage: false,
  },
  {
    what: "that cannot reach the service may be its doing, and the owner reads so",
    answer: (route: Route) => route.abort(),
    told: /^\[voice-widget\] unreachable: .* in place of the browser's fetch:/,
    asksPage: true,
  },
])("on a page that wraps fetch, as monitoring does, a conversation $what", async ({ answer, told, asksPage }) => {
  const wrapped = "const real = fetch; window.fetch = (...args) => real(...args);";
  const { page: visited, widget, heard } = await visit(page(`<script>${wrapped}</script>${element()}`));
  const explaining: string[] = [];
  visited.on("request", (request) => {
    if (/\/assets\/debug-/.test(request.url())) explaining.push(request.url());
  });
  await visited.route("**/widget/v1/session", answer);
  await widget.part("launcher").click();
  await widget.write("Is anybody there?");
  await expect.poll(() => heard.warnings).toEqual([expect.stringMatching(told)]);
  expect(explaining.length).toBe(asksPage ? 1 : 0);
});

test("a browser that tells no languages", async () => {
  const { widget, heard } = await visit(
    page(`<script>Object.defineProperty(navigator, "languages", { value: undefined })</script>${element()}`),
  );
  await chat(widget, "In whatever language");
  expect(heard).toEqual({ warnings: [], faults: [] });
});

test.each([
  ["whose answers know no listeners", "(media) => ({ media, matches: false, addListener() {}, removeListener() {} })"],
  ["that answers null, as browsers have in frames that are not shown", "() => null"],
  ["that is nothing", "undefined"],
])("a page with a matchMedia of its own, %s", async (_what, own) => {
  const { widget, heard } = await visit(page(`<script>window.matchMedia = ${own}</script>${element()}`));
  await chat(widget, "Is anybody there?");
  expect(heard).toEqual({ warnings: [], faults: [] });
});

test("a page of XHTML", async () => {
  const { widget, heard } = await visit(
    `<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>A site</title></head><body>${snippetOf(demo.api_key).replace("async", 'async=""')}</body></html>`,
    { "content-type": "application/xhtml+xml; charset=utf-8" },
  );
  await chat(widget, "Read as XML");
  expect(heard).toEqual({ warnings: [], faults: [] });
});

/** Runs in the page: puts the widget into a component of it, and that into another one. */
function putIntoComponents(apiKey: string): void {
  const outer = document.querySelector("main") as HTMLElement;
  const inner = document.createElement("div");
  outer.attachShadow({ mode: "open" }).append(inner);
  const widget = document.createElement("voice-widget");
  widget.setAttribute("api-key", apiKey);
  const around = document.createElement("p");
  around.append(widget);
  inner.attachShadow({ mode: "open" }).append(around);
}

test.each([
  ["<html>", '<html lang="de" dir="rtl"><body><main></main>'],
  ["what is around the component", '<html lang="en"><body><section lang="de" dir="rtl"><main></main></section>'],
])("language and direction of %s are the widget's inside of a component of the page", async (_what, html) => {
  const {
    page: visited,
    widget,
    heard,
  } = await visit(
    `<!doctype html>${html}<script src="${server.origin}/voice-widget.js"></script>
     <script>(${putIntoComponents})("${demo.api_key}")</script></body></html>`,
  );
  await visited.getByRole("button", { name: "Sprechen Sie mit uns", exact: true }).waitFor();
  expect((await widget.part("launcher").boundingBox())?.x).toBe(20);
  await widget.part("launcher").click();
  await widget.part("panel").waitFor();
  expect(await widget.part("panel").getAttribute("lang")).toBe("de");
  expect(heard).toEqual({ warnings: [], faults: [] });
});

describe("a page that is written anew by document.open()", () => {
  const ways: [string, () => string][] = [
    ["the snippet", () => snippetOf(demo.api_key)],
    ["the element", element],
  ];
  test.each(ways)("with %s in it again: it has one widget, which works", async (_form, markup) => {
    const { page: visited, widget, heard } = await visit(page(markup()));
    await chat(widget, "On the old page");
    await visited.evaluate(
      (html) => {
        document.open();
        document.write(html);
        document.close();
      },
      page(`<h1>New</h1>${markup()}`),
    );
    await visited.locator("h1").waitFor();
    await widget.part("panel").waitFor({ state: "hidden" });
    await chat(widget, "On the new page");
    expect(await visited.locator("voice-widget").count()).toBe(1);
    expect(heard).toEqual({ warnings: [], faults: [] });
  });

  test("without a widget: the old one, which could hear nothing, stays away", async () => {
    const { page: visited, widget, heard } = await visit(page(element()));
    await chat(widget, "On the old page");
    const session = await widget.sessionId();
    await visited.evaluate(() => document.write("<!doctype html><title>New</title><h1>New</h1>"));
    await eventually(
      () => admin.session(session ?? ""),
      ({ status }) => status === "ended",
    );
    expect(await visited.locator("h1").innerText()).toBe("New");
    expect(await visited.locator("voice-widget").count()).toBe(0);
    expect(heard).toEqual({ warnings: [], faults: [] });
  });
});
