// Long: one foreign page after another; they share how a page is visited and what is asked of its widget.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inFirefox } from "../harness/browser/browser.ts";
import { admin, browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { eventually } from "../harness/service/operator.ts";
import { type ProxiedWebsite, startProxiedWebsite } from "../harness/service/proxied-website.ts";

/** Pages that were not made for the widget: it looks and works the same there, and changes nothing of them. */

let site: ProxiedWebsite;

startDemo();
beforeEach(async () => {
  site = await startProxiedWebsite(server.origin);
});
afterEach(() => site?.close());

const SCRIPT = '<script type="module" src="/voice-widget.js"></script>';
const page = (body: string) => `<!doctype html><html lang="en"><title>A site</title><body>${body}</body></html>`;

async function visit(html: string) {
  site.put("/", html);
  const visited = await (await browser.context()).newPage();
  const heard = listen(visited);
  await visited.goto(site.origin);
  return { page: visited, heard, widget: new Widget(visited) };
}

function serveTurbo(): void {
  const file = join(import.meta.dirname, "../../node_modules/@hotwired/turbo/dist/turbo.es2017-umd.js");
  site.put("/turbo.js", readFileSync(file, "utf8"), { "content-type": "text/javascript" });
}

async function chat(widget: Widget, words: string): Promise<void> {
  await widget.write(words);
  await widget.hears("agent", words);
}

/** Where the launcher is, and whether a click there would reach it. */
const launcherOf = (visited: Page) =>
  visited.evaluate(() => {
    const widget = document.querySelector("voice-widget");
    const launcher = widget?.shadowRoot?.querySelector("[part=launcher]");
    if (!launcher) return null;
    const { width, height, right, bottom, left, top } = launcher.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2) === widget;
    // Firefox computes in floats.
    return { height, hit, right: Math.round(innerWidth - right), bottom: Math.round(innerHeight - bottom) };
  });

describe("a hostile page", () => {
  test("in quirks mode, with rules for everything, a base and a scale of its own, changes nothing", async () => {
    const {
      page: visited,
      heard,
      widget,
    } = await visit(
      `<html style="font-size:62.5%"><head><title>Hostile</title><base href="https://elsewhere.example/x/">
       <style>
         body * { all: unset !important; color: red !important; font: 40px serif !important; box-sizing: content-box !important;
             transition: none !important; margin: 33px !important; padding: 9px !important; position: static !important;
             transform: rotate(4deg) !important; letter-spacing: 9px !important; text-transform: uppercase !important;
             z-index: auto !important; inset: auto !important; inline-size: 10px !important; overflow: hidden !important; }
         style, script, head, title { display: none !important }
         button, div, span, textarea, dialog, section { background: lime !important; display: table !important; }
         #rival { position: fixed !important; inset: 0 !important; z-index: 999999999 !important; inline-size: auto !important;
                  margin: 0 !important; transform: none !important; }
       </style></head><body><div id="rival"></div>
       <script type="module" src="${site.origin}/voice-widget.js"></script>
       <voice-widget api-key="${demo.api_key}"></voice-widget></body></html>`,
    );
    expect(await visited.evaluate(() => document.compatMode)).toBe("BackCompat");
    await widget.part("launcher").waitFor();
    await expect.poll(() => launcherOf(visited)).toEqual({ height: 56, hit: true, right: 20, bottom: 20 });
    const look = (name: string) =>
      widget.part(name).evaluate((part) => {
        const { color, fontSize, letterSpacing, textTransform } = getComputedStyle(part);
        return { color, fontSize, letterSpacing, textTransform };
      });
    expect(await look("launcher")).toEqual({
      color: "rgb(255, 255, 255)",
      fontSize: "15px",
      letterSpacing: "normal",
      textTransform: "none",
    });
    await widget.part("launcher").click();
    await widget.part("panel").waitFor();
    expect(await widget.part("panel").evaluate((panel) => getComputedStyle(panel).width)).toBe("384px");
    expect(await look("input")).toMatchObject({ textTransform: "none", letterSpacing: "normal" });
    await chat(widget, "Still readable?");
    expect(heard).toEqual({ warnings: [], faults: [] });
  });
});

