#!/usr/bin/env node
import { spawn } from "node:child_process";
import { type RawData, WebSocket, WebSocketServer } from "ws";

/**
 * Playwright starts this as if it were Firefox. It starts the real one (FIREFOX_PATH) and passes WebDriver BiDi through.
 * A Firefox as distributions ship it differs from Playwright's own in what `answer` and `translate` make up for.
 */

interface Message {
  id?: number;
  method?: string;
  params?: { type?: string; text?: string | null } & Record<string, unknown>;
}

/** Playwright sends these to every browser; a test that needs what they do cannot run here. */
const LACKING = new Set(["emulation.setMediaFeaturesOverride"]);

/** The answer that the driver gets in Firefox's place; nothing where Firefox answers. */
const answer = ({ id, method }: Message) =>
  method && LACKING.has(method) ? { type: "success", id, result: {} } : undefined;

/** How the browser begins its own remarks on a page, which are no errors of the page's scripts. */
const REMARK = /^(Content-Security-Policy|Cross-Origin Request Blocked|The connection to |Loading failed for |Cookie )/;

/** They are messages on the console, as in other browsers. */
function translate(message: Message): Message {
  const { method, params } = message;
  const remark = method === "log.entryAdded" && params?.type === "javascript" ? params.text : undefined;
  if (!remark || !REMARK.test(remark)) return message;
  const args = [{ type: "string", value: remark }];
  return { ...message, params: { ...params, type: "console", method: "error", args } };
}

const firefox = spawn(process.env.FIREFOX_PATH ?? "firefox", process.argv.slice(2), {
  stdio: ["ignore", "inherit", "pipe"],
});
firefox.once("exit", (code) => process.exit(code ?? 1));
firefox.once("error", ({ message }) => {
  console.error(message);
  process.exit(1);
});
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => firefox.kill(signal));

let printed = "";
firefox.stderr.on("data", function look(chunk: Buffer) {
  printed += chunk;
  const [, address] = /WebDriver BiDi listening on (ws:\S+)\n/.exec(printed) ?? [];
  if (!address) return;
  firefox.stderr.off("data", look);
  firefox.stderr.pipe(process.stderr);
  serve(address);
});

function serve(address: string): void {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  server.once("listening", () => {
    const { port } = server.address() as { port: number };
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${port}`);
  });
  const read = (data: RawData) => JSON.parse(String(data)) as Message;
  server.on("connection", (driver, request) => {
    const browser = new WebSocket(`${address}${request.url}`, { perMessageDeflate: false });
    const waiting: string[] = [];
    browser.once("open", () => {
      for (const message of waiting.splice(0)) browser.send(message);
    });
    driver.on("message", (data) => {
      const made = answer(read(data));
      if (made) driver.send(JSON.stringify(made));
      else if (browser.readyState === WebSocket.CONNECTING) waiting.push(String(data));
      else browser.send(String(data));
    });
    browser.on("message", (data) => driver.send(JSON.stringify(translate(read(data)))));
    browser.once("error", () => driver.close());
    browser.once("close", () => driver.close());
    // The process that started this one may have died.
    driver.once("close", () => firefox.kill("SIGTERM"));
  });
}
