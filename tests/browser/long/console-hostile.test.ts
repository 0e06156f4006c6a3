import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, demoPage, server, startDemo } from "../../harness/browser/demo-site.ts";
import { Widget } from "../../harness/browser/widget-page.ts";
import { makeSample } from "../../harness/service/console-sample.ts";
import { PlainVisitor } from "../../harness/service/plain-visitor.ts";

startDemo();

const MARKUP = `"'><img src=https://evil.example/x onerror=__pwned=1><svg onload=__pwned=1></svg><script>__pwned=1</script>`;
const name = `"'><img src onerror=__pwned=1>`;
const LINKS = [
  "[a](javascript:__pwned=1) [b](JaVaScRiPt:__pwned=1) [c](java\tscript:__pwned=1) [d](&#106;avascript:__pwned=1)",
  "[e](data:text/html,<script>__pwned=1</script>) [f](vbscript:x) [g](//evil.example) [h](\\\\evil.example)",
  "![i](https://evil.example/x.png) <javascript:__pwned=1> [j](<javascript:__pwned=1>) [k]( javascript:__pwned=1)",
  "`<img src=x onerror=__pwned=1>` | a | b |\n|---|---|\n| <b>x</b> | [l](javascript:__pwned=1) |",
];

/** Runs in the page: what was executed, and what of the values became an element, in all shadow roots and frames' own. */
function brokenOut(): string[] {
  const found: string[] = "__pwned" in globalThis ? ["a script ran"] : [];
  const walk = (root: ParentNode) => {
    for (const element of root.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on")) found.push(element.outerHTML);
        if (/^(?:href|src|action|formaction|poster|data)$/.test(name)) {
          const { protocol, hostname } = new URL(value, document.baseURI);
          if (!/^(?:https?|mailto|tel|blob):$/.test(protocol)) found.push(element.outerHTML);
          if (hostname === "evil.example" && !element.matches("a[rel~=noopener],a[rel~=noreferrer]"))
            found.push(element.outerHTML);
        }
      }
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  return found.map((text) => text.slice(0, 200));
}

/** What the page asks of other hosts, its dialogs and its errors. */
function watch(page: Page, ...own: string[]): string[] {
  const seen: string[] = [];
  const hosts = own.map((origin) => new URL(origin).host);
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(protocol) && !hosts.includes(host)) seen.push(request.url());
  });
  page.on("dialog", (dialog) => {
    seen.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", ({ message }) => seen.push(message));
  return seen;
}

/** Everything that an organization, its visitors and its tools may say, said as badly as the service takes it. */
async function makeHostile() {
  const sample = await makeSample(admin, server.origin);
  const { organization_id, project_id, agent_ids, api_key } = sample;
  const agent_id = agent_ids[0] as number;
  await admin.call("PATCH", `/agents/${agent_id}`, { name, description: MARKUP, initial_message: LINKS.join("\n") });
  await admin.call("PATCH", `/projects/${project_id}`, {
    name,
    widget_config: {
      branding: { title: name, subtitle: name, footer: name },
      copy: { launcher: name, welcome: MARKUP, startCall: name },
    },
  });
  await admin.call("PATCH", `/organizations/${organization_id}`, { name });
  await admin.call("POST", "/operators", { name, role: "read_only" });
  await admin.call("POST", `/organizations/${organization_id}/tokens`, { name });
  await admin.call("POST", `/organizations/${organization_id}/credits`, { amount: 60, note: name });
  await admin.call("POST", `/projects/${project_id}/channels`, { name, agent_id });
  await admin.call("POST", `/projects/${project_id}/keys`, { name });
  const source = {
    kind: "text",
    title: name,
    text: `${MARKUP} ${LINKS.join("\n")}`,
    url: `https://evil.example/"'><b>`,
  };
  await admin.call("POST", `/projects/${project_id}/sources`, source);
  await admin.call("POST", `/projects/${project_id}/webhooks`, {
    url: `https://evil.example/"'><img src=x onerror=__pwned=1>`,
    events: ["contact.created"],
  });
  const visitor = await PlainVisitor.start(
    server.origin,
    api_key,
    agent_id,
    `https://evil.example/"'><script>__pwned=1</script>?q=<b>`,
    name,
  );
  await visitor.report(
    { type: "user_transcript", text: MARKUP },
    { type: "agent_transcript", text: LINKS.join("\n") },
    { type: "tool_call", name: "show_offer" },
    { type: "contact", name, email: "ada@evil.example", message: MARKUP, consent: true },
    { type: "feedback", rating: 1, text: MARKUP },
    { type: "failed", reason: MARKUP.slice(0, 200) },
  );
  return { ...sample, session_id: visitor.session_id };
}

test("whatever an organization and its visitors say, no screen of the console runs it, fetches it or links to it", async () => {
  const { organization_id, project_id, agent_ids, session_id } = await makeHostile();
  const page: Page = await (await browser.context()).newPage();
  const foreign = watch(page, server.origin);
  const site = `#/projects/${project_id}`;
  await openConsole(page, server.origin, "#/");
  const tabs = [
    "home",
    "inbox",
    "sessions",
    "contacts",
    "analytics",
    "agents",
    "knowledge",
    "look",
    "channels",
    "rules",
    "webhooks",
    "settings",
  ];
  const screens = [
    ...["#/", "#/status", "#/operators", "#/audit", "#/new-site", `#/organizations/${organization_id}`],
    ...["tokens", "ledger", "terms", "projects"].map((tab) => `#/organizations/${organization_id}/${tab}`),
    ...tabs.map((tab) => `${site}/${tab}`),
    `${site}/agents/${agent_ids[0]}`,
    `${site}/sessions/${session_id}`,
    `${site}/sessions?q=img`,
    `${site}/inbox/${session_id}`,
  ];
  for (const screen of screens) {
    // Each in a document of its own: what stands on it is of no screen before.
    await page.goto("about:blank");
    await page.goto(`${server.origin}/console/${screen}`);
    await page.locator("main h1, main h2").first().waitFor();
    await page.waitForFunction(() => document.querySelector(".loading") === null);
    // Else it is not the screen that was to be looked at.
    if (screen !== "#/status") await page.waitForFunction(() => document.body.innerText.includes("onerror=__pwned"));
    for (const frame of page.frames()) expect(await frame.evaluate(brokenOut), screen).toEqual([]);
  }
  expect(foreign).toEqual([]);
});

test("nor does the widget", async () => {
  const [agent] = demo.agent_ids;
  await admin.call("PATCH", `/agents/${agent}`, {
    name,
    description: MARKUP,
    initial_message: `${MARKUP}\n${LINKS.join("\n")}`,
  });
  await admin.call("PATCH", `/projects/${demo.project_id}`, {
    widget_config: { branding: { title: name, subtitle: name, footer: name }, copy: { launcher: name, welcome: name } },
  });
  const page: Page = await (await browser.context()).newPage();
  const foreign = watch(page, server.origin, demoPage.origin);
  await page.goto(demoPage.origin);
  const widget = new Widget(page);
  await widget.part("launcher").click();
  await page.evaluate(() => document.querySelector("voice-widget")?.start({ input: "text" }));
  await widget.hears("agent", "evil.example");
  // Markdown is read by a script of its own: its first list or code stands once it has.
  await widget.part("message-agent").first().locator("code").waitFor();
  expect(await widget.part("message-agent").first().textContent()).toContain("onload=__pwned");
  expect(await page.evaluate(brokenOut)).toEqual([]);
  expect(foreign).toEqual([]);
});
