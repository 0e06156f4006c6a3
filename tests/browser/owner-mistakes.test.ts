import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { admin, browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { type ProxiedWebsite, startProxiedWebsite } from "../harness/service/proxied-website.ts";

/** Mistakes of owners, answers that a service may give, and the hints that owners get. */

let site: ProxiedWebsite;

startDemo();
beforeEach(async () => {
  site = await startProxiedWebsite(server.origin);
});
afterEach(() => site?.close());

async function visit(tag: string) {
  site.put(
    "/",
    `<!doctype html><html lang="en"><title>A site</title><h1>A site</h1>
     <script type="module" src="/voice-widget.js"></script>${tag}</html>`,
  );
  const page = await (await browser.context()).newPage();
  const heard = listen(page);
  await page.goto(site.origin);
  return { page, heard, widget: new Widget(page) };
}

describe("attributes", () => {
  test("that do not exist, or hold what they cannot, are named once and change nothing", async () => {
    const { page, heard, widget } = await visit(
      `<voice-widget api-key="${demo.api_key}" placment="top-left" colour="red" placement="middle" theme="pink" data-own="1"
         aria-label="ours" class="ours" v-cloak x-data="{}" @click="x" role="complementary"></voice-widget>`,
    );
    await expect.poll(() => heard.warnings.length).toBe(2);
    await page.evaluate(() => {
      const widget = document.querySelector("voice-widget");
      widget?.setAttribute("theme", "dark");
      widget?.setAttribute("theme", "pink");
    });
    await widget.part("launcher").click();
    await widget.part("panel").waitFor();
    await expect.poll(() => heard.warnings.length).toBe(3);
    expect(heard.faults).toEqual([]);
    expect(heard.warnings.sort()).toEqual([
      expect.stringMatching(
        /no attribute placment \(did you mean placement\?\), colour\. It has: api-key, .*, debug\.$/,
      ),
      expect.stringMatching(/placement="middle" is ignored; write one of: bottom-right, bottom-left/),
      expect.stringMatching(/theme="pink" is ignored; write one of: auto, light, dark/),
    ]);
    expect(await page.locator("voice-widget").getAttribute("data-placement")).toBe("bottom-right");
  });
});

test("attributes of frameworks, and a key that one gives a moment after the element, are no mistakes", async () => {
  const { page, heard, widget } = await visit(
    `<script>
       const added = document.createElement("voice-widget");
       for (const name of ["astro-exec", "ng-version", "v-cloak"]) added.setAttribute(name, "");
       document.body.append(added);
       customElements.whenDefined("voice-widget").then(async () => {
         await added.updateComplete;
         setTimeout(() => added.setAttribute("api-key", "${demo.api_key}"));
       });
     </script>`,
  );
  await widget.part("launcher").click();
  await widget.part("panel").waitFor();
  await page.evaluate(() => document.querySelector("voice-widget")?.setAttribute("theme", "pink"));
  await expect.poll(() => heard.warnings).toContainEqual(expect.stringMatching(/theme="pink"/));
  expect(heard).toEqual({ warnings: [expect.any(String)], faults: [] });
});

describe("a request for a person", () => {
  test("of an agent that has none says where one is switched on, and begins nothing", async () => {
    const { page, heard } = await visit(`<voice-widget api-key="${demo.api_key}"></voice-widget>`);
    await page.evaluate(() => document.querySelector("voice-widget")?.requestPerson("a refund"));
    await expect.poll(() => heard.warnings).toEqual([expect.stringMatching(/Visitors may ask for a person.*`person`/)]);
    expect(await page.locator("voice-widget").getAttribute("data-status")).toBe("idle");
    expect(heard.faults).toEqual([]);
  });
});

describe("a malicious config", () => {
  test("neither styles, nor scripts, nor freezes the page", async () => {
    const evil = `"><img src=x onerror="document.title='pwned'"><script>document.title='pwned'</script>`;
    const long = "A".repeat(10_000_000);
    const config = {
      project_id: 1,
      project_name: evil,
      agent_id: null,
      launcher_labels: { en: evil, de: long },
      agents: [
        { id: 1, name: evil.slice(0, 400), description: evil, initial_message: evil, provider: "provider_a" },
        { id: "2", name: long },
        ...Array.from({ length: 5_000 }, (_, id) => ({ id: id + 10, name: "Many" })),
      ],
      widget_config: {
        designTokens: {
          accent: "red;}body{display:none",
          background: "url(https://evil.example/x)",
          fontFamily: "Arial;}body{display:none}",
          zIndex: "1;}",
          width: 1e9,
          __proto__: { radius: 1 },
          colour: "#000000",
        },
        branding: {
          title: evil,
          subtitle: long,
          logoUrl: "javascript:alert(1)",
          avatarUrl: "data:text/html,x",
          privacyUrl: "javascript:document.title='pwned'",
          termsUrl: "https://terms.example/",
          footer: evil,
        },
        copy: { launcher: evil, welcome: evil, startCall: long, consent: { toString: "x" } },
        features: { greetingBubble: true, voice: "yes", consent: 1 },
      },
    };
    site.answer((path) => (path.endsWith("/config") ? Response.json(config) : null));
    const { page, heard, widget } = await visit(`<voice-widget api-key="${demo.api_key}"></voice-widget>`);
    await widget.part("greeting").waitFor();
    expect(await widget.part("greeting").textContent()).toContain("<img");
    expect(await widget.part("launcher").textContent()).toContain("<img");
    await widget.part("launcher").click();
    await widget.part("panel").waitFor();
    expect(await widget.part("panel").textContent()).toContain("<script>");
    expect(await widget.part("start").textContent()).toContain("Start call");
    const seen = await page.evaluate(() => {
      const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel")?.shadowRoot;
      const links = Array.from(panel?.querySelectorAll("a, img") ?? [], (one) => one.outerHTML);
      const accent = getComputedStyle(panel?.querySelector("[part=panel]") as Element).getPropertyValue(
        "--voice-widget-accent",
      );
      return { links, accent, title: document.title, shown: getComputedStyle(document.body).display };
    });
    expect(seen.links.join()).not.toMatch(/javascript:|data:|onerror|evil/);
    expect(seen.links.join()).toContain("https://terms.example/");
    expect(seen).toMatchObject({ accent: "#2f5bea", title: "A site", shown: "block" });
    expect(heard.faults).toEqual([]);
    await expect.poll(() => heard.warnings).toHaveLength(2);
    expect(heard.warnings[0]).toMatch(/designTokens accent, background, fontFamily, zIndex, width, colour ignored/);
    expect(heard.warnings[1]).toMatch(/branding.logoUrl, .*copy.consent, features.voice, features.consent ignored/);
  });
});

describe("debug", () => {
  test("checks the set-up without starting a session, and shows the connection and the events", async () => {
    const { page, heard, widget } = await visit(`<voice-widget api-key="${demo.api_key}" debug></voice-widget>`);
    const board = widget.part("debug");
    await board.getByText("No problems found").waitFor();
    // Whether a call could start is asked; none is started.
    expect(site.asked.filter((path) => path.includes("/session"))).toEqual(["/widget/v1/session/readiness"]);
    const text = (await board.textContent()) ?? "";
    expect(text).toMatch(/answered in \d+ ms: project "Harbour Coffee Roasters"/);
    expect(text).toContain(`this page's origin is ${site.origin}`);
    expect(text).not.toContain(demo.api_key);

    await widget.part("launcher").click();
    await widget.write("Hello");
    await board.getByText(/WebSocket to localhost:\d+, open/).waitFor();
    await board.getByText(/Connected after/).waitFor();
    await board
      .getByRole("log", { name: "Events" })
      .getByText(/message .*Hello/)
      .first()
      .waitFor();
    await page.evaluate(() => document.querySelector("voice-widget")?.removeAttribute("debug"));
    await board.waitFor({ state: "detached" });
    expect(heard.faults).toEqual([]);
  });

  test("says exactly what to change where the key does not allow the page", async () => {
    const { key: elsewhere } = await admin.call<{ key: string }>("POST", `/projects/${demo.project_id}/channels`, {
      name: "Elsewhere",
      agent_id: demo.agent_ids[0],
      allowed_domains: ["https://elsewhere.example"],
    });
    const { widget } = await visit(`<voice-widget api-key="${elsewhere}" debug></voice-widget>`);
    const board = widget.part("debug");
    await board.getByText("1 problem").waitFor();
    expect(await board.textContent()).toContain(`write ${site.origin} into the allowed domains`);
  });
});

describe("calls and properties before the script has loaded", () => {
  test("are applied once it has loaded", async () => {
    const { heard, widget } = await visit(
      `<script>
        const widget = document.querySelector("voice-widget") ?? document.createElement("voice-widget");
        widget.apiKey = "${demo.api_key}";
        (widget.calls ??= []).push(["registerTool", "show_offer", () => { document.title = "shown"; return { shown: true }; }]);
        (widget.calls ??= []).push(["open"]);
        widget.calls.push(["sendText", "call show_offer"]);
        document.body.append(widget);
      </script>`,
    );
    await widget.part("panel").waitFor();
    await widget.hears("agent", "Done");
    expect(await widget.page.title()).toBe("shown");
    await widget.page.evaluate(() => document.querySelector("voice-widget")?.calls.push(["close"]));
    await widget.part("panel").waitFor({ state: "hidden" });
    expect(heard).toEqual({ warnings: [], faults: [] });
  });
});
