import type { TestBrowser } from "../../tests/harness/browser/browser.ts";

/** A visitor's phone: four times slower than this machine, on a slow mobile network. */
const CPU_RATE = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 };

declare global {
  interface Window {
    /** Milliseconds from navigation to the first frame with the launcher in it. */
    launcherPainted?: number;
    layoutShift: number;
  }
}

/** Runs in the page, before its scripts. */
function watch(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.layoutShift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    const launcher = document.querySelector("voice-widget")?.shadowRoot?.querySelector('[part~="launcher"]');
    if (!launcher?.getBoundingClientRect().width) return requestAnimationFrame(look);
    // The task after a frame's callbacks begins when that frame has been made.
    return requestAnimationFrame(() =>
      setTimeout(() => {
        window.launcherPainted = performance.now();
      }),
    );
  };
  requestAnimationFrame(look);
}

/** What one visit cost the visitor. */
export interface Visit {
  /** Bytes that travelled, headers included. */
  transferred: number;
  requests: number;
  /** Milliseconds of the page's main thread until nothing is loading any more. */
  mainThread: number;
  layoutShift: number;
  /** Milliseconds; `null` on a page without the widget. */
  launcher: number | null;
}

/** A new visitor, with nothing cached, stays until the page has finished loading. */
export async function visit(browser: TestBrowser, url: string, launcher: boolean): Promise<Visit> {
  const context = await browser.context();
  try {
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
    await devtools.send("Performance.enable");
    await page.goto(url);
    if (launcher) await page.waitForFunction(() => window.launcherPainted !== undefined);
    await page.waitForLoadState("networkidle");
    const { metrics } = await devtools.send("Performance.getMetrics");
    const seen = await page.evaluate(() => ({
      layoutShift: window.layoutShift,
      launcher: window.launcherPainted ?? null,
    }));
    const busy = metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
    return { transferred, requests, mainThread: busy * 1000, ...seen };
  } finally {
    await context.close();
  }
}
