import { launch } from "../../tests/harness/browser/browser.ts";
import { Admin } from "../../tests/harness/service/operator.ts";
import { startServer } from "../../tests/harness/service/server.ts";
import { startSite } from "../../tests/harness/service/website.ts";
import { type Visit, visit } from "./visit.ts";

/** `npm run bench -- page`: what a page pays for the widget before anybody clicks, beside the same page without it. */

const RUNS = Number(process.env.BENCH_RUNS || 5);

const CONTENT = `<main>${"<p>We bake at night and open at seven. Come by for a loaf that is still warm.</p>".repeat(40)}</main>`;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The process ends with 1 where the widget moved anything on the page. */
export async function page(): Promise<void> {
  const server = await startServer();
  const browser = await launch();
  const { snippet } = await new Admin(server.origin).demoSite();
  const bare = await startSite(CONTENT);
  const fitted = await startSite(CONTENT + snippet);
  try {
    // The first visit pays for what the service makes once.
    await visit(browser, fitted.origin, true);
    const without: Visit[] = [];
    const withIt: Visit[] = [];
    for (let run = 0; run < RUNS; run++) {
      without.push(await visit(browser, bare.origin, false));
      withIt.push(await visit(browser, fitted.origin, true));
    }
    console.log(
      `A page with the widget and the same without it: medians of ${RUNS} alternating first visits,\n` +
        "processor four times slower, 1.6 Mbit/s with 150 ms of latency",
    );
    const row = (name: string, of: (one: Visit) => number | null, unit: string, digits = 0) => {
      const [a, b] = [without, withIt].map((visits) => median(visits.flatMap((one) => of(one) ?? [])));
      const text = (value = Number.NaN) => (Number.isNaN(value) ? "–" : `${value.toFixed(digits)}${unit}`).padStart(14);
      console.log(name.padEnd(26) + text(a) + text(b) + text((b ?? 0) - (a ?? 0)));
    };
    console.log(`${"".padEnd(26)}${["without", "with", "the widget's"].map((head) => head.padStart(14)).join("")}`);
    row("transferred", ({ transferred }) => transferred, " B");
    row("requests, with preflights", ({ requests }) => requests, "");
    row("main thread", ({ mainThread }) => mainThread, " ms", 1);
    row("layout shift", ({ layoutShift }) => layoutShift, "", 4);
    row("launcher painted after", ({ launcher }) => launcher, " ms");
    if (withIt.every(({ layoutShift }) => layoutShift === 0)) return;
    console.log("The widget moved what stands on the page.");
    process.exitCode = 1;
  } finally {
    await Promise.all([browser.close(), bare.close(), fitted.close()]);
    await server.stop();
  }
}
