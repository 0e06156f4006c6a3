import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SearchTable } from "../../../worker/objects/project-store/search-table.ts";
import { emptySessions } from "../../../worker/storage/retention.ts";
import { report, start, type World, world } from "../../harness/worker/organization.ts";
import { changeStore, inStore, keepEvents, storeOf } from "../../harness/worker/project-store.ts";
import { admin, operator, request } from "../../harness/worker/request.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const say = (text: string) => ({ type: "user_transcript", text });

async function talk(here: World, texts: string[], ...events: object[]): Promise<string> {
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }, ...texts.map(say), ...events, { type: "ended" }]);
  return session_id;
}

const startOf = async (id = ""): Promise<number> => (await admin("GET", `/sessions/${id}`)).started_at;

const find = async ({ project_id }: World, query: Record<string, string>): Promise<string[]> => {
  const { items } = await admin("GET", `/projects/${project_id}/sessions?${new URLSearchParams(query)}`);
  return items.map(({ id }: { id: string }) => id);
};

/** Sessions of the project with these numbers, whose words are found, as if they had been said. */
const index = ({ project_id }: World, from: number, count: number) =>
  runInDurableObject(storeOf(project_id) as never, (_, { storage }: DurableObjectState) => {
    const numbers = "WITH RECURSIVE n(at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM n WHERE at < ?2 - 1)";
    storage.sql.exec(
      `${numbers} INSERT INTO documents SELECT (?1 + at) * 2048, 'ses_' || substr('0000000000000000000000000' || at, -25) FROM n`,
      ...[from, count],
    );
    storage.sql.exec(
      `${numbers} INSERT INTO search_words (rowid, words) SELECT (?1 + at) * 2048, 'same words' FROM n`,
      ...[from, count],
    );
  });

