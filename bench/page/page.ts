import { launch } from "../../tests/harness/browser/browser.ts";
import { Admin } from "../../tests/harness/service/operator.ts";
import { startServer } from "../../tests/harness/service/server.ts";
import { elementTags, type Site, startSite } from "../../tests/harness/service/website.ts";
import { median } from "../median.ts";
import { firstSound, ROUND_TRIPS } from "./first-sound.ts";
import { startFloor } from "./floor.ts";
import { quietCall } from "./quiet-call.ts";
import { NETWORK, type Visit, visitTwice } from "./visit.ts";

/**
 * `npm run bench -- page`: what a page pays for the widget before anybody clicks, compared with the least that any widget could
 * cost, what a call costs while nobody speaks, and the time from the click to the agent's first sound. Milliseconds say
 * something of this machine only; the ratios are of one run in which the pages take turns.
 */

const RUNS = Number(process.env.BENCH_RUNS || 9);

const CONTENT = `<main>${"<p>We bake at night and open at seven. Come by for a loaf that is still warm.</p>".repeat(40)}</main>`;

const ROWS: [name: string, of: (visit: Visit) => number | null, unit: string, digits?: number][] = [
  ["transferred", ({ transferred }) => transferred, " B"],
  ["requests, with preflights", ({ requests }) => requests, ""],
  ["main thread, at work", ({ mainThread }) => mainThread, " ms", 1],
  ["of it in scripts", ({ script }) => script, " ms", 1],
  ["long tasks", ({ longTasks }) => longTasks, " ms"],
  ["layout shift", ({ layoutShift }) => layoutShift, "", 4],
  ["launcher painted after", ({ launcher }) => launcher, " ms"],
  ["in its own look after", ({ ownLook }) => ownLook, " ms"],
];

const line = (name: string, cells: string[]) =>
  console.log(name.padEnd(26) + cells.map((c) => c.padStart(13)).join(""));

/** The process ends with 1 where the widget moved anything on the page. */
export async function page(): Promise<void> {
  const server = await startServer();
  const browser = await launch();
  const { snippet, api_key } = await new Admin(server.origin).demoSite();
  const floor = await startFloor();
  const bodies = {
    nothing: CONTENT,
    floor: CONTENT + floor.tag,
    "two tags": CONTENT + elementTags(server.origin, api_key),
    "one request": CONTENT + snippet,
  };
  const sites = new Map<string, Site>();
  for (const [name, body] of Object.entries(bodies)) sites.set(name, await startSite(body));
  try {
    const visits = new Map(Object.keys(bodies).map((name) => [name, [[], []] as [Visit[], Visit[]]]));
    // The very first visits pay for what the service and the browser make once.
    for (let run = -1; run < RUNS; run++)
      for (const [name, { origin }] of sites) {
        const [first, second] = await visitTwice(browser, origin, name !== "nothing");
        if (run < 0) continue;
        visits.get(name)?.[0].push(first);
        visits.get(name)?.[1].push(second);
      }
    console.log(
      `Medians of ${RUNS} alternating visits, processor four times slower, 1.6 Mbit/s with 150 ms of latency`,
    );
    for (const [nth, title] of ["first visit", "second visit"].entries()) {
      line(title, [...sites.keys()]);
      for (const [name, of, unit, digits = 0] of ROWS)
        line(
          `  ${name}`,
          [...visits.values()].map((both) => {
            const value = median((both[nth] ?? []).flatMap((one) => of(one) ?? []));
            return Number.isNaN(value) ? "–" : `${value.toFixed(digits)}${unit}`;
          }),
        );
      const own = (name: string) => median((visits.get(name)?.[nth] ?? []).flatMap(({ ownLook }) => ownLook ?? []));
      const ratio = (name: string) => (own(name) / own("floor")).toFixed(2);
      line("  own look, by the floor's", ["", "1.00", ratio("two tags"), ratio("one request")]);
    }
    const call = await quietCall(sites.get("one request")?.origin ?? "");
    const share = (value: number) => `${(value * 100).toFixed(1)} %`;
    console.log(`\nA quiet call, main thread: ${share(call.open)} with the panel open, ${share(call.closed)} closed`);
    const sound = await firstSound(RUNS);
    const least = ROUND_TRIPS.length * NETWORK.latency;
    const ms = (value: number) => `${value.toFixed(0)} ms`;
    console.log(
      `\nThe click to the first sound of the demo agent, medians of ${RUNS}: ${ms(sound.near)} on this machine`,
    );
    console.log(`${ms(sound.far)} on that network: ${least} ms of round trips and ${ms(sound.far - least)} over them`);
    console.log(`The round trips: ${ROUND_TRIPS.join(", ")}`);
    if ([...visits.values()].flat(2).every(({ layoutShift }) => layoutShift === 0)) return;
    console.log("The widget moved what stands on the page.");
    process.exitCode = 1;
  } finally {
    await Promise.all([browser.close(), floor.close(), ...[...sites.values()].map((site) => site.close())]);
    await server.stop();
  }
}