describe("several widgets on a page", () => {
  test("keep their own state, and only one of them speaks", async () => {
    const other = await admin.call<{ key: string }>("POST", `/projects/${demo.project_id}/channels`, {
      name: "Second",
      agent_id: demo.agent_ids[0],
    });
    const { page: visited, heard } = await visit(
      page(`${SCRIPT}<voice-widget id="one" api-key="${demo.api_key}"></voice-widget>
        <voice-widget id="two" api-key="${other.key}" placement="bottom-left"></voice-widget>`),
    );
    const part = (id: string, name: string) => visited.locator(`#${id} [part~=${name}]`).first();
    const reaches = (id: string, ...statuses: string[]) =>
      visited.waitForFunction(([of, wanted]) => wanted.includes(document.getElementById(of)?.dataset.status ?? ""), [
        id,
        statuses,
      ] as const);
    await part("one", "launcher").click();
    await part("one", "start").click();
    await reaches("one", "listening", "speaking");
    await part("two", "launcher").click();
    await part("two", "start").click();
    await reaches("two", "listening", "speaking");
    await reaches("one", "ended");
    // Typing disturbs nobody.
    await part("one", "input").fill("A word in writing");
    await part("one", "send").click();
    await visited.locator("#one [part~=message-agent]").getByText("A word in writing").waitFor();
    expect(await visited.locator("#two").getAttribute("data-status")).toMatch(/listening|speaking|thinking/);
    // Going on by voice does.
    await part("one", "voice").click();
    await reaches("one", "listening", "speaking");
    await reaches("two", "ended");
    expect(heard).toEqual({ warnings: [], faults: [] });
  });

  test("one by a tag that a script makes, as through a tag manager, has its data attributes", async () => {
    const made = `
      var tag = document.createElement("script");
      tag.src = "${server.origin}/embed/${demo.api_key}.js";
      tag.async = true;
      tag.setAttribute("data-user-id", "customer-42");
      tag.setAttribute("data-placement", "bottom-left");
      document.head.appendChild(tag);`;
    const { widget, page: visited } = await visit(page(`<script>${made}</script>`));
    await widget.part("launcher").waitFor();
    const [id, placement] = await visited.evaluate(() =>
      ["user-id", "placement"].map((name) => document.querySelector("voice-widget")?.getAttribute(name)),
    );
    expect([id, placement]).toEqual(["customer-42", "bottom-left"]);
  });

  test("are not made twice by a script that is there twice", async () => {
    const { page: visited, heard } = await visit(
      page(`<script src="/voice-widget.js" data-api-key="${demo.api_key}"></script>
        <script src="/voice-widget.js?again" data-api-key="${demo.api_key}"></script>${SCRIPT}`),
    );
    await visited.locator("voice-widget [part=launcher]").waitFor();
    expect(await visited.locator("voice-widget").count()).toBe(1);
    expect(heard).toEqual({ warnings: [], faults: [] });
  });

  test.each([
    ["a line break", "\n"],
    ["a quote", "&quot;"],
  ])("one whose key was copied with %s is there", async (_what, sign) => {
    const { page: visited, heard } = await visit(
      page(`<script src="/voice-widget.js" data-api-key="${demo.api_key}${sign}"></script>
        <script src="/voice-widget.js?again" data-api-key="${demo.api_key}${sign}"></script>`),
    );
    await visited.locator("voice-widget [part=launcher]").waitFor();
    expect(await visited.locator("voice-widget").count()).toBe(1);
    expect(heard.faults).toEqual([]);
  });
});

