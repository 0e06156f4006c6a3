import { beforeEach, expect, test } from "vitest";
import { browser, demoPage, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";

let widget: Widget;

startDemo({ allowMicrophone: false });
beforeEach(async () => {
  widget = new Widget(await browser.visit(demoPage.origin));
  await widget.part("launcher").click();
  await widget.part("start").waitFor();
});

async function write(words: string): Promise<void> {
  await widget.write(words);
}

test("after a failure the conversation can be copied, and the launcher and 'Try again' go on with it", async () => {
  await write("My order is number 1024");
  await widget.hears("agent", "My order is number 1024");
  const lost = (url: URL) => url.pathname.endsWith("/events");
  await widget.page.route(lost, (route) => route.fulfill({ status: 404, json: { detail: "Session not found" } }));
  await write("And milk?");
  await widget.reaches("error");
  await widget.part("copy").waitFor();
  await widget.page.unroute(lost);

  await widget.part("close").click();
  await expect.poll(() => widget.part("launcher").getAttribute("aria-label")).toContain("Continue");
  await widget.part("launcher").click();
  await widget.part("retry").click();
  await widget.reaches("listening", "speaking", "thinking");
  await write("Still there?");
  await widget.hears("agent", "Still there?");
  const said = (await widget.messages()).filter(({ role }) => role === "user").map(({ text }) => text);
  expect(said).toEqual(["My order is number 1024", "And milk?", "Still there?"]);
});

test("words that could not be sent say so, and are sent with the next try", async () => {
  const busy = (url: URL) => url.pathname.endsWith("/session");
  await widget.page.route(busy, (route) => route.fulfill({ status: 500, json: { detail: "no" } }));
  await write("Anybody there?");
  await widget.reaches("error");
  await widget.part("message-user").getByText("Not sent").waitFor();
  await widget.page.unroute(busy);
  await widget.part("retry").click();
  await widget.hears("agent", "Anybody there?");
  expect(await widget.part("message-user").allInnerTexts()).toEqual([expect.not.stringContaining("Not sent")]);
});

test("a question for the microphone that nobody answers is pointed at, and typing begins in writing", async () => {
  await widget.page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => {});
  });
  await widget.part("start").click();
  await widget.part("status").getByText("Your browser asks for the microphone beside this page’s address.").waitFor();
  await write("Then in writing");
  await widget.hears("agent", "Then in writing");
  expect(await widget.part("notice").count()).toBe(0);
});
