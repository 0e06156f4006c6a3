import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { Contact } from "../../../shared/contacts.ts";
import { DeliveryQueue, ProjectStore } from "../../../worker/index.ts";
import { holdThatRestoreKeeps, takeBackup } from "../../harness/worker/archive.ts";
import { cron } from "../../harness/worker/cron.ts";
import { report, start, type World, widget, world } from "../../harness/worker/organization.ts";
import { away, changeStore, dieAtPiece, inStore, leaveInD1, storeOf } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";
import { receiver } from "../aftermath/receiver.ts";
import { billOf, installMeter } from "../contract/meter.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const DAY = 86_400_000;
/** Ids from here on say themselves whose they are. */
const GIVEN_BY_STORES = 100_000_000;
const agent = { collect_contact: { fields: ["name", "email"], consent_text: "Yes." } };

/** Contacts of no session as a version without stores has left them in D1, the oldest first. */
const left = ({ project_id }: World, count: number, characters = 1, at = Date.now() - count) =>
  env.DB.prepare(
    `INSERT INTO contacts (project_id, email, message, consent_text, at, digest, announced_at)
     SELECT ?1, 'v' || key || '@example.com', ?3, 'Yes.', ?4 + key, 'before ' || key, 1 FROM json_each(?2) ORDER BY key`,
  )
    .bind(project_id, JSON.stringify(Array.from({ length: count }, () => 0)), "x".repeat(characters), at)
    .run();
const inD1 = async () => (await env.DB.prepare("SELECT * FROM contacts ORDER BY id").all()).results;
const token = async (org_id: number): Promise<string> => (await admin("POST", `/organizations/${org_id}/tokens`)).token;
const list = async ({ project_id }: Pick<World, "project_id">, as?: string): Promise<Contact[]> =>
  (await admin("GET", `/projects/${project_id}/contacts?limit=200`, undefined, as ? { token: as } : {})).items;
const emails = async (here: Pick<World, "project_id">, as?: string) => (await list(here, as)).map(({ email }) => email);
const send = (here: World, name: string, status = 200) =>
  widget(here.read_key, "POST", "/contacts", { email: `${name}@example.com`, consent: true }, status);
const ofSession = (name: string) => ({ type: "contact", email: `${name}@example.com`, consent: true });
/** What comes to the store's alarm. */
const wake = (project_id: number) => runDurableObjectAlarm(storeOf(project_id) as never);
const alarmOf = (project_id: number) =>
  runInDurableObject(storeOf(project_id) as never, (_, { storage }: DurableObjectState) => storage.getAlarm());

async function hook({ project_id }: World, events = ["contact.created"]): Promise<number> {
  return (await admin("POST", `/projects/${project_id}/webhooks`, { url: "https://crm.example/", events })).id;
}

