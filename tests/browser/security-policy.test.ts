import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inFirefox } from "../harness/browser/browser.ts";
import { browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { quietMicrophone } from "../harness/browser/quiet-microphone.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { type ProxiedWebsite, startProxiedWebsite } from "../harness/service/proxied-website.ts";

/** Pages whose owners allow next to nothing: the whole conversation goes on there, and no rule is broken. */

let site: ProxiedWebsite;

startDemo();
beforeAll(async () => {
  site = await startProxiedWebsite(server.origin);
});
afterAll(() => site?.close());

/** As the README tells it to an owner. */
const policy = (styles: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-n1' ${server.origin}`,
    `connect-src ${server.origin} ${server.origin.replace("http", "ws")}`,
    styles,
    "require-trusted-types-for 'script'",
    "trusted-types lit-html",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

/** Runs before the page: hears how loud it plays, without a worklet, which the policy would have to allow. */
function hear(): void {
  const connect = AudioNode.prototype.connect as (this: AudioNode, ...rest: unknown[]) => unknown;
  const meters: AnalyserNode[] = [];
  const loudest = { value: 0 };
  Object.assign(window, { loudest });
  AudioNode.prototype.connect = function (this: AudioNode, ...rest: unknown[]) {
    if (rest[0] instanceof AudioDestinationNode) {
      const meter = this.context.createAnalyser();
      connect.call(this, meter);
      meters.push(meter);
    }
    return connect.apply(this, rest);
  } as typeof AudioNode.prototype.connect;
  setInterval(() => {
    for (const meter of meters) {
      const samples = new Float32Array(meter.fftSize);
      meter.getFloatTimeDomainData(samples);
      loudest.value = Math.max(loudest.value, ...samples.map(Math.abs));
    }
  }, 50);
}

async function visit(path: string, script: string, headers: Record<string, string> = {}) {
  site.put(
    path,
    `<!doctype html><html lang="en"><title>A strict site</title>
     <script nonce="n1">
       window.violations = [];
       document.addEventListener("securitypolicyviolation", (event) => {
         violations.push(event.violatedDirective + " " + event.blockedURI + " " + event.sourceFile + ":" + event.lineNumber);
       });
       ${script}
     </script>
     <h1>A strict site</h1>
     <script type="module" nonce="n1" src="${server.origin}/voice-widget.js"></script>
     <voice-widget api-key="${demo.api_key}"></voice-widget></html>`,
    headers,
  );
  const page = await (await browser.context()).newPage();
  const heard = listen(page);
  await page.addInitScript(quietMicrophone);
  await page.addInitScript(hear);
  await page.goto(site.origin + path);
  return { page, heard, widget: new Widget(page) };
}

const violations = (page: Page) => page.evaluate(() => (window as unknown as { violations: string[] }).violations);

/** Greeted by voice, answered in writing, ended, rated. */
async function converse({ page, widget }: Awaited<ReturnType<typeof visit>>): Promise<void> {
  await widget.startCall();
  await widget.reaches("speaking");
  await page.waitForFunction(() => (window as unknown as { loudest: { value: number } }).loudest.value > 0.01);
  await widget.part("mute").click();
  await widget.write("**Is** the roastery open on Sunday?");
  await widget.hears("user", "open on Sunday");
  await widget.hears("agent", "open on Sunday");
  await widget.part("end").first().click();
  await widget.reaches("ended");
  await widget.part("star").last().click();
  await widget.part("close").click();
  await widget.part("panel").waitFor({ state: "hidden" });
}

describe("a strict content security policy with trusted types", () => {
  test("is kept by a whole conversation", async () => {
    const visited = await visit("/strict", "", { "content-security-policy": policy("style-src 'none'") });
    await converse(visited);
    expect(await violations(visited.page)).toEqual([]);
    expect(visited.heard).toEqual({ warnings: [], faults: [] });
  });
});

describe("a policy that forgets", () => {
  test("the socket of a call: the visitor is told at once, and the owner what to add", async () => {
    const socket = server.origin.replace("http", "ws");
    const { widget, heard } = await visit("/no-socket", "", {
      "content-security-policy": policy("style-src 'none'").replace(socket, ""),
    });
    await widget.part("launcher").click();
    await widget.write("Nothing can be asked");
    await widget.part("notice").waitFor();
    const advice = inFirefox ? "must allow the agent's address" : `stops ${socket}: add ${socket} to connect-src`;
    await expect.poll(() => heard.warnings).toEqual([expect.stringContaining(advice)]);
    expect(heard.warnings[0]).not.toMatch(/did not answer in time/);
  });

  /** A page that has the widget from its own server, as with npm, and asks the service at another origin. */
  async function visitOwnCopy(headers: Record<string, string>) {
    site.put(
      "/own-copy",
      `<!doctype html><html lang="en"><title>A site</title><script src="${server.origin}/not-ours.js"></script>
       <script src="/voice-widget.js"></script>
       <voice-widget api-key="${demo.api_key}" base-url="${server.origin}"></voice-widget></html>`,
      headers,
    );
    const page = await (await browser.context()).newPage();
    const heard = listen(page);
    return { page, heard, address: `${site.origin}/own-copy` };
  }
  const unreachable = expect.stringMatching(/cannot be reached/);

  test("the service of a page that has the widget's files itself: the owner reads each line that stops it", async () => {
    const { page, heard, address } = await visitOwnCopy({ "content-security-policy": "default-src 'self'" });
    await page.goto(address);
    await expect.poll(() => heard.warnings).toEqual([unreachable]);
    // Firefox keeps no reports.
    const line = inFirefox ? "check base-url" : `stops ${server.origin}: add ${server.origin} to connect-src`;
    expect(heard.warnings[0]).toContain(line);
  });

  test("the service, and only reports it: the owner reads nothing of it", async () => {
    const { page, heard, address } = await visitOwnCopy({
      "content-security-policy-report-only": "default-src 'self'",
    });
    await page.route("**/widget/v1/config", (route) => route.abort());
    await page.goto(address);
    await expect.poll(() => heard.warnings).toEqual([unreachable]);
    expect(heard.warnings[0]).not.toContain("stops");
  });

  test("the templates' trusted type: the owner reads its name", async () => {
    const { widget, heard } = await visit("/no-type", "", {
      "content-security-policy": policy("style-src 'none'").replace("lit-html", "default"),
    });
    await widget.part("launcher").click();
    await expect.poll(() => heard.warnings).toEqual([expect.stringContaining("Add lit-html to trusted-types")]);
  });
});

describe("frozen built-ins", () => {
  test("do not stop a conversation", async () => {
    const visited = await visit(
      "/frozen",
      `const names = ["Object", "Array", "Function", "Promise", "Map", "Set", "WeakMap", "WeakSet", "String", "Number",
         "Boolean", "Symbol", "BigInt", "RegExp", "Date", "Error", "TypeError", "RangeError", "ArrayBuffer", "DataView",
         "Int16Array", "Uint8Array", "Float32Array", "EventTarget", "Event", "CustomEvent", "Node", "Element", "HTMLElement",
         "SVGElement", "Document", "DocumentFragment", "ShadowRoot", "CSSStyleSheet", "CSSStyleDeclaration", "MessageEvent",
         "WebSocket", "Response", "Headers", "Request", "URL", "AbortController", "AbortSignal", "AudioNode", "AudioContext"];
       for (const name of names) if (window[name]) Object.freeze(window[name].prototype);
       for (const made of [(async () => {})(), [][Symbol.iterator](), new Map().entries(), async () => {}, function* () {}, async function* () {}])
         Object.freeze(Object.getPrototypeOf(made));
       for (const name of ["Object", "Array", "Function", "Promise", "JSON", "Math", "Reflect"]) Object.freeze(window[name]);`,
    );
    await converse(visited);
    expect(visited.heard).toEqual({ warnings: [], faults: [] });
  });

  test("do not stop a conversation where the page has added to them", async () => {
    const visited = await visit(
      "/polluted",
      `for (const made of [Object, Array, String, Function, Element]) made.prototype.extra = function () { return "junk"; };
       Object.prototype.detail = "junk"; Object.prototype.status = "junk";
       Array.prototype.each = Array.prototype.forEach; Array.prototype.remove = () => {};
       window.define = Object.assign(() => { throw new Error("not for us"); }, { amd: {} });
       window.module = { exports: {} }; window.exports = window.module.exports; window.require = window.define;`,
    );
    await converse(visited);
    expect(visited.heard).toEqual({ warnings: [], faults: [] });
    expect(await visited.page.evaluate(() => Object.keys((window as unknown as { module: object }).module))).toEqual([
      "exports",
    ]);
  });
});
