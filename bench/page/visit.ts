import type { BrowserContext, CDPSession } from "playwright-core";
import type { TestBrowser } from "../../tests/harness/browser/browser.ts";

/** A visitor's phone: four times slower than this machine, on a slow mobile network. */
export const CPU_RATE = 4;
/** As DevTools counts: milliseconds of a round trip, bytes per second. */
export const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 750_000 / 8,
};

declare global {
  interface Window {
    /** Milliseconds from navigation to the first frame with the launcher in it. */
    launcherPainted?: number;
    /** The same, with the launcher in the owner's look and words. */
    ownLook?: number;
    layoutShift: number;
    /** Milliseconds of tasks over 50 ms. */
    longTasks: number;
  }
}

/** Runs in the page, before its scripts. */
function watch(): void {
  window.layoutShift = 0;
  window.longTasks = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.layoutShift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks += duration;
  }).observe({ type: "longtask", buffered: true });
  // The task after a frame's callbacks begins when that frame has been made.
  const atPaint = (then: () => void) => requestAnimationFrame(() => setTimeout(then));
  let ready = false;
  addEventListener("voice-widget:ready", () => {
    ready = true;
  });
  const look = () => {
    const widget = document.querySelector("voice-widget");
    const launcher = widget?.shadowRoot?.querySelector('[part~="launcher"]');
    if (launcher && !widget?.hasAttribute("data-wait")) {
      if (window.launcherPainted === undefined)
        atPaint(() => {
          window.launcherPainted ??= performance.now();
        });
      // The minimal widget has no look of an owner.
      if (ready || !customElements.get("voice-widget"))
        return atPaint(() => {
          window.ownLook ??= performance.now();
        });
    }
    return requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** What one visit cost the visitor. */
export interface Visit {
  /** Bytes that travelled, headers included. */
  transferred: number;
  requests: number;
  /** Milliseconds of processor time of the page's main thread until nothing is loading any more. */
  mainThread: number;
  /** Milliseconds of it in scripts. */
  script: number;
  /** Milliseconds of tasks over 50 ms. */
  longTasks: number;
  layoutShift: number;
  /** Milliseconds from the navigation; `null` on a page without the widget. */
  launcher: number | null;
  ownLook: number | null;
}

/** Durations are the main thread's own then, whatever else the machine does. A slowed processor's pauses are in them. */
export async function countProcessorTime(devtools: CDPSession): Promise<void> {
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
}

export async function metricsOf(devtools: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return (wanted) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
}

/** A new visitor, with nothing cached, loads the page and comes to it once more. */
export async function visitTwice(browser: TestBrowser, url: string, launcher: boolean): Promise<[Visit, Visit]> {
  const context = await browser.context();
  try {
    return [await visit(context, url, launcher), await visit(context, url, launcher)];
  } finally {
    await context.close();
  }
}

/** Stays until the page has finished loading. */
async function visit(context: BrowserContext, url: string, launcher: boolean): Promise<Visit> {
  const page = await context.newPage();
  await page.addInitScript(watch);
  const devtools = await context.newCDPSession(page);
  let transferred = 0;
  let requests = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    transferred += encodedDataLength;
    requests++;
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_RATE });
  await countProcessorTime(devtools);
  await page.goto(url);
  if (launcher) await page.waitForFunction(() => window.ownLook !== undefined);
  await page.waitForLoadState("networkidle");
  const metric = await metricsOf(devtools);
  const seen = await page.evaluate(() => ({
    layoutShift: window.layoutShift,
    longTasks: window.longTasks,
    launcher: window.launcherPainted ?? null,
    ownLook: window.ownLook ?? null,
  }));
  await page.close();
  const milliseconds = (name: string) => metric(name) * 1000;
  return {
    transferred,
    requests,
    mainThread: milliseconds("TaskDuration"),
    script: milliseconds("ScriptDuration"),
    ...seen,
  };
}