test("what D1 had is listed as before and by its ids, what comes stands before it, and D1 gets nothing of it", async () => {
  const here = await world({ agent });
  const { session_id } = await start(here);
  await leaveInD1(here);
  await left(here, 3);
  await env.DB.prepare(
    `INSERT INTO contacts (project_id, session_id, agent_id, email, consent_text, at, digest, announced_at, done_at)
     VALUES (?1, ?2, ?3, 'old@example.com', 'Yes.', 5, 'of a session', 1, 7)`,
  )
    .bind(here.project_id, session_id, here.agent_id)
    .run();
  const rows = await inD1();
  await Promise.all([
    report(here.key, session_id, [{ type: "connected" }, ofSession("ada")]),
    send(here, "bob"),
    storeOf(here.project_id).takeOver(here.project_id),
    list(here),
  ]);
  const all = await list(here);
  expect(
    all
      .slice(0, 2)
      .map(({ email }) => email)
      .toSorted(),
  ).toEqual(["ada@example.com", "bob@example.com"]);
  expect(all.slice(2)).toMatchObject([
    { id: rows[3]?.id, email: "old@example.com", session_id, agent_id: here.agent_id, done_at: 7 },
    ...[2, 1, 0].map((n) => ({ id: rows[n]?.id, email: `v${n}@example.com`, session_id: null })),
  ]);
  const page = await admin("GET", `/projects/${here.project_id}/contacts?limit=3`);
  const rest = await admin("GET", `/projects/${here.project_id}/contacts?limit=200&cursor=${page.next_cursor}`);
  expect([...page.items, ...rest.items]).toEqual(all);
  const shown = await admin("GET", `/sessions/${session_id}`);
  expect(shown.contacts.map(({ email }: { email: string }) => email)).toEqual(["old@example.com", "ada@example.com"]);
  expect(shown.contact_id).toBe(shown.contacts[1].id);
  const [listed] = (await admin("GET", `/projects/${here.project_id}/sessions`)).items;
  expect(listed.contact_id).toBe(shown.contact_id);
  await cron();
  await evictDurableObject(storeOf(here.project_id) as never);
  await cron();
  expect(await list(here)).toEqual(all);
  // For a Worker that is rolled back.
  expect(await inD1()).toEqual(rows);
  expect(await env.DB.prepare("SELECT COUNT(*) AS n FROM contact_counts").first("n")).toBe(0);
});

test("a takeover that dies between two pieces goes on behind them, and nobody reads half of it", async () => {
  const here = await world();
  await left(here, 450);
  const dying = dieAtPiece(2, "contacts");
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await cron();
  expect(log.mock.calls.flat().join()).toContain("killed");
  dying.mockRestore();
  expect(await inStore(here.project_id, "contacts")).toEqual([]);
  expect(await inStore(here.project_id, "arriving_contacts")).toHaveLength(200);
  await evictDurableObject(storeOf(here.project_id) as never);
  expect(await emails(here)).toEqual(Array.from({ length: 200 }, (_, n) => `v${449 - n}@example.com`));
  expect(await inStore(here.project_id, "contacts")).toHaveLength(450);
  expect(await inStore(here.project_id, "arriving_contacts", "arrival_of_contacts")).toEqual([]);
});

test("ids of before and of now are changed and deleted by themselves, by nobody else, and none is given twice", async () => {
  const [here, other] = [await world({ agent }), await world({ agent })];
  await left(here, 1);
  await send(here, "ada");
  await send(other, "bob");
  const [own, old] = await list(here);
  const [theirs] = await list(other);
  expect(Math.floor((own?.id ?? 0) / GIVEN_BY_STORES)).toBe(here.project_id);
  expect(Math.floor((theirs?.id ?? 0) / GIVEN_BY_STORES)).toBe(other.project_id);
  const foreign = { status: 404, token: await token(other.org_id) };
  // D1's row may be gone: it is not asked since the store has it.
  await env.DB.prepare("DELETE FROM contacts").run();
  for (const id of [old?.id, own?.id]) {
    await admin("PATCH", `/contacts/${id}`, { done: true }, foreign);
    await admin("DELETE", `/contacts/${id}`, undefined, foreign);
    expect(await admin("PATCH", `/contacts/${id}`, { done: true }, { status: 200 })).toMatchObject({ id });
    const log = (await admin("GET", "/audit")).items;
    expect(log[0]).toMatchObject({ action: "contact.update", project_id: here.project_id, target: `contact:${id}` });
    await admin("DELETE", `/contacts/${id}`, undefined, { status: 204 });
    await admin("DELETE", `/contacts/${id}`, undefined, { status: 404 });
  }
  for (const id of [9, GIVEN_BY_STORES * 999 + 1, 9_007_199_254_740_991])
    await admin("DELETE", `/contacts/${id}`, undefined, { status: 404 });
  expect(await inStore(here.project_id, "contacts")).toEqual([]);
  await send(here, "eva");
  expect((await list(here))[0]?.id).toBe((own?.id ?? 0) + 1);
  expect(await emails(other)).toEqual(["bob@example.com"]);
});

