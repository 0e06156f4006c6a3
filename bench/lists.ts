import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS } from "../shared/time.ts";
import { makeSite, Service, type Site } from "../tests/harness/service/workerd/service.ts";
import { DAY_ONE, DOCUMENTS_PER_MS, EVENTS_PER_MS } from "../worker/objects/project-store/engine.ts";
import { median } from "./median.ts";
import { postAsPage } from "./post-as-page.ts";

/**
 * `npm run bench -- lists`: a store of 200,000 conversations (`LIST_SESSIONS`) on raw workerd. How long a page of them takes, and a
 * search, while sessions report a hundred times a second. Fails where the median page takes 30 ms, or the median search 50.
 */

const SESSIONS = Number(process.env.LIST_SESSIONS || 200_000);
const DAYS = 80;
const LINES = 12;
const LIVE = 20;
const REPORTS_A_SECOND = 100;
const SAMPLES = 40;
const QUERIES: [query: string, goal: number][] = [
  ["", 30],
  ["order=oldest", 30],
  ["reason=failed", 30],
  ["subject=visitor:v77", 30],
  ["q=order", 50],
  ["q=word77", 50],
];

/** Writes conversations into the project's store as they are after their ends. */
function fill(db: DatabaseSync, { org, project, agent }: Site, now: number): void {
  const session = db.prepare(
    `INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, key_id, provider, vendor, subject, state, end_reason,
       started_at, connected_at, ended_at, charged, revision)
     VALUES (?, ?, ?, ?, 'Ava', 1, 'provider_a', 'demo', ?, 'ended', ?, ?, ?, ?, 60, 3)`,
  );
  const event = db.prepare(
    "INSERT INTO events (session_id, id, org_id, batch, type, body_json, received_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const document = db.prepare("INSERT INTO documents VALUES (?, ?)");
  const words = db.prepare("INSERT INTO search_words (rowid, words) VALUES (?, ?)");
  db.exec("BEGIN");
  for (let at = 0; at < SESSIONS; at += 1) {
    const id = `ses_${String(at).padStart(24, "0")}${org.toString(36)}`;
    const started = Math.floor(now - DAYS * DAY_MS + (at * DAYS * DAY_MS) / SESSIONS);
    const failed = at % 20 === 0;
    const ended = started + 61_000;
    session.run(
      id,
      org,
      project,
      agent,
      `visitor:v${at % 20_000}`,
      failed ? "failed" : "completed",
      started,
      started,
      ended,
    );
    let number = (started - DAY_ONE) * EVENTS_PER_MS;
    const add = (type: string, body: object) => event.run(id, number++, org, 1, type, JSON.stringify(body), started);
    add("connected", { page: "https://shop.example/cart" });
    const said = Array.from({ length: LINES }, (_, line) =>
      line === 0
        ? `Where is my order number ${at % 1_000}, please?`
        : `word${(at * 7 + line * 131) % 4_000} line${(at + line) % 997} and some more words of a line that is as long as they are`,
    );
    for (const [line, text] of said.entries())
      add(line % 2 === 0 ? "user_transcript" : "agent_transcript", { text, typed: line % 4 === 0 });
    add(failed ? "failed" : "ended", { reason: "The voice vendor could not be reached" });
    const document_id = started * DOCUMENTS_PER_MS + (at % DOCUMENTS_PER_MS);
    document.run(document_id, id);
    words.run(document_id, said.join("\n"));
  }
  db.exec("COMMIT");
}

type Post = (path: string, body: object) => Promise<{ session_id: string }>;

async function begin(post: Post, agent_id: number): Promise<string> {
  const { session_id } = await post("/session", { agent_id });
  await post(`/session/${session_id}/events`, { events: [{ type: "connected" }] });
  return session_id;
}

/** Reports at their times, whether or not those before are answered, until it is over. @returns milliseconds of each */
async function reportUntil(over: AbortSignal, post: Post, live: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  const under_way: Promise<unknown>[] = [];
  const began = performance.now();
  for (let sent = 0; !over.aborted; sent += 1) {
    await sleep(Math.max(0, began + (sent * 1_000) / REPORTS_A_SECOND - performance.now()));
    const from = performance.now();
    const events = [{ type: "user_transcript", text: `Line ${sent}` }];
    under_way.push(
      post(`/session/${live[sent % live.length]}/events`, { events }).then(() => times.push(performance.now() - from)),
    );
  }
  await Promise.all(under_way);
  return times;
}

async function measure(service: Service, site: Site): Promise<void> {
  console.log(
    `${"query".padEnd(24)}${"shown".padStart(6)}${"median".padStart(10)}${"longest".padStart(10)}${"goal".padStart(8)}`,
  );
  for (const [query, goal] of QUERIES) {
    const times: number[] = [];
    let shown = 0;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const from = performance.now();
      const path = `/projects/${site.project}/sessions?${query}`;
      shown = (await service.admin<{ items: unknown[] }>("GET", path)).items.length;
      times.push(performance.now() - from);
      await sleep(20);
    }
    if (median(times) > goal) process.exitCode = 1;
    console.log(
      `${query.padEnd(24)}${String(shown).padStart(6)}${median(times).toFixed(1).padStart(10)}${Math.max(...times)
        .toFixed(1)
        .padStart(10)}${`≤ ${goal}`.padStart(8)}`,
    );
  }
}

export async function lists(): Promise<void> {
  const parent = existsSync("/dev/shm") ? "/dev/shm" : undefined;
  const service = new Service({ vars: { VISITOR_MINUTE_LIMIT: "0", LOG_SAMPLE: "0" }, ...(parent && { parent }) });
  try {
    await service.start();
    const site = await makeSite(service);
    const post: Post = (path, body) => postAsPage(service, site.channelKey, path, body);
    // The store is made with the first report.
    await begin(post, site.agent);
    await service.running.kill();
    service.eachObject("ProjectStore", (db) => fill(db, site, Date.now()));
    await service.start();
    const live = await Promise.all(Array.from({ length: LIVE }, () => begin(post, site.agent)));
    const over = new AbortController();
    const reports = reportUntil(over.signal, post, live);
    console.log(`${SESSIONS} conversations of ${LINES} lines, ${REPORTS_A_SECOND} reports a second; milliseconds`);
    await measure(service, site);
    over.abort();
    const times = await reports;
    console.log(`${times.length} reports meanwhile, median ${median(times).toFixed(1)} ms`);
  } finally {
    await service.stop();
  }
}
