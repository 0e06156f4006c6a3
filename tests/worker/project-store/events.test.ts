import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { ProjectStore } from "../../../worker/index.ts";
import { loadStatus } from "../../../worker/projects/status.ts";
import { forgetLate, lateNotes, noteLate } from "../../../worker/storage/late-ledgers.ts";
import { holdThatRestoreKeeps, takeBackup } from "../../harness/worker/archive.ts";
import { cron } from "../../harness/worker/cron.ts";
import { makeChannel, report, start, type World, world } from "../../harness/worker/organization.ts";
import { away, dieAtPiece, inStore, leaveInD1, storeOf } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";
import { receiver } from "../aftermath/receiver.ts";
import { billOf, installMeter } from "../contract/meter.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const say = (text: string) => ({ type: "user_transcript", text });

/** A conversation as a version without stores has left it in D1; nothing was reported of it yet. */
async function begun(here: World): Promise<string> {
  const { session_id } = await start(here);
  await leaveInD1(here);
  return session_id;
}
/** So many lines as a version without stores has left them in D1. */
const left = (session_id: string, count: number, characters = 1) =>
  env.DB.prepare(
    `INSERT INTO session_events (session_id, type, body_json, received_at, at)
     SELECT ?1, 'user_transcript', json_object('text', 'before ' || value || ?3), 1, NULL FROM json_each(?2)`,
  )
    .bind(session_id, JSON.stringify(Array.from({ length: count }, (_, n) => n)), "x".repeat(characters))
    .run();
const inD1 = () => env.DB.prepare("SELECT COUNT(*) AS n FROM session_events").first<number>("n");
const linesOf = async (session_id: string): Promise<string[]> =>
  (await admin("GET", `/sessions/${session_id}/transcript`)).items.map(({ text }: { text: string }) => text);
const found = async ({ project_id }: World, q: string): Promise<string[]> =>
  (await admin("GET", `/projects/${project_id}/sessions?${new URLSearchParams({ q })}`)).items.map(
    ({ id }: { id: string }) => id,
  );
const late = async () => (await admin("GET", "/status")).stores.late;

/** The ledger's next try. */
async function tryAgain(here: World): Promise<void> {
  await vi.waitFor(async () => expect(await runDurableObjectAlarm(here.ledger as never)).toBe(true), 20_000);
}

test("what D1 had is shown as before, in its order and with its cursors, and what comes stands behind it", async () => {
  const here = await world();
  const [one, other] = [await begun(here), await begun(here)];
  await left(one, 30);
  await left(other, 2);
  await env.DB.prepare("INSERT INTO session_usage (session_id, id, usage_json, at) VALUES (?1, 'r0', ?2, 1)")
    .bind(one, JSON.stringify({ total_tokens: 7 }))
    .run();
  const first = await admin("GET", `/sessions/${one}/transcript?limit=10`);
  const used = (id: string, total_tokens: number) => ({ type: "usage", id, total_tokens });
  await report(here.key, one, [{ type: "connected" }, say("after"), used("r0", 9), used("r1", 5)]);
  expect((await admin("GET", `/sessions/${one}`)).usage.totals.total_tokens).toBe(12);
  const rest = await admin("GET", `/sessions/${one}/transcript?cursor=${first.next_cursor}`);
  const texts = [...first.items, ...rest.items].map(({ text }) => text);
  expect(texts).toEqual([...Array.from({ length: 30 }, (_, n) => `before ${n}x`), "after"]);
  expect(await linesOf(other)).toHaveLength(2);
  const { items } = await admin("GET", `/projects/${here.project_id}/sessions`);
  expect(items.map(({ asked }: { asked: string }) => asked)).toEqual(["before 0x", "before 0x"]);
  expect(await found(here, "before")).toEqual([other, one]);
  expect(await found(here, "29x after")).toEqual([one]);
  await cron();
  // For a Worker that is rolled back.
  expect(await inD1()).toBe(32);
  expect((await env.DB.prepare("SELECT version FROM project_stores").all()).results).toEqual([{ version: 11 }]);
});