test("a contact of a session is not lost where the store cannot be reached: it arrives later, once, before the end", async () => {
  const here = await world({ agent });
  await hook(here, ["contact.created", "session.ended"]);
  const received = receiver();
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }]);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { keepEvents } = ProjectStore.prototype;
  const broken = vi.spyOn(ProjectStore.prototype, "keepEvents").mockImplementation(away);
  await report(here.key, session_id, [ofSession("ada")]);
  // Kept, and nobody heard of it.
  broken.mockImplementation(async function (this: ProjectStore, ...batch) {
    await keepEvents.apply(this, batch);
    return away();
  });
  await report(here.key, session_id, [ofSession("bob")]);
  await report(here.key, session_id, [{ type: "ended" }]);
  broken.mockRestore();
  await evictDurableObject(here.ledger as never);
  await vi.waitFor(async () => expect(await runDurableObjectAlarm(here.ledger as never)).toBe(true), 20_000);
  await vi.waitFor(() => expect(received).toHaveLength(3), { timeout: 50_000 });
  expect((await emails(here)).toSorted()).toEqual(["ada@example.com", "bob@example.com"]);
  expect(received.at(-1)).toMatchObject({ type: "session.ended" });
  expect(
    received
      .slice(0, 2)
      .map(({ data }) => data.email)
      .toSorted(),
  ).toEqual(["ada@example.com", "bob@example.com"]);
  const { events } = await admin("GET", `/sessions/${session_id}`);
  expect(events.filter(({ type }: { type: string }) => type === "contact")).toHaveLength(2);
});

test("without a session the page is told that it may send the contact again, and again is once", async () => {
  const here = await world({ agent });
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { leaveContact } = ProjectStore.prototype;
  const broken = vi.spyOn(ProjectStore.prototype, "leaveContact").mockImplementation(away);
  expect(await send(here, "ada", 503)).toMatchObject({ code: "unavailable", detail: /send it again/ });
  // Kept, and nobody heard of it.
  broken.mockImplementation(async function (this: ProjectStore, ...contact) {
    await leaveContact.apply(this, contact);
    return away();
  });
  await send(here, "ada", 503);
  broken.mockRestore();
  const { contact_id } = await send(here, "ada");
  expect(await list(here)).toMatchObject([{ id: contact_id, email: "ada@example.com" }]);
});

test("contacts that no webhook was told of are told by the store's alarm, once, also what D1 had", async () => {
  const here = await world({ agent });
  const id = await hook(here);
  const received = receiver();
  await left(here, 1);
  await env.DB.prepare("UPDATE contacts SET announced_at = NULL").run();
  vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = vi.spyOn(DeliveryQueue.prototype, "enqueue").mockImplementation(away as never);
  await send(here, "ada");
  await vi.waitFor(() => expect(broken).toHaveBeenCalled());
  expect(((await alarmOf(here.project_id)) ?? 0) - Date.now()).toBeLessThan(61_000);
  // As if the object had died in the middle of it.
  await evictDurableObject(storeOf(here.project_id) as never);
  expect(await wake(here.project_id)).toBe(true);
  expect(((await alarmOf(here.project_id)) ?? 0) - Date.now()).toBeLessThan(61_000);
  broken.mockRestore();
  expect(await wake(here.project_id)).toBe(true);
  await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 50_000 });
  await wake(here.project_id);
  expect(received.map(({ data }) => data.email)).toEqual(["v0@example.com", "ada@example.com"]);
  expect((await admin("GET", `/webhooks/${id}/deliveries`)).items).toHaveLength(2);
});

/** Holds what is put into queues of webhooks, until it is let go. */
function holdQueues() {
  const done: string[] = [];
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { enqueue } = DeliveryQueue.prototype;
  const slow = vi.spyOn(DeliveryQueue.prototype, "enqueue").mockImplementation(async function (
    this: DeliveryQueue,
    ...args
  ) {
    await held;
    done.push("told");
    return enqueue.apply(this, args);
  });
  return { go, done, waits: () => vi.waitFor(() => expect(slow).toHaveBeenCalled()) };
}

