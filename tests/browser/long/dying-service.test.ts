import { expect, test } from "vitest";
import { openBrowser } from "../../harness/browser/shared-browser.ts";
import { listen, Widget } from "../../harness/browser/widget-page.ts";
import { eventually } from "../../harness/service/operator.ts";
import { startServer } from "../../harness/service/server.ts";

test("when the service dies, the visitor gets a calm message and the page goes on working", async () => {
  const dying = await startServer();
  const browser = await openBrowser();
  const widget = new Widget(await browser.visit(dying.origin));
  await widget.startCall();
  await widget.reaches("speaking");
  const heard = listen(widget.page);
  await dying.kill();
  // A network that is gone is waited for, for a minute: the page's own, since nothing is left whose clock could differ.
  await widget.page.clock.install();
  await eventually(
    async () => {
      await widget.page.clock.runFor(1_000);
      return widget.status();
    },
    (status) => status === "error",
    120,
  );
  await widget.part("notice").waitFor();
  expect(await widget.part("notice").textContent()).toMatch(/connection was lost|can’t be reached|Connection lost/);
  expect(heard.faults).toEqual([]);
  await widget.part("close").click();
  await widget.part("panel").waitFor({ state: "hidden" });
  await browser.close();
}, 300_000);