describe("a page that changes under the widget", () => {
  test("a node that is moved keeps its conversation; one that is taken away ends it", async () => {
    const { page: visited, widget } = await visit(
      page(`${SCRIPT}<main></main><voice-widget api-key="${demo.api_key}"></voice-widget>`),
    );
    await widget.part("launcher").click();
    await chat(widget, "Before the move");
    const session = await widget.sessionId();
    await visited.evaluate(() => {
      history.pushState(null, "", "/elsewhere");
      const node = document.querySelector("voice-widget") as HTMLElement;
      node.remove();
      document.querySelector("main")?.append(node);
    });
    await chat(widget, "After the move");
    expect(await widget.sessionId()).toBe(session);
    await visited.evaluate(() => document.querySelector("voice-widget")?.remove());
    await eventually(
      () => admin.session(session ?? ""),
      ({ status }) => status === "ended",
    );
  });

  test("an event of its own named toggle, sent to the window, is no fault of the widget", async () => {
    const {
      page: visited,
      heard,
      widget,
    } = await visit(page(`${SCRIPT}<voice-widget api-key="${demo.api_key}"></voice-widget>`));
    await widget.part("launcher").waitFor();
    await visited.evaluate(() => window.dispatchEvent(new Event("toggle")));
    expect(heard.faults).toEqual([]);
  });

  test("Turbo's pages, forward and back, keep the widget of the one-tag form and its conversation", async () => {
    serveTurbo();
    const pageOf = (title: string, link: string) =>
      `<!doctype html><html lang="en"><head><title>${title}</title><script src="/turbo.js"></script>
       <script async src="${server.origin}/embed/${demo.api_key}.js"></script></head><body><h1>${title}</h1>${link}</body></html>`;
    site.put("/second", pageOf("Second", '<a id="third" href="/third">On</a>'));
    site.put("/third", pageOf("Third", ""));
    const { page: visited, widget, heard } = await visit(pageOf("First", '<a id="second" href="/second">On</a>'));
    await visited.evaluate(() => Object.assign(window, { stillTheSame: true }));
    await widget.part("launcher").click();
    await chat(widget, "On the first page");
    const session = await widget.sessionId();
    const ways: [title: string, go: () => Promise<unknown>][] = [
      ["Second", () => visited.locator("#second").click()],
      ["Third", () => visited.locator("#third").click()],
      ["Second", () => visited.goBack()],
      ["First", () => visited.goBack()],
    ];
    for (const [index, [title, go]] of ways.entries()) {
      await go();
      await visited.locator("h1", { hasText: title }).waitFor();
      await widget.part("panel").waitFor();
      await chat(widget, `Page ${index + 2}: ${title}`);
      expect(await widget.sessionId()).toBe(session);
      expect(await visited.locator("voice-widget").count()).toBe(1);
    }
    expect(await visited.evaluate(() => "stillTheSame" in window)).toBe(true);
    expect(heard).toEqual({ warnings: [], faults: [] });
  });

  test("Turbo's morph of a page keeps the widget of the one-tag form and its conversation", async () => {
    serveTurbo();
    const pageOf = (title: string) =>
      `<!doctype html><html lang="en"><head><title>${title}</title><meta name="turbo-refresh-method" content="morph">
       <script src="/turbo.js"></script><script async src="${server.origin}/embed/${demo.api_key}.js"></script></head>
       <body><h1>${title}</h1><p>Text that stays</p></body></html>`;
    const { page: visited, widget, heard } = await visit(pageOf("Before"));
    await widget.part("launcher").click();
    await chat(widget, "Before the morph");
    const session = await widget.sessionId();
    await visited.evaluate(() => Object.assign(document.querySelector("p") as object, { stillTheSame: true }));
    site.put("/", pageOf("After"));
    await visited.evaluate(() => {
      const { Turbo } = window as unknown as { Turbo: { visit(address: string, how: { action: string }): void } };
      Turbo.visit(location.href, { action: "replace" });
    });
    await visited.locator("h1", { hasText: "After" }).waitFor();
    expect(await visited.evaluate(() => "stillTheSame" in (document.querySelector("p") as object))).toBe(true);
    await chat(widget, "After the morph");
    expect(await widget.sessionId()).toBe(session);
    expect(heard).toEqual({ warnings: [], faults: [] });
  });

  test("elements made by script, by markup, or from a cached copy of the page work alike", async () => {
    const { page: visited, widget } = await visit(
      page(`${SCRIPT}<main><voice-widget api-key="${demo.api_key}"></voice-widget></main>`),
    );
    await widget.part("launcher").click();
    await chat(widget, "Original");
    for (const way of ["clone", "markup", "script"]) {
      await visited.evaluate(
        ([made, apiKey]) => {
          const main = document.querySelector("main") as HTMLElement;
          const old = main.firstElementChild as HTMLElement;
          if (made === "clone") main.replaceChildren(old.cloneNode(true));
          if (made === "markup") main.innerHTML = old.outerHTML;
          if (made !== "script") return;
          const fresh = document.createElement("voice-widget");
          fresh.apiKey = apiKey;
          main.replaceChildren(fresh);
        },
        [way, demo.api_key] as const,
      );
      await visited.waitForFunction(() => document.querySelector("voice-widget")?.dataset.status === "idle");
      await widget.part("launcher").click();
      await chat(widget, `Made by ${way}`);
    }
  });
});