test("a store that has taken over the rest takes over what sessions reported", async () => {
  const here = await world();
  const id = await begun(here);
  await left(id, 3);
  const claim = { session_id: id, org_id: here.org_id, call_id: "c", name: "find_order", at: 1 };
  await storeOf(here.project_id).claimCall(here.project_id, claim);
  await runInDurableObject(storeOf(here.project_id) as never, (_, { storage }: DurableObjectState) => {
    for (const table of ["events", "documents", "search_words", "unindexed"]) storage.sql.exec(`DROP TABLE ${table}`);
  });
  await evictDurableObject(storeOf(here.project_id) as never);
  expect(await linesOf(id)).toHaveLength(3);
  expect(await inStore(here.project_id, "tool_calls")).toHaveLength(1);
});

test("a takeover that is killed between two pieces goes on where it was, and shows nothing before", async () => {
  const here = await world();
  const id = await begun(here);
  await left(id, 100, 60_000);
  const dying = dieAtPiece(2);
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await cron();
  expect(log.mock.calls.flat().join()).toContain("killed");
  dying.mockRestore();
  const arrived = await inStore(here.project_id, "arriving_events");
  expect(arrived.length).toBeGreaterThan(10);
  expect(arrived.length).toBeLessThan(100);
  expect(await inStore(here.project_id, "events", "owner")).toEqual([]);
  await evictDurableObject(storeOf(here.project_id) as never);
  await cron();
  expect(await inStore(here.project_id, "arriving_events", "arrival_of_events")).toEqual([]);
  expect(await inStore(here.project_id, "events")).toHaveLength(100);
});