test("a contact that is deleted while its webhooks are told of it is in no delivery", async () => {
  const here = await world({ agent });
  const id = await hook(here);
  receiver();
  const queues = holdQueues();
  const { contact_id } = await send(here, "ada");
  await queues.waits();
  const deleted = admin("DELETE", `/contacts/${contact_id}`, undefined, { status: 204 });
  queues.go();
  await deleted;
  expect((await admin("GET", `/webhooks/${id}/deliveries`)).items).toEqual([]);
  expect(await inStore(here.project_id, "contacts")).toEqual([]);
});

test("a visitor who is forgotten while webhooks are told of a contact is in no delivery", async () => {
  const here = await world({ agent });
  const id = await hook(here);
  receiver();
  const queues = holdQueues();
  const { session_id } = await start(here, { visitor_id: "v1" });
  await report(here.key, session_id, [{ type: "connected" }, ofSession("ada")]);
  await queues.waits();
  const { erase } = DeliveryQueue.prototype;
  vi.spyOn(DeliveryQueue.prototype, "erase").mockImplementation(function (this: DeliveryQueue, ...args) {
    queues.done.push("erased");
    return erase.apply(this, args);
  });
  const forgotten = admin("DELETE", `/projects/${here.project_id}/subjects/v1`, undefined, { status: 204 });
  await vi.waitFor(async () => expect(await inStore(here.project_id, "contacts")).toEqual([]));
  queues.go();
  await forgotten;
  expect(queues.done).toEqual(["told", "erased"]);
  expect((await admin("GET", `/webhooks/${id}/deliveries`)).items).toEqual([]);
  expect(await inStore(here.project_id, "contacts", "events")).toEqual([]);
});

test("contacts stay with the organization that they were left for, also where the store did not hear of a move", async () => {
  const [before, after] = [await world({ agent }), await world()];
  const { project_id } = before;
  await left(before, 1);
  await send(before, "old");
  const follow = vi.spyOn(ProjectStore.prototype, "follow").mockImplementation(away);
  await admin("PATCH", `/projects/${project_id}`, { org_id: after.org_id });
  follow.mockRestore();
  const [own, theirs] = [await token(after.org_id), await token(before.org_id)];
  expect(await emails(before, own)).toEqual([]);
  await send(before, "new");
  expect(await emails(before, own)).toEqual(["new@example.com"]);
  expect(await emails(before)).toEqual(["new@example.com", "old@example.com", "v0@example.com"]);
  const [, old] = await list(before);
  await admin("PATCH", `/contacts/${old?.id}`, { done: true }, { status: 404, token: own });
  await admin("PATCH", `/projects/${project_id}`, { org_id: before.org_id });
  expect(await emails(before, theirs)).toEqual(["old@example.com", "v0@example.com"]);
});

test("what was left while a project was nobody's is its first owner's, and that of a deleted organization is gone", async () => {
  const [here, next] = [await world({ agent }), await world()];
  const { id: project_id } = await admin("POST", "/projects", { name: "Free" });
  const loose = { agent_id: null, consent_text: "Yes.", org_id: null, at: Date.now(), visitor: null };
  await storeOf(project_id).leaveContact(project_id, 0, { ...loose, email: "free@example.com", digest: "a" });
  await admin("PATCH", `/projects/${project_id}`, { org_id: here.org_id });
  expect(await emails({ project_id }, await token(here.org_id))).toEqual(["free@example.com"]);
  await admin("PATCH", `/projects/${project_id}`, { org_id: next.org_id });
  expect(await emails({ project_id }, await token(next.org_id))).toEqual([]);
  expect(await inStore(project_id, "contacts")).toHaveLength(1);
  await admin("DELETE", `/organizations/${here.org_id}`, { confirm: "Harbour" }, { status: 204 });
  await cron();
  expect(await inStore(project_id, "contacts")).toEqual([]);
});

