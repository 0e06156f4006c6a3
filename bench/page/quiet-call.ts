import { launch } from "../../tests/harness/browser/browser.ts";
import { Widget } from "../../tests/harness/browser/widget-page.ts";
import { CPU_RATE, countProcessorTime, metricsOf } from "./visit.ts";

const SECONDS = Number(process.env.BENCH_QUIET_SECONDS || 10);
const SILENCE = { rate: 48_000, samples: new Float32Array(48_000) };

/** Processor time of the main thread for each second of a call, 0 to 1, four times slower, while nobody speaks. */
export interface QuietCall {
  open: number;
  closed: number;
}

/** A call with a silent microphone, after the greeting: first with the panel open, then closed. */
export async function quietCall(url: string): Promise<QuietCall> {
  const browser = await launch({ microphone: SILENCE });
  try {
    const context = await browser.context();
    const page = await context.newPage();
    await page.goto(url);
    const widget = new Widget(page);
    await widget.startCall();
    await widget.reaches("speaking");
    await widget.reaches("listening");
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_RATE });
    await countProcessorTime(devtools);
    const measure = async () => {
      // Waits until the work of the last change is done.
      await page.waitForTimeout(1_500);
      const begin = performance.now();
      const before = await metricsOf(devtools);
      await page.waitForTimeout(SECONDS * 1_000);
      const after = await metricsOf(devtools);
      const seconds = (performance.now() - begin) / 1_000;
      return (after("TaskDuration") - before("TaskDuration")) / seconds;
    };
    const open = await measure();
    await widget.part("close").click();
    return { open, closed: await measure() };
  } finally {
    await browser.close();
  }
}
