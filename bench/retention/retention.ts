import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { makeSite, Service, type Site } from "../../tests/harness/service/workerd/service.ts";
import { postAsPage } from "../post-as-page.ts";
import { COMMON, fill, RARE, REGULAR } from "./fill.ts";

/**
 * `npm run bench -- retention`: a project with 100,000 sessions (`RETENTION_SESSIONS`) on raw workerd. How long a search
 * takes; and how long visitors' starts take alone, while the cron applies the retention, and while a visitor is erased.
 * Fails where a search takes a second, where the work makes the median start more than three times as long, or where
 * a sum of money changes.
 */

const SESSIONS = Number(process.env.RETENTION_SESSIONS || 100_000);
const SEARCH_MS = 1_000;
const TIMES_LONGER = 3;
const ALONE_MS = 10_000;
const BETWEEN_MS = 10;
const HOURLY = "17 * * * *";

const part = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
const ms = (value: number) => `${value.toFixed(1)} ms`;

/** Starts one after the other while `work` goes on. @returns milliseconds of each */
async function startsDuring(service: Service, site: Site, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let over = false;
  void work.finally(() => {
    over = true;
  });
  while (!over) {
    const began = performance.now();
    await postAsPage(service, site.channelKey, "/session", { agent_id: site.agent });
    times.push(performance.now() - began);
    // An organization has 10,000 lines at most.
    await sleep(BETWEEN_MS);
  }
  await work;
  return times;
}

async function search(service: Service, site: Site): Promise<void> {
  const queries = [
    "",
    `q=${COMMON}`,
    `q=${RARE}`,
    `q=${RARE}%20${COMMON}`,
    `q=${COMMON}&rating=1`,
    `q=${COMMON}&rating=5&reason=completed`,
    "q=where%20is%20my%20order%20please",
    "q=neverwasthisword",
    "rating=3",
    "min_seconds=60&rating=2",
  ];
  console.log("search                                            hits   median     longest");
  for (const query of queries) {
    const times: number[] = [];
    let hits = 0;
    for (let time = 0; time < 7; time += 1) {
      const began = performance.now();
      const page = await service.admin<{ items: unknown[]; next_cursor: string | null }>(
        "GET",
        `/projects/${site.project}/sessions?${query}`,
      );
      times.push(performance.now() - began);
      hits = page.items.length;
    }
    if (part(times, 0.5) > SEARCH_MS) process.exitCode = 1;
    console.log(`${query.padEnd(50)}${String(hits).padEnd(7)}${ms(part(times, 0.5)).padEnd(11)}${ms(part(times, 1))}`);
  }
}

export async function retention(): Promise<void> {
  const parent = existsSync("/dev/shm") ? "/dev/shm" : undefined;
  const service = new Service({ vars: { VISITOR_MINUTE_LIMIT: "0" }, ...(parent && { parent }) });
  try {
    await service.start();
    const site = await makeSite(service, { credit: 1_000_000_000, lines: 10_000 });
    await service.running.kill();
    service.withDatabase((db) => fill(db, site, SESSIONS, Date.now()));
    const money = () =>
      service.rows<{ n: number; charged: number }>(
        "SELECT COUNT(*) AS n, SUM(charged) AS charged FROM sessions WHERE id LIKE 'ses_00000%'",
      )[0];
    const before = money();
    await service.start();
    console.log(`${SESSIONS} sessions of six lines each\n`);
    await search(service, site);

    const rows: [string, number[], string][] = [];
    // The first ones compile.
    await startsDuring(service, site, sleep(2_000));
    rows.push(["alone", await startsDuring(service, site, sleep(ALONE_MS)), ""]);
    for (let run = 1; run <= 4; run += 1) {
      const began = performance.now();
      const times = await startsDuring(service, site, service.cron(HOURLY));
      rows.push([`the cron, run ${run}`, times, `${((performance.now() - began) / 1000).toFixed(1)} s`]);
    }
    const began = performance.now();
    const path = `/projects/${site.project}/subjects/${encodeURIComponent(REGULAR)}`;
    const times = await startsDuring(service, site, service.admin("DELETE", path));
    rows.push(["an erasure", times, `${((performance.now() - began) / 1000).toFixed(1)} s`]);
    rows.push(["alone again", await startsDuring(service, site, sleep(ALONE_MS)), ""]);

    console.log("\nstarts during       starts   median     95 of 100  longest    the work took");
    const quiet = Math.max(...rows.filter(([name]) => name.startsWith("alone")).map(([, list]) => part(list, 0.5)));
    for (const [name, list, took] of rows) {
      const [median, late, longest] = [0.5, 0.95, 1].map((share) => part(list, share)) as [number, number, number];
      if (list.length > 50 && median > quiet * TIMES_LONGER) process.exitCode = 1;
      console.log(
        `${name.padEnd(20)}${String(list.length).padEnd(9)}${ms(median).padEnd(11)}${ms(late).padEnd(11)}${ms(longest).padEnd(11)}${took}`,
      );
    }

    await service.running.kill();
    const [left] = service.rows<{ emptied: number; late: number; events: number; documents: number; named: number }>(
      `SELECT (SELECT COUNT(*) FROM sessions WHERE emptied_at IS NOT NULL) AS emptied,
         (SELECT COUNT(*) FROM sessions WHERE emptied_at IS NULL AND id LIKE 'ses_00000%'
            AND ended_at < (unixepoch('now', 'start of day') - 89 * 86400) * 1000) AS late,
         (SELECT COUNT(*) FROM session_events WHERE session_id IN (SELECT id FROM sessions WHERE emptied_at IS NOT NULL)) AS events,
         (SELECT COUNT(*) FROM search_documents WHERE session_id IN (SELECT id FROM sessions WHERE emptied_at IS NOT NULL)) AS documents,
         (SELECT COUNT(*) FROM sessions WHERE subject = '${REGULAR}') AS named`,
    );
    console.log(`\nafterwards ${JSON.stringify(left)}`);
    const after = money();
    if (left?.late !== 0 || left.events !== 0 || left.documents !== 0 || left.named !== 0) process.exitCode = 1;
    if (JSON.stringify(after) !== JSON.stringify(before)) {
      console.log(`the sums have changed: ${JSON.stringify(before)} to ${JSON.stringify(after)}`);
      process.exitCode = 1;
    } else console.log(`the sums are as they were: ${JSON.stringify(after)}`);
  } finally {
    await service.stop();
  }
}