describe("a frame", () => {
  test("without the microphone is explained to owner and visitor, and typing works", async () => {
    const inner = await startProxiedWebsite(server.origin);
    try {
      inner.put("/frame", page(`${SCRIPT}<voice-widget api-key="${demo.api_key}"></voice-widget>`));
      const { page: visited, heard } = await visit(
        page(`<iframe src="${inner.origin}/frame" width="700" height="560"></iframe>`),
      );
      const frame = visited.frameLocator("iframe");
      await frame.locator("[part~=launcher]").click();
      await frame.locator("[part~=start]").click();
      await frame.locator("[part~=notice]").waitFor();
      await frame.locator("[part~=input]").fill("In writing then");
      await frame.locator("[part~=send]").click();
      await frame.locator("[part~=message-agent]").getByText("In writing then").waitFor();
      // The advice is loaded for it, and comes after the fault.
      await expect
        .poll(() => heard.warnings.toSorted())
        .toEqual([
          expect.stringMatching(/allow="microphone; autoplay"/),
          // Firefox tells a page nothing of what its frame may do.
          expect.stringMatching(inFirefox ? /microphone_denied/ : /microphone_blocked_by_frame/),
        ]);
      expect(heard.faults).toEqual([]);
    } finally {
      await inner.close();
    }
  });

  async function visitSandbox() {
    const inner = page(
      `<script src='${site.origin}/voice-widget.js'></script><voice-widget api-key='${demo.api_key}'></voice-widget>`,
    );
    const { page: visited, heard } = await visit(
      page(
        `<iframe sandbox="allow-scripts" width="700" height="560" srcdoc="${inner.replaceAll('"', "&quot;")}"></iframe>`,
      ),
    );
    const frame = visited.frameLocator("iframe");
    await frame.locator("[part~=launcher]").click();
    return { frame, heard };
  }

  test("that is sandboxed and has no origin still holds a conversation in writing", async () => {
    const { frame, heard } = await visitSandbox();
    await frame.locator("[part~=input]").fill("From a box of sand");
    await frame.locator("[part~=send]").click();
    await frame.locator("[part~=message-agent]").getByText("From a box of sand").waitFor();
    expect(heard).toEqual({ warnings: [], faults: [] });
  });

  test("that is sandboxed, and so submits no form, still takes a contact", async () => {
    const hours = { time_zone: "UTC", week: {}, closed: "contact" };
    await admin.call("PATCH", `/projects/${demo.project_id}`, { hours });
    const { frame, heard } = await visitSandbox();
    await frame.locator("[name=email]").fill("ada@example.com");
    await frame.locator("[name=consent]").check();
    await frame.locator("[name=email]").press("Enter");
    await frame.locator("[part~=contact-sent]").waitFor();
    expect(heard).toEqual({ warnings: [], faults: [] });
  });
});

describe("a page whose own header forbids the microphone", () => {
  // Firefox knows no such header.
  test.skipIf(inFirefox)("is told what to write there, and nobody is told of a frame", async () => {
    const headers = { "content-type": "text/html; charset=utf-8", "permissions-policy": "microphone=()" };
    site.put("/quiet", page(`${SCRIPT}<voice-widget api-key="${demo.api_key}"></voice-widget>`), headers);
    const visited = await (await browser.context()).newPage();
    const heard = listen(visited);
    await visited.goto(`${site.origin}/quiet`);
    const widget = new Widget(visited);
    await widget.startCall();
    await widget.part("notice").waitFor();
    expect(await widget.part("notice").textContent()).toMatch(/blocked on this page.*You can type your message/s);
    expect(await widget.part("notice").getByText("new tab").count()).toBe(0);
    await chat(widget, "In writing, then");
    await expect.poll(() => heard.warnings.join()).toMatch(/Permissions-Policy: microphone=\(self\)/);
    expect(heard.warnings.join()).not.toMatch(/iframe|This frame/);
  });
});

describe("the page's own buttons", () => {
  test("open the first widget, as React writes them too, and a wrong id is told to the owner", async () => {
    const {
      page: visited,
      heard,
      widget,
    } = await visit(
      page(`<button id="true" data-voice-widget-open="true">A</button><button id="plain" data-voice-widget-open>B</button>
        <button id="wrong" data-voice-widget-open="nobody">C</button>
        ${SCRIPT}<voice-widget api-key="${demo.api_key}"></voice-widget>`),
    );
    await widget.part("launcher").waitFor();
    for (const id of ["true", "plain"]) {
      await visited.locator(`#${id}`).click();
      await widget.part("panel").waitFor();
      await widget.part("close").click();
      await widget.part("panel").waitFor({ state: "hidden" });
    }
    expect(heard.warnings).toEqual([]);
    await visited.locator("#wrong").click();
    await expect
      .poll(() => heard.warnings)
      .toEqual([expect.stringMatching(/data-voice-widget-open="nobody".*no <voice-widget> has this id/)]);
    expect(await widget.part("panel").isVisible()).toBe(false);
  });
});

describe("a server that imports the script", () => {
  test("gets no error and no effect", async () => {
    const file = join(import.meta.dirname, "../../dist/public/voice-widget.js");
    const before = Object.keys(globalThis);
    expect(Object.keys(await import(pathToFileURL(file).href))).not.toContain("VoiceWidget");
    expect(Object.keys(globalThis)).toEqual(before);
  });
});

describe("a printed page", () => {
  test("has no launcher on it", async () => {
    const { page: visited, widget } = await visit(
      page(`${SCRIPT}<voice-widget api-key="${demo.api_key}"></voice-widget>`),
    );
    await widget.part("launcher").waitFor();
    const paper = async () => (await visited.pdf()).length;
    const printed = await paper();
    // The page's own rules go before the widget's: this is what its letters weigh.
    await visited.addStyleTag({ content: "voice-widget { display: block !important }" });
    const shown = await paper();
    await visited.evaluate(() => document.querySelector("voice-widget")?.remove());
    const empty = await paper();
    expect(shown).toBeGreaterThan(empty + 2_000);
    // A date in it may be a byte longer.
    expect(printed).toBeLessThan(empty + 200);
  });
});
