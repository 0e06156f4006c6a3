import { sounding } from "../../tests/harness/audio/analysis.ts";
import { recording } from "../../tests/harness/audio/recorder.ts";
import { launch, type TestBrowser } from "../../tests/harness/browser/browser.ts";
import { Widget } from "../../tests/harness/browser/widget-page.ts";
import { startBundledServer } from "../../tests/harness/service/bundled-server.ts";
import { Admin } from "../../tests/harness/service/operator.ts";
import { startSite } from "../../tests/harness/service/website.ts";
import { median } from "../median.ts";
import { startDistantService } from "./distant-service.ts";

/**
 * What the protocol needs between the click and the first sound, one after the other, without TLS. The connection for the
 * session is open: the panel came over it.
 */
export const ROUND_TRIPS = ["preflight", "POST /session", "TCP of the WebSocket", "its upgrade", "greeting"] as const;

/** Medians in milliseconds, from the click on *Start call* to the first sound of the demo agent's greeting. */
export interface FirstSound {
  /** With the service on this machine. */
  near: number;
  /** With the service at the other end of a phone's network. */
  far: number;
}

declare global {
  interface Window {
    /** When the visitor clicked last, as performance.now() counts. */
    clickedAt: number;
  }
}

/** New visitors with an empty cache, near and far in turn. */
export async function firstSound(runs: number): Promise<FirstSound> {
  // More calls a minute than one visitor may begin.
  const service = await startBundledServer({ VISITOR_MINUTE_LIMIT: "0" });
  const distant = await startDistantService(service.origin);
  const browser = await launch();
  const { snippet } = await new Admin(service.origin).demoSite();
  const sites = {
    near: await startSite(snippet),
    far: await startSite(snippet.replaceAll(service.origin, distant.origin)),
  };
  try {
    const heard: Record<keyof FirstSound, number[]> = { near: [], far: [] };
    // The very first calls pay for what the service and the browser make once.
    for (let run = -1; run < runs; run++)
      for (const place of ["near", "far"] as const) {
        const ms = await visit(browser, sites[place].origin);
        if (run >= 0) heard[place].push(ms);
      }
    return { near: median(heard.near), far: median(heard.far) };
  } finally {
    await browser.close();
    distant.close();
    await Promise.all([service.stop(), sites.near.close(), sites.far.close()]);
  }
}

/** Milliseconds from the click to the first sound. */
async function visit(browser: TestBrowser, url: string): Promise<number> {
  const page = await browser.visit(url);
  const widget = new Widget(page);
  await page.evaluate(() =>
    addEventListener("click", ({ timeStamp }) => Object.assign(window, { clickedAt: timeStamp }), true),
  );
  await widget.startCall();
  await widget.reaches("speaking");
  // The recorder passes on what it has in pieces.
  await page.waitForTimeout(500);
  const heard = await recording(page, "output");
  const [first] = sounding(heard);
  if (!first) throw new Error("The agent was not heard.");
  const clicked = await page.evaluate(() => window.clickedAt);
  await page.context().close();
  return heard.startedAt + first.from * 1_000 - clicked;
}