test("contacts of no session go with the project's retention, also where nobody comes, and counts after two days", async () => {
  const here = await world({ agent });
  const { project_id } = here;
  await send(here, "old");
  await send(here, "new");
  const age = (days: number) =>
    changeStore(project_id, "UPDATE contacts SET at = ? WHERE email = 'old@example.com'", Date.now() - days * DAY);
  await age(89);
  await wake(project_id);
  expect(await emails(here)).toHaveLength(2);
  const next = ((await alarmOf(project_id)) ?? 0) - Date.now();
  expect(next).toBeGreaterThan(3_000_000);
  expect(next).toBeLessThanOrEqual(DAY);
  await age(91);
  await changeStore(project_id, "UPDATE contact_counts SET since = since - ?", 3 * DAY);
  expect(await inStore(project_id, "contact_counts")).not.toEqual([]);
  await wake(project_id);
  expect(await emails(here)).toEqual(["new@example.com"]);
  expect(await inStore(project_id, "contact_counts")).toEqual([]);
  // A project that keeps less from now on is looked at within the hour.
  await age(5);
  await changeStore(project_id, "UPDATE contacts SET at = at - ?", 5 * DAY);
  await admin("PATCH", `/projects/${project_id}`, { retention_days: 2 });
  expect(((await alarmOf(project_id)) ?? 0) - Date.now()).toBeLessThanOrEqual(3_600_000);
  await wake(project_id);
  expect(await emails(here)).toEqual([]);
});

test("nothing of a deleted project is in its store, and what was under way brings nothing back", async () => {
  const here = await world({ agent });
  await send(here, "ada");
  await admin("DELETE", `/projects/${here.project_id}`, { confirm: "Bakery" }, { status: 204 });
  const loose = { agent_id: null, consent_text: "Yes.", org_id: here.org_id, at: 1, visitor: null, digest: "a" };
  expect(await storeOf(here.project_id).leaveContact(here.project_id, 0, loose)).toBeNull();
  expect(await inStore(here.project_id, "owner", "contacts", "contact_counts")).toEqual([]);
});

test("a backup has the contacts in pages, and a restore brings them back; so does an archive of before", async () => {
  const here = await world();
  await left(here, 60, 40_000);
  expect(await list(here)).toHaveLength(60);
  await holdThatRestoreKeeps({
    tables: { before: "contacts", now: "contacts" },
    store_version: 6,
    read: () => list(here),
  });
  const [{ id } = { id: 0 }] = await list(here);
  await admin("DELETE", `/contacts/${id}`, undefined, { status: 204 });
});

test("an installation that somebody left a contact in is restored into by no archive", async () => {
  const { plan } = await takeBackup();
  const { tables: _, late_tables: __, organizations: ___, ...manifest } = plan;
  const here = await admin("POST", "/projects", { name: "Free" });
  const loose = { agent_id: null, consent_text: "Yes.", org_id: null, at: Date.now(), visitor: null, digest: "a" };
  await storeOf(here.id).leaveContact(here.id, 0, loose);
  expect(await admin("POST", "/restore", manifest, { status: 409 })).toMatchObject({ code: "installation_not_empty" });
  expect(await list({ project_id: here.id })).toHaveLength(1);
});

test("a contact writes no row to D1", async () => {
  const here = await world({ agent });
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }]);
  await here.ledger.publishPending();
  await send(here, "first");
  await installMeter();
  const told = await billOf(() => report(here.key, session_id, [{ type: "user_transcript", text: "One" }]));
  const bill = await billOf(() => report(here.key, session_id, [ofSession("ada")]));
  const loose = await billOf(() => send(here, "bob"));
  console.log(
    `contact| a line ${JSON.stringify(told)}\nof a session ${JSON.stringify(bill)}\nof none ${JSON.stringify(loose)}`,
  );
  expect(await inD1()).toEqual([]);
  for (const { d1_rows_written } of [bill, loose]) expect(d1_rows_written).toBe(0);
});
