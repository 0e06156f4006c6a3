import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { MAX_SESSION_BYTES } from "../../../shared/limits.ts";
import { report, start, world } from "../../harness/worker/organization.ts";
import { leaveInD1 } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";

const SECOND = { status: 422 };

async function sessionOf(events: object[]) {
  const here = await world();
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }, ...events]);
  return { ...here, path: `/sessions/${session_id}`, session_id };
}
const said = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ type: "user_transcript", text: `line ${n}` }));

/** All pages, each with its answer. */
async function pages(path: string, limit: number) {
  const found = [];
  for (let cursor: string | null = null; ; ) {
    const page = await admin("GET", `${path}?limit=${limit}${cursor === null ? "" : `&cursor=${cursor}`}`);
    found.push(page);
    cursor = page.next_cursor;
    if (cursor === null) return found;
  }
}

it("come at once, or in pages where that is asked for", async () => {
  const { path } = await sessionOf(said(7).map((line, n) => ({ ...line, typed: n === 0 })));
  const whole = await admin("GET", path);
  expect(whole).toMatchObject({ next_cursor: null, events: { length: 8 }, transcript: { length: 7 } });
  const found = await pages(path, 3);
  expect(found.map(({ events }) => events.length)).toEqual([3, 3, 2]);
  expect(found.flatMap(({ events }) => events)).toEqual(whole.events);
  // Each says of the whole session how it began.
  expect(found.map(({ input }) => input)).toEqual(["text", "text", "text"]);
  const transcript = await pages(`${path}/transcript`, 4);
  expect(transcript.flatMap(({ items }) => items)).toEqual(whole.transcript);
  expect(transcript).toHaveLength(2);
  for (const query of ["limit=0", "limit=5001", "cursor=x", "cursor=-1"])
    await admin("GET", `${path}?${query}`, undefined, SECOND);
});

it("come in bounded answers where an earlier version stored too many", async () => {
  const here = await world();
  const { session_id } = await start(here);
  const path = `/sessions/${session_id}`;
  await leaveInD1(here);
  // 12 MB of text, as 47bd230 took it after the end, and D1 kept it.
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
     INSERT INTO session_events (session_id, type, body_json, received_at, at)
     SELECT ?1, 'user_transcript', json_object('text', ?2 || i), 1, ?3 FROM n`,
  )
    .bind(session_id, "x".repeat(60_000), Number.MAX_SAFE_INTEGER)
    .run();
  await report(here.key, session_id, [{ type: "connected" }]);
  const found = await pages(path, 5_000);
  expect(found.length).toBeGreaterThan(5);
  for (const page of found) expect(JSON.stringify(page.events).length).toBeLessThan(MAX_SESSION_BYTES + 100_000);
  expect(found.flatMap(({ events }) => events)).toHaveLength(201);
  // A moment that no calendar has does not keep the operator from ending the session.
  expect(await admin("POST", `${path}/end`, undefined, { status: 200 })).toMatchObject({ status: "ended" });
  expect((await admin("GET", `${path}/transcript`)).items[0].at).toBe(Number.MAX_SAFE_INTEGER);
});

it("are refused as a batch where one is dated more than 24 hours from the service's clock", async () => {
  const { key, session_id, path } = await sessionOf([]);
  const now = Date.now();
  const hour = 3_600_000;
  for (const at of [Number.MAX_SAFE_INTEGER, -1, 0, now - 25 * hour, now + 25 * hour]) {
    const refused = await report(
      key,
      session_id,
      [{ type: "heartbeat" }, { type: "user_transcript", text: "x", at }],
      422,
    );
    expect(refused.detail[0].loc, String(at)).toEqual(["body", "events", 1, "at"]);
  }
  await report(key, session_id, [
    { type: "user_transcript", text: "a slow clock", at: now - 23 * hour },
    { type: "user_transcript", text: "a fast one", at: now + 23 * hour },
  ]);
  expect((await admin("GET", path)).transcript).toHaveLength(2);
});