describe("search", () => {
  it("finds all words, in any case and accent, in one project only, the newest first, also while it runs", async () => {
    const here = await world();
    const first = await talk(here, ["Where is my order?", "It is number 1024"]);
    const second = await talk(here, ["My ORDER never came, the Café is closed"]);
    const other = await world();
    await talk(other, ["Where is my order?"]);
    expect(await find(here, { q: "order" })).toEqual([second, first]);
    expect(await find(here, { q: "order 1024" })).toEqual([first]);
    expect(await find(here, { q: "cafe closed" })).toEqual([second]);
    expect(await find(here, { q: "orders" })).toEqual([]);
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "connected" }, say("a running order")]);
    expect(await find(here, { q: "running" })).toEqual([session_id]);
    await report(here.key, session_id, [say("and then flowers")]);
    expect(await find(here, { q: "running flowers" })).toEqual([session_id]);
  });

  it("does not interpret operators of FTS5, and finds nothing for punctuation alone", async () => {
    const here = await world();
    const id = await talk(here, ["NEAR the gate OR not, I can't say: 50% off*"]);
    expect(await find(here, { q: "❤️ gate" })).toEqual([id]);
    for (const q of [
      "near gate",
      "OR not",
      "NOT or",
      'gate" OR "x',
      "can't",
      "off*",
      "50%",
      "words:gate gate",
      "(gate",
      "gate)",
      "^gate",
      "NEAR(gate not, 2)",
      "{gate} : not",
      "-gate + not",
    ])
      await find(here, { q });
    expect(await find(here, { q: "OR not" })).toEqual([id]);
    expect(await find(here, { q: 'gate" "off*' })).toEqual([id]);
    expect(await find(here, { q: "gate missing" })).toEqual([]);
    for (const q of ["*", '"', "()", "😀", "--"]) expect(await find(here, { q }), q).toEqual([]);
    expect(await find(here, { q: " " })).toEqual([id]);
  });

  it("finds words of scripts that are written without spaces", async () => {
    const here = await world();
    const id = await talk(here, ["営業時間を教えてください"]);
    expect(await find(here, { q: "営業時間" })).toEqual([id]);
    expect(await find(here, { q: "時間" })).toEqual([id]);
    expect(await find(here, { q: "間時" })).toEqual([]);
  });

  it("indexes long transcripts", async () => {
    const here = await world();
    const ids: string[] = [];
    for (const word of ["uno", "dos", "tres"]) ids.unshift(await talk(here, [word]));
    for (const id of ids) await keepEvents(here, id, [{ type: "user_transcript", text: "漢".repeat(200_000) }], 1);
    expect(await find(here, { q: "漢漢" })).toEqual(ids);
  });

  it("indexes the others where one session cannot be", async () => {
    const here = await world();
    const { session_id: bad } = await start(here);
    await report(here.key, bad, [{ type: "connected" }]);
    await changeStore(
      here.project_id,
      `CREATE TRIGGER refused BEFORE INSERT ON documents WHEN NEW.session_id = '${bad}' BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
    await report(here.key, bad, [say("a parcel")]);
    const others = [await talk(here, ["my parcel"]), await talk(here, ["your parcel"])];
    expect(await find(here, { q: "parcel" })).toEqual(others.toReversed());
    expect(await inStore(here.project_id, "unindexed")).toEqual([{ session_id: bad }]);
  });

  it("indexes behind many marked sessions of which it has no start, and again once a restore brings starts", async () => {
    const here = await world();
    const found = await talk(here, ["my parcel"]);
    await here.ledger.publishPending();
    // As a large restore leaves them, which has the events before the sessions.
    const nowhere = Array.from({ length: 600 }, (_, n) => `ses_0000_${n}`);
    await changeStore(here.project_id, "INSERT INTO unindexed SELECT value FROM json_each(?)", JSON.stringify(nowhere));
    await changeStore(here.project_id, "INSERT OR IGNORE INTO unindexed VALUES (?)", found);
    await changeStore(here.project_id, "DELETE FROM documents");
    await changeStore(here.project_id, "DELETE FROM search_words");
    expect(await find(here, { q: "parcel" })).toEqual([found]);

    const [row] = (await inStore(here.project_id, "sessions")) as Record<string, string | number | null>[];
    const rows = nowhere.map((id) => ({ ...row, id }));
    await runInDurableObject(storeOf(here.project_id) as never, (_, { storage }: DurableObjectState) =>
      storage.deleteAlarm(),
    );
    await storeOf(here.project_id).restore(here.project_id, { table: "sessions", rows });
    for (let alarms = 0; alarms < 2; alarms++) await runDurableObjectAlarm(storeOf(here.project_id) as never);
    expect(await inStore(here.project_id, "unindexed")).toEqual([]);
  });

  it("looks at 10,000 sessions for a page at most, and goes on behind them", async () => {
    const here = await world();
    const rated = await talk(here, ["the same words"], { type: "feedback", rating: 5 });
    await here.ledger.publishPending();
    const later = Date.now() + 1_000;
    await changeStore(
      here.project_id,
      `WITH RECURSIVE n(at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM n WHERE at < 10999)
       INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, provider, state, started_at, ended_at, revision)
       SELECT 'ses_' || substr('0000000000000000000000000' || at, -25), ?1, ?2, ?3, 'Ava', 'provider_a', 'ended', ?4 + at, ?4 + at, 1 FROM n`,
      ...[here.org_id, here.project_id, here.agent_id, later],
    );
    await index(here, later, 11_000);
    const path = `/projects/${here.project_id}/sessions`;
    for (const query of ["connected=true", "connected=true&q=words", "rating=5&q=words", "connected=true&limit=1"]) {
      const first = await admin("GET", `${path}?${query}`);
      expect(first.items, query).toEqual([]);
      expect(first.next_cursor, query).toMatch(/\.ses_0+999$|\.ses_0+1000$/);
      const second = await admin("GET", `${path}?${query}&cursor=${first.next_cursor}`);
      expect(second.items.map(({ id }: { id: string }) => id)).toEqual([rated]);
      expect(second.next_cursor).toBeNull();
    }
    const all = await request("GET", `/admin/v1${path}?connected=true&format=ndjson`, { headers: operator });
    expect((await all.text()).trim().split("\n")).toHaveLength(1);
    // The store knows which sessions are rated so.
    expect(await find(here, { rating: "5" })).toEqual([rated]);
  });

  it("finds what few sessions fulfil behind many that have the words", async () => {
    const here = await world();
    const rated = await talk(here, ["the same words"], { type: "feedback", rating: 5 });
    await here.ledger.publishPending();
    const others = Array.from({ length: 450 }, (_, n) => `ses_other_${n}`);
    await changeStore(
      here.project_id,
      `INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, provider, state, started_at, ended_at, revision)
       SELECT value, ?1, ?2, ?3, 'Ava', 'provider_a', 'ended', ?4, ?4, 1 FROM json_each(?5)`,
      ...[here.org_id, here.project_id, here.agent_id, Date.now() + 1_000, JSON.stringify(others)],
    );
    for (const id of others) await keepEvents(here, id, [{ type: "user_transcript", text: "same words" }]);
    const first = await find(here, { q: "words", limit: "200" });
    expect(first).toHaveLength(200);
    expect(first).not.toContain(rated);
    expect(await find(here, { q: "words", rating: "5" })).toEqual([rated]);
  });

  it("narrows by agent, day, reason and rating, and pages", async () => {
    const here = await world();
    const day = (later = 0) => new Date(Date.now() + later).toISOString().slice(0, 10);
    const first = day();
    const rated = await talk(here, ["fine day"], { type: "feedback", rating: 2 }, { type: "feedback", rating: 5 });
    const plain = await talk(here, ["rainy day"]);
    const [last, tomorrow] = [day(), day(86_400_000)];
    expect(await find(here, { rating: "5" })).toEqual([rated]);
    expect(await find(here, { rating: "2" })).toEqual([]);
    expect(await find(here, { agent: String(here.agent_id), reason: "completed" })).toEqual([plain, rated]);
    expect(await find(here, { agent: "987654" })).toEqual([]);
    expect(await find(here, { reason: "operator" })).toEqual([]);
    expect(await find(here, { from: first, to: last, q: "day" })).toEqual([plain, rated]);
    expect(await find(here, { from: tomorrow })).toEqual([]);
    const page = await admin("GET", `/projects/${here.project_id}/sessions?q=day&limit=1`);
    expect(page.items).toMatchObject([{ id: plain }]);
    expect(await find(here, { q: "day", limit: "1", cursor: page.next_cursor })).toEqual([rated]);
    for (const wrong of ["from=yesterday", "rating=6", "reason=bored", `from=${tomorrow}&to=${last}`, "agent=x"])
      await admin("GET", `/projects/${here.project_id}/sessions?${wrong}`, undefined, { status: 422 });
  });

  it("names what stands beside a session, in the whole list and among what was found, and the oldest first", async () => {
    const here = await world();
    const talks: string[] = [];
    for (const text of ["a red fish", "a blue bird", "a red bird", "a red bird", "a blue fish"]) {
      talks.unshift(await talk(here, [text]));
      // No two in one millisecond.
      await vi.waitFor(async () => expect(Date.now()).toBeGreaterThan(await startOf(talks[0])));
    }
    const [e, d, c, b, a] = talks as [string, string, string, string, string];
    expect(await find(here, { order: "oldest" })).toEqual([a, b, c, d, e]);
    expect(await find(here, { order: "oldest", q: "red" })).toEqual([a, c, d]);
    const beside = async (after: string, query: Record<string, string> = {}) => [
      ...(await find(here, { ...query, after, order: "oldest", limit: "1" })),
      "|",
      ...(await find(here, { ...query, after, limit: "1" })),
    ];
    expect(await beside(c)).toEqual([d, "|", b]);
    expect(await beside(e)).toEqual(["|", d]);
    expect(await beside(a)).toEqual([b, "|"]);
    expect(await beside(c, { q: "red" })).toEqual([d, "|", a]);
    expect(await beside(d, { q: "red" })).toEqual(["|", c]);
    // One that is not among them itself.
    expect(await beside(b, { q: "red" })).toEqual([c, "|", a]);
    expect(await beside(c, { q: "red", agent: "987654" })).toEqual(["|"]);

    for (const query of [{}, { q: "red" }] as Record<string, string>[]) {
      const asked = { ...query, after: a, order: "oldest" };
      const path = `/projects/${here.project_id}/sessions?${new URLSearchParams({ ...asked, limit: "1" })}`;
      const { items, next_cursor } = await admin("GET", path);
      const rest = await find(here, { ...asked, cursor: next_cursor });
      expect([items[0].id, ...rest]).toEqual(query.q ? [c, d] : [b, c, d, e]);
    }
    const other = await world();
    await admin("GET", `/projects/${other.project_id}/sessions?after=${a}`, undefined, { status: 404 });
    for (const wrong of ["after=x", "order=best"])
      await admin("GET", `/projects/${here.project_id}/sessions?${wrong}`, undefined, { status: 422 });
  });

  it("keeps no word of a session that was emptied in the index's segments, and finds the others", async () => {
    const here = await world();
    const others = [await talk(here, ["the mill opens at nine"]), await talk(here, ["the mill and the bread"])];
    const gone = await talk(here, ["a mill by the quagmire"]);
    expect(await find(here, { q: "mill" })).toHaveLength(3);
    const segments = async () =>
      ((await inStore(here.project_id, "search_words_data")) as { block: ArrayBuffer }[])
        .map(({ block }) => new TextDecoder("latin1").decode(block))
        .join("");
    expect(await segments()).toContain("quagmire");
    await storeOf(here.project_id).forget(here.project_id, [gone], 0);
    expect(await segments()).not.toContain("quagmire");
    expect(await find(here, { q: "mill" })).toEqual(others.toReversed());
  });

  it("takes out by alarms what is left of many, also of those that were emptied before anybody looked", async () => {
    const here = await world();
    const kept = await talk(here, ["the mill"]);
    const gone = await talk(here, ["the mill and the quagmire"]);
    expect(await find(here, { q: "mill" })).toEqual([gone, kept]);
    const numbers = "WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 20000)";
    await changeStore(
      here.project_id,
      `${numbers} INSERT INTO search_words (rowid, words) SELECT at, hex(randomblob(iif(at % 50 = 0, 3000, 150))) FROM n`,
    );
    // Too few for FTS5 to see to them by itself.
    await changeStore(here.project_id, "DELETE FROM search_words WHERE rowid <= 20000 AND rowid % 50 = 0");
    const bytes = async () =>
      ((await inStore(here.project_id, "search_words_data")) as { block: ArrayBuffer }[])
        .map(({ block }) => block.byteLength)
        .reduce((sum, size) => sum + size);
    expect(await bytes()).toBeGreaterThan(8_000_000);
    const steps = vi.spyOn(SearchTable.prototype, "tidy");
    await storeOf(here.project_id).forget(here.project_id, [gone], 0);
    // Not all in one go: others are served meanwhile.
    expect(steps).toHaveBeenCalledTimes(3);
    expect(steps).toHaveLastReturnedWith(true);
    while (await runDurableObjectAlarm(storeOf(here.project_id) as never));
    expect(await bytes()).toBeLessThan(7_000_000);
    expect(await find(here, { q: "mill" })).toEqual([kept]);
  });

  it("goes on where it was when the last session of a page was emptied meanwhile", async () => {
    const here = await world();
    const talks: string[] = [];
    for (let i = 0; i < 4; i++) {
      talks.unshift(await talk(here, ["the same words"]));
      // No two in one millisecond.
      await vi.waitFor(async () => expect(Date.now()).toBeGreaterThan(await startOf(talks[0])));
    }
    const path = `/projects/${here.project_id}/sessions?q=words&limit=2`;
    const first = await admin("GET", path);
    expect(first.items.map(({ id }: { id: string }) => id)).toEqual(talks.slice(0, 2));
    await storeOf(here.project_id).forget(here.project_id, talks.slice(1, 2), 0);
    await env.DB.batch(emptySessions(env.DB, talks.slice(1, 2), Date.now()));
    const second = await admin("GET", `${path}&cursor=${first.next_cursor}`);
    expect(second.items.map(({ id }: { id: string }) => id)).toEqual(talks.slice(2));
    expect(second.next_cursor).toBeNull();
    // The last day of the search still ends it.
    expect(await find(here, { q: "words", to: "2020-01-01", cursor: first.next_cursor })).toEqual([]);
  });

  it("exports the same selection with its transcripts", async () => {
    const here = await world();
    const id = await talk(here, ["=1+1 is two", 'she said "hi"'], { type: "feedback", rating: 4 });
    await talk(here, ["nothing"]);
    const get = async (format: string) =>
      (
        await request("GET", `/admin/v1/projects/${here.project_id}/sessions?q=two&format=${format}`, {
          headers: operator,
        })
      ).text();
    const lines = (await get("ndjson"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { id, rating: 4, transcript: [{ role: "user", text: "=1+1 is two" }, { text: 'she said "hi"' }] },
    ]);
    const csv = await get("csv");
    expect(csv.split("\r\n")[0]).toMatch(/^"id","started_at",/);
    expect(csv).toContain('"Visitor: =1+1 is two\nVisitor: she said ""hi"""');
  });
});