test("the search is taken over in pieces, too: a kill leaves them, and nobody searches in half of it", async () => {
  const here = await world();
  const ids = Array.from({ length: 230 }, (_, n) => `ses_old_${n}`);
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, provider, state, started_at, ended_at, revision)
       SELECT value, ?1, ?2, ?3, 'Ava', 'provider_a', 'ended', key, key, 1 FROM json_each(?4)`,
    ).bind(here.org_id, here.project_id, here.agent_id, JSON.stringify(ids)),
    env.DB.prepare(
      `INSERT INTO session_events (session_id, type, body_json, received_at)
       SELECT value, 'user_transcript', '{"text":"ferry ' || key || '"}', 1 FROM json_each(?1)`,
    ).bind(JSON.stringify(ids)),
  ]);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const dying = dieAtPiece(3, "documents");
  await cron();
  dying.mockRestore();
  expect(await inStore(here.project_id, "arriving_documents")).toHaveLength(200);
  expect(await inStore(here.project_id, "documents", "owner")).toEqual([]);
  await evictDurableObject(storeOf(here.project_id) as never);
  expect(await found(here, "ferry 3")).toEqual(["ses_old_3"]);
  expect(await found(here, "ferry 229")).toEqual(["ses_old_229"]);
  expect(await inStore(here.project_id, "documents")).toHaveLength(230);
  expect(await inStore(here.project_id, "arriving_documents", "arrival_of_documents", "unindexed")).toEqual([]);
});

test("a report does not wait for a long history, and stands behind it when that has come", async () => {
  const here = await world();
  const id = await begun(here);
  await left(id, 3);
  vi.spyOn(console, "error").mockImplementation(() => {});
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const prepare = env.DB.prepare.bind(env.DB);
  const held = vi.spyOn(env.DB, "prepare").mockImplementation((sql) => {
    const statement = prepare(sql);
    if (!sql.includes("session_events e ON")) return statement;
    const bind = statement.bind.bind(statement);
    statement.bind = (...values) => {
      const bound = bind(...values);
      const all = bound.all.bind(bound);
      bound.all = (async () => {
        await opened;
        return all();
      }) as typeof bound.all;
      return bound;
    };
    return statement;
  });
  await report(here.key, id, [{ type: "connected" }, say("now")]);
  expect(held).toHaveBeenCalled();
  open();
  held.mockRestore();
  await tryAgain(here);
  await vi.waitFor(async () => expect(await linesOf(id)).toEqual([...[0, 1, 2].map((n) => `before ${n}x`), "now"]), {
    timeout: 20_000,
  });
});

test("where the store cannot be reached the call goes on, and its reports arrive later, once and in their order", async () => {
  const here = await world();
  const { id: hook } = await admin("POST", `/projects/${here.project_id}/webhooks`, {
    url: "https://crm.example/",
    events: ["session.ended"],
    include_transcript: true,
  });
  const received = receiver();
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }, say("one")]);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { keepEvents } = ProjectStore.prototype;
  const broken = vi.spyOn(ProjectStore.prototype, "keepEvents").mockImplementation(away);
  const before = Date.now();
  await report(here.key, session_id, [say("two"), { type: "usage", id: "r1", total_tokens: 5 }]);
  // Kept, and nobody heard of it.
  broken.mockImplementation(async function (this: ProjectStore, ...batch) {
    await keepEvents.apply(this, batch);
    return away();
  });
  await report(here.key, session_id, [say("three")]);
  const [entry] = await late();
  expect(entry).toMatchObject({ project_id: here.project_id });
  expect(entry.since).toBeGreaterThanOrEqual(before - 1_000);
  broken.mockImplementation(away);
  const ended = await report(here.key, session_id, [{ type: "ended" }]);
  expect(ended.session).toMatchObject({ status: "ended", end_reason: "completed" });
  await here.ledger.followUpPending();
  expect(received).toEqual([]);
  expect(await linesOf(session_id)).toEqual(["one", "three"]);
  broken.mockRestore();
  await tryAgain(here);
  await vi.waitFor(async () => expect(await late()).toEqual([]), { timeout: 20_000 });
  expect(await linesOf(session_id)).toEqual(["one", "two", "three"]);
  const shown = await admin("GET", `/sessions/${session_id}`);
  expect(shown.usage.totals.total_tokens).toBe(5);
  expect(shown.events.map(({ type }: { type: string }) => type)).toEqual([
    "connected",
    "user_transcript",
    "user_transcript",
    "user_transcript",
    "ended",
  ]);
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 20_000 });
  expect(received[0]?.data.usage).toMatchObject({ total_tokens: 5 });
  const transcript = received[0]?.data.transcript as { text: string }[];
  expect(transcript.map(({ text }) => text)).toEqual(["one", "two", "three"]);
  expect((await admin("GET", `/webhooks/${hook}/deliveries`)).items).toHaveLength(1);
});

test("what is late outlives the ledger's memory, is in a backup, and is forgotten with its visitor and its project", async () => {
  const here = await world();
  const { session_id } = await start(here, { visitor_id: "v1" });
  await report(here.key, session_id, [{ type: "connected" }]);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = vi.spyOn(ProjectStore.prototype, "keepEvents").mockImplementation(away);
  await report(here.key, session_id, [say("my name is Ada")]);
  await evictDurableObject(here.ledger as never);
  expect(await late()).toHaveLength(1);
  const { parts } = await takeBackup();
  expect(JSON.stringify(parts.filter(({ kind }) => kind === "ledger"))).toContain("my name is Ada");
  await admin("DELETE", `/projects/${here.project_id}/subjects/v1`, undefined, { status: 204 });
  broken.mockRestore();
  await tryAgain(here);
  await vi.waitFor(async () => expect(await late()).toEqual([]), { timeout: 20_000 });
  expect(await linesOf(session_id)).toEqual([]);

  vi.spyOn(ProjectStore.prototype, "keepEvents").mockImplementation(away);
  await report(here.key, session_id, [say("again")]);
  expect(await late()).toHaveLength(1);
  await admin("DELETE", `/projects/${here.project_id}`, { confirm: "Bakery" }, { status: 204 });
  expect(await late()).toEqual([]);
});

test("late history is told however many organizations are newer, until its ledger says that nothing waits", async () => {
  const here = await world();
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }]);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = vi.spyOn(ProjectStore.prototype, "keepEvents").mockImplementation(away);
  await report(here.key, session_id, [say("one")]);
  await world();
  const told = async () => (await loadStatus(env, Date.now(), 1)).stores.late;
  await vi.waitFor(async () => expect(await told()).toMatchObject([{ project_id: here.project_id }]));
  const [note] = await lateNotes(env.DB, 9);
  expect(note).toMatchObject({ id: here.org_id });
  broken.mockRestore();
  await tryAgain(here);
  await vi.waitFor(async () => expect(await told()).toEqual([]), { timeout: 20_000 });
  expect(await lateNotes(env.DB, 9)).toEqual([]);
  // What has come since is not taken away with an earlier note.
  await noteLate(env.DB, here.org_id, Date.now() + 1);
  if (note) await forgetLate(env.DB, [note]);
  expect(await lateNotes(env.DB, 9)).toHaveLength(1);
});

test("a list says which projects' history it could not ask", async () => {
  const [here, there] = [await world(), await world()];
  const ids = [await start(here), await start(there)].map(({ session_id }) => session_id);
  await report(here.key, ids[0] ?? "", [{ type: "connected" }, say("Hello")]);
  await report(there.key, ids[1] ?? "", [{ type: "connected" }, say("Hello")]);
  await here.ledger.publishPending();
  await there.ledger.publishPending();
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { openings } = ProjectStore.prototype;
  vi.spyOn(ProjectStore.prototype, "openings").mockImplementation(function (this: ProjectStore, ...asked) {
    return asked[0] === here.project_id ? away() : openings.apply(this, asked);
  });
  const active = await admin("GET", "/sessions?status=active");
  expect(active.unanswered).toEqual([here.project_id]);
  expect(new Map(active.items.map(({ id, asked }: { id: string; asked: string }) => [id, asked]))).toEqual(
    new Map([
      [ids[0], null],
      [ids[1], "Hello"],
    ]),
  );
});

test("a report writes no row to D1", async () => {
  const here = await world();
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }]);
  await here.ledger.publishPending();
  await installMeter();
  const bill = await billOf(() =>
    report(here.key, session_id, [say("One"), { type: "agent_transcript", text: "Two" }]),
  );
  console.log(`report| ${JSON.stringify(bill)}`);
  expect(bill.d1_rows_written).toBe(0);
  expect(await inD1()).toBe(0);
});

test("contacts of a session are deleted in its reports, too", async () => {
  const here = await world();
  const agent = await admin("POST", "/agents", {
    ...{ project_id: here.project_id, name: "Eva", provider: "provider_a" },
    collect_contact: { fields: ["email"], consent_text: "Yes." },
  });
  const { key } = await makeChannel(here.project_id, agent.id);
  const { session_id } = await start({ ...here, key, agent_id: agent.id });
  const contact = (name: string) => ({ type: "contact", email: `${name}@example.com`, consent: true });
  await report(key, session_id, [{ type: "connected" }, contact("ada"), contact("bob")]);
  const { items } = await admin("GET", `/projects/${here.project_id}/contacts`);
  const ada = items.find(({ email }: { email: string }) => email.startsWith("ada"));
  await admin("DELETE", `/contacts/${ada.id}`, undefined, { status: 204 });
  const kept = JSON.stringify(await inStore(here.project_id, "events"));
  expect(kept).toContain("bob@example.com");
  expect(kept).not.toContain("ada@example.com");
});

test("a contact that was deleted does not come back with the late report of what the store has kept already", async () => {
  const here = await world({ agent: { collect_contact: { fields: ["email"], consent_text: "Yes." } } });
  await admin("POST", `/projects/${here.project_id}/webhooks`, {
    url: "https://crm.example/",
    events: ["contact.created"],
  });
  const received = receiver();
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }]);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { keepEvents } = ProjectStore.prototype;
  const unheard = vi.spyOn(ProjectStore.prototype, "keepEvents").mockImplementation(async function (
    this: ProjectStore,
    ...batch
  ) {
    await keepEvents.apply(this, batch);
    return away();
  });
  await report(here.key, session_id, [{ type: "contact", email: "ada@example.com", consent: true }]);
  const late = unheard.mock.calls.findLast(([, { contacts = [] }]) => contacts.length > 0);
  unheard.mockRestore();
  const list = async () => (await admin("GET", `/projects/${here.project_id}/contacts`)).items;
  const [ada] = await list();
  await admin("DELETE", `/contacts/${ada.id}`, undefined, { status: 204 });
  const told = received.length;
  if (!late) throw new Error("no report had a contact");
  await storeOf(here.project_id).keepEvents(late[0], late[1], true);
  await storeOf(here.project_id).announceContacts(here.project_id, [session_id]);
  expect(await list()).toEqual([]);
  expect(received).toHaveLength(told);
  expect(JSON.stringify(await inStore(here.project_id, "events"))).not.toContain("ada@example.com");
  const { events } = await admin("GET", `/sessions/${session_id}`);
  expect(events.map(({ type }: { type: string }) => type)).toEqual(["connected"]);
});

test("a backup has the events in pages, and a restore brings them back; so does an archive of before", async () => {
  const here = await world();
  const id = await begun(here);
  await left(id, 40, 40_000);
  expect(await linesOf(id)).toHaveLength(40);
  await holdThatRestoreKeeps({
    tables: { before: "session_events", now: "events" },
    store_version: 3,
    read: () => linesOf(id),
  });
});
