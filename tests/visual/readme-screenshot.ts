import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { launchChromium } from "../harness/browser/chromium.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { startServer } from "../harness/service/server.ts";

/** `npm run screenshot`: makes the README's picture, the demo page with a conversation on it. */

const target = join(import.meta.dirname, "../../docs/screenshot.png");
const server = await startServer();
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width: 1360, height: 780 }, permissions: ["microphone"] });
  const widget = new Widget(page);
  await page.goto(server.origin);
  await widget.part("launcher").click();
  await widget.part("start").click();
  // Chromium's fake microphone beeps, which would interrupt greeting and answer.
  await widget.part("mute").click();
  // The greeting is heard to its end.
  await widget.hears("agent", "what I heard.");
  await widget.reaches("listening");
  await widget.write("Which coffee is decaf?");
  // In the middle of the answer, when the picture of the agent moves.
  await widget.reaches("speaking");
  await widget.hears("agent", "decaf");
  // Until the message has faded in.
  await widget
    .part("message-agent")
    .last()
    .evaluate((message) => Promise.all(message.getAnimations({ subtree: true }).map(({ finished }) => finished)));
  mkdirSync(dirname(target), { recursive: true });
  await page.screenshot({ path: target });
  console.log(`made ${target}`);
} finally {
  await browser.close();
  await server.stop();
}
