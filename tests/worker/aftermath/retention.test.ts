import { createScheduledController, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { RETENTION_DAYS } from "../../../shared/limits.ts";
import { SEARCH_TOOL } from "../../../shared/tool-names.ts";
import type { Bindings } from "../../../worker/env.ts";
import worker from "../../../worker/index.ts";
import { DeliveryQueue } from "../../../worker/objects/delivery-queue/delivery-queue.ts";
import { applyRetention } from "../../../worker/sessions/retention.ts";
import { webhooksInTurn } from "../../../worker/storage/retention.ts";
import {
  entriesOf,
  organization,
  report,
  start,
  type World,
  widget,
  world,
} from "../../harness/worker/organization.ts";
import { askUnanswered, changeStore, inStore, storeOf } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";
import { receiver } from "./receiver.ts";

const DAY = 86_400_000;
/** Calls of a run that go to what belongs to no session, to looking for queues, and to looking for projects. */
const BEFORE_BATCHES = 4 + 2 + 1;
const MINUTE = 60_000;
const agent = { memory: true, collect_contact: { fields: ["email"], consent_text: "Yes." } };
const ada = { type: "contact", email: "ada@example.com", consent: true };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const cron = (at: number) => {
  vi.useFakeTimers({ toFake: ["Date"], now: at });
  return worker.scheduled?.(createScheduledController({ scheduledTime: new Date(at) }), env);
};

async function talk(here: World, visitor_id: string): Promise<string> {
  const { session_id } = await start(here, { visitor_id });
  const usage = { type: "usage", id: "r1", total_tokens: 9 };
  await report(here.key, session_id, [
    { type: "connected" },
    { type: "user_transcript", text: "My order, please" },
    usage,
    { type: "feedback", rating: 5 },
    ada,
    { type: "ended" },
  ]);
  return session_id;
}

/** Sessions of a project that ended 100 days ago, as a version without stores has left them; its store has taken them over. */
async function fill(here: World, project_id: number, count: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, provider, state, started_at, ended_at, charged,
       revision, subject)
     SELECT 'ses_old' || ?2 || '_' || value, ?1, ?2, ?3, 'Ava', 'provider_a', 'ended', ?4 + value, ?4 + value + 1000, 1, 1,
       'visitor:v'
     FROM json_each(?5)`,
  )
    .bind(
      ...[here.org_id, project_id, here.agent_id, Date.now() - 100 * DAY],
      JSON.stringify(Array.from({ length: count }, (_, n) => n)),
    )
    .run();
  await storeOf(project_id).takeOver(project_id);
}
const unemptied = async ({ project_id }: World): Promise<number> =>
  (await inStore(project_id, "sessions")).filter(({ emptied_at }) => emptied_at === null).length;
const charged = async ({ project_id }: World): Promise<number> =>
  (await inStore(project_id, "sessions")).reduce((sum, session) => sum + Number(session.charged), 0);

const money = async (here: World) => ({
  entries: await entriesOf(here),
  credit: (await organization(here)).credit,
  charged: await charged(here),
});
/** Rows of a session, in D1 and in its project's store. */
const rows = async ({ project_id }: World, session_id: string) => {
  const tables = ["session_events", "session_usage", "contacts", "session_ratings"];
  const counts = await Promise.all(
    tables.map((table) =>
      env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table} WHERE session_id = ?`).bind(session_id).first<number>("n"),
    ),
  );
  const kept = (await inStore(project_id, "events", "usage", "contacts", "ratings", "documents", "unindexed")).filter(
    (event) => event.session_id === session_id,
  );
  return counts.reduce<number>((sum, n) => sum + (n ?? 0), kept.length);
};
const questions = async ({ project_id }: World): Promise<Record<string, number>> => {
  const { items } = await admin("GET", `/projects/${project_id}/questions`);
  return Object.fromEntries(items.map(({ text, count }: { text: string; count: number }) => [text, count]));
};
const found = async ({ project_id }: World) =>
  (await admin("GET", `/projects/${project_id}/sessions?q=order`)).items.length;

describe("retention", () => {
  it("empties older sessions and changes no sum of money", async () => {
    const here = await world({ agent });
    const id = await talk(here, "v1");
    expect(await found(here)).toBe(1);
    expect((await admin("GET", `/projects/${here.project_id}`)).retention_days).toBe(90);
    const before = await money(here);
    await cron(Date.now() + 90 * DAY - 2 * MINUTE);
    expect(await rows(here, id), "90 days are not over yet").toBeGreaterThan(4);
    await cron(Date.now() + 3 * MINUTE);
    vi.useRealTimers();
    expect(await rows(here, id)).toBe(0);
    expect(await found(here)).toBe(0);
    expect(await money(here)).toEqual(before);
    expect(await admin("GET", `/sessions/${id}`)).toMatchObject({
      subject: null,
      transcript: [],
      contacts: [],
      status: "ended",
    });
  });

  it("of 0 days keeps nothing but the ledger, from the end on", async () => {
    const here = await world({ agent });
    await admin("PATCH", `/projects/${here.project_id}`, { retention_days: 0 });
    const hook = await admin("POST", `/projects/${here.project_id}/webhooks`, {
      url: "https://crm.example/",
      events: ["session.ended", "contact.created"],
      include_transcript: true,
    });
    const received = receiver();
    const id = await talk(here, "v1");
    await vi.waitFor(async () => expect(await rows(here, id)).toBe(0), { timeout: 50_000 });
    await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 50_000 });
    expect(received[1]?.data).toMatchObject({ transcript: [{ text: "My order, please" }] });
    await report(here.key, id, [{ type: "user_transcript", text: "late" }]);
    const before = await money(here);
    await cron(Date.now() + 3_600_000);
    vi.useRealTimers();
    expect(await rows(here, id)).toBe(0);
    expect((await admin("GET", `/webhooks/${hook.id}/deliveries`)).items).toEqual([]);
    expect(await money(here)).toEqual(before);
  });

  it("of 0 days takes what a Worker that was rolled back has left in D1 of a session", async () => {
    const here = await world({ agent });
    await admin("PATCH", `/projects/${here.project_id}`, { retention_days: 0 });
    const { session_id } = await start(here, { visitor_id: "v1" });
    await env.DB.prepare(
      "INSERT INTO session_events (session_id, type, body_json, received_at) VALUES (?1, 'user_transcript', '{}', 1)",
    )
      .bind(session_id)
      .run();
    await report(here.key, session_id, [{ type: "connected" }, { type: "ended" }]);
    await vi.waitFor(async () => expect(await rows(here, session_id)).toBe(0), { timeout: 50_000 });
  });

  it("takes questions that found no answer, too", async () => {
    const here = await world({ agent });
    const ask = (text: string, at: number) => askUnanswered(here, "ses_x", text, at);
    const now = Date.now();
    // Questions go with the conversations of their time.
    await fill(here, here.project_id, 1);
    await admin("PATCH", `/projects/${here.project_id}`, { retention_days: 7 });
    await ask("old", now - 8 * DAY);
    await ask("asked again", now - 8 * DAY);
    await ask("asked again", now - 6 * DAY);
    await applyRetention(env, now);
    expect(await questions(here)).toEqual({ "asked again": 2 });
    await admin("PATCH", `/projects/${here.project_id}`, { retention_days: 0 });
    await talk(here, "v1");
    await vi.waitFor(async () => expect(await questions(here)).toEqual({}), { timeout: 50_000 });
  });

  it("takes an emptied session's share of the questions that others asked later", async () => {
    const here = await world();
    await fill(here, here.project_id, 1);
    const old = String((await inStore(here.project_id, "sessions"))[0]?.id);
    await askUnanswered(here, old, "parking");
    await askUnanswered(here, old, "parking");
    await askUnanswered(here, old, "only the old one");
    await askUnanswered(here, "ses_later", "parking");
    await applyRetention(env, Date.now());
    expect(await questions(here)).toEqual({ parking: 1 });
    expect(await inStore(here.project_id, "question_sessions")).toMatchObject([{ session_id: "ses_later" }]);
  });

  it("is done in batches, and the next run continues one that broke off", async () => {
    const here = await world();
    await fill(here, here.project_id, 1000);
    expect(await applyRetention(env, Date.now(), BEFORE_BATCHES + 5)).toBe(200);
    expect(await unemptied(here)).toBe(800);
    expect(await applyRetention(env, Date.now())).toBe(800);
    expect(await unemptied(here)).toBe(0);
    expect(await applyRetention(env, Date.now())).toBe(0);
    expect(await charged(here)).toBe(1000);
    expect((await inStore(here.project_id, "sessions")).filter(({ subject }) => subject !== null)).toEqual([]);
    expect(await env.DB.prepare("SELECT COUNT(*) AS n FROM sessions WHERE subject IS NOT NULL").first("n")).toBe(0);
  });

  it("reaches every project, also behind many that have nothing to delete or much", async () => {
    const here = await world();
    const projects: number[] = [];
    for (let n = 0; n < 4; n += 1)
      projects.push((await admin("POST", "/projects", { org_id: here.org_id, name: `Project ${n}` })).id);
    const last = projects.at(-1) ?? 0;
    await fill(here, here.project_id, 300);
    await fill(here, last, 1);
    const now = Date.now();
    await env.DB.prepare("INSERT INTO contacts (project_id, consent_text, digest, at) VALUES (?1, 'Yes.', 'd', ?2)")
      .bind(last, now - 100 * DAY)
      .run();
    await askUnanswered({ ...here, project_id: last }, "ses_x", "old", now - 100 * DAY);
    expect(await applyRetention(env, now, BEFORE_BATCHES + 5)).toBe(101);
    expect(await env.DB.prepare("SELECT COUNT(*) AS n FROM contacts").first("n")).toBe(0);
    expect(await inStore(last, "questions", "question_sessions")).toEqual([]);
    expect(await applyRetention(env, now)).toBe(200);
  });

  it("looks for old deliveries in so many queues an hour, and in all of them in turn", async () => {
    const here = await world();
    const ids = new Set<number>();
    for (let n = 0; n < 3; n += 1)
      ids.add(
        (
          await admin("POST", `/projects/${here.project_id}/webhooks`, {
            url: `https://crm.example/${n}`,
            events: ["session.ended"],
          })
        ).id,
      );
    const hours = [0, 1, 2, 3].map((hour) => webhooksInTurn(env.DB, hour, 2));
    const turns = (await Promise.all(hours)).map((turn) => turn.map(({ id }) => id));
    expect(turns.map((turn) => turn.length)).toEqual([2, 1, 2, 1]);
    expect(new Set(turns.slice(0, 2).flat())).toEqual(ids);
    expect(await webhooksInTurn(env.DB, 7, 3)).toHaveLength(3);
  });
});

describe("retention of deliveries", () => {
  const hookOf = ({ project_id }: World, n: number) =>
    admin("POST", `/projects/${project_id}/webhooks`, { url: `https://crm.example/${n}`, events: ["contact.created"] });
  const deliveries = async (id: number) => (await admin("GET", `/webhooks/${id}/deliveries`)).items;

  it("reaches those of no session, also behind a queue that fails", async () => {
    const here = await world({ agent });
    await admin("PATCH", `/projects/${here.project_id}`, { retention_days: 1 });
    const broken = (await hookOf(here, 1)).id;
    const hook = (await hookOf(here, 2)).id;
    receiver();
    await widget(here.key, "POST", "/contacts", { agent_id: here.agent_id, email: "ada@example.com", consent: true });
    for (const id of [broken, hook])
      await vi.waitFor(async () => expect(await deliveries(id)).toMatchObject([{ status: "delivered" }]), 50_000);
    await applyRetention(env, Date.now());
    expect(await deliveries(hook)).toHaveLength(1);
    await fill(here, here.project_id, 150);
    const { erase } = DeliveryQueue.prototype;
    vi.spyOn(DeliveryQueue.prototype, "erase").mockImplementation(function (this: DeliveryQueue<Bindings>, erasure) {
      if (this.ctx.id.name === String(broken)) throw new Error("the queue is in trouble");
      return erase.call(this, erasure);
    });
    await expect(applyRetention(env, Date.now() + 2 * DAY)).rejects.toThrow("the queue is in trouble");
    expect(await deliveries(hook)).toEqual([]);
    expect(await unemptied(here)).toBe(0);
  });

  it("reaches those of the operators' own webhooks, which are of no project", async () => {
    const hook = await admin("POST", "/webhooks", { url: "https://pager.example/", events: ["alert.raised"] });
    receiver();
    await admin("POST", `/webhooks/${hook.id}/test`, undefined, { status: 200 });
    expect(await deliveries(hook.id)).toHaveLength(1);
    await applyRetention(env, Date.now() + (RETENTION_DAYS - 1) * DAY);
    expect(await deliveries(hook.id)).toHaveLength(1);
    await applyRetention(env, Date.now() + (RETENTION_DAYS + 1) * DAY);
    expect(await deliveries(hook.id)).toEqual([]);
  });

  it("is shorter where a queue has no room left: what is over goes, the oldest first, and nothing that waits", async () => {
    const here = await world({ agent });
    const hook = (await hookOf(here, 1)).id;
    let status = 500;
    receiver(() => new Response(null, { status }));
    const post = async (email: string) => {
      await widget(here.key, "POST", "/contacts", { agent_id: here.agent_id, email, consent: true });
      return (await deliveries(hook))[0];
    };
    const waiting = await post("a@example.com");
    await vi.waitFor(async () => expect(await deliveries(hook)).toMatchObject([{ attempts: 1, status: "pending" }]));
    status = 204;
    for (const name of ["b", "c", "d", "e"]) await post(`${name}@example.com`);
    const before = async () => (await deliveries(hook)).map(({ status: of }: { status: string }) => of);
    await vi.waitFor(async () => expect(await before()).toEqual([...Array(4).fill("delivered"), "pending"]), 50_000);
    const kept = (await deliveries(hook)).slice(0, 2);
    await runInDurableObject(env.DELIVERY_QUEUE.getByName(String(hook)) as never, (queue) => {
      Object.assign(queue as object, { full: 0 });
    });
    const newest = await post("f@example.com");
    expect(await deliveries(hook)).toMatchObject([newest, ...kept, waiting].map(({ id }) => ({ id })));
  });

  it("counts the queues among a run's calls", async () => {
    const here = await world();
    for (let n = 0; n < 20; n += 1) await hookOf(here, n);
    await fill(here, here.project_id, 1000);
    const erase = vi.spyOn(DeliveryQueue.prototype, "erase");
    expect(await applyRetention(env, Date.now(), BEFORE_BATCHES + 20 + 2 * 24)).toBe(200);
    expect(erase).toHaveBeenCalledTimes(60);
  });
});

describe("erasure of a visitor", () => {
  it("reaches contacts, search and deliveries, also those that still wait", async () => {
    const here = await world({ agent });
    const hook = await admin("POST", `/projects/${here.project_id}/webhooks`, {
      url: "https://crm.example/",
      events: ["session.ended", "contact.created"],
    });
    receiver(() => new Response(null, { status: 500 }));
    const gone = await talk(here, "v1");
    const kept = await talk(here, "v2");
    const before = await money(here);
    await admin("DELETE", `/projects/${here.project_id}/subjects/v1`, undefined, { status: 204 });
    expect(await rows(here, gone)).toBe(0);
    expect(await rows(here, kept)).toBeGreaterThan(0);
    expect(await found(here)).toBe(1);
    const { items } = await admin("GET", `/webhooks/${hook.id}/deliveries`);
    expect(new Set(items.map(({ session_id }: { session_id: string }) => session_id))).toEqual(new Set([kept]));
    expect(await money(here)).toEqual(before);
  });

  it("takes the questions along that nobody else asked, and the visitor's share of the others", async () => {
    const here = await world({ agent: { ...agent, knowledge: true } });
    await admin("POST", `/projects/${here.project_id}/sources`, { kind: "text", text: "We open at nine." });
    const search = async (visitor_id: string, ...queries: string[]) => {
      const { session_id } = await start(here, { visitor_id });
      await report(here.key, session_id, [{ type: "connected" }]);
      for (const [n, query] of queries.entries()) {
        const call = { session_id, call_id: `c${n}`, name: SEARCH_TOOL, arguments: { query } };
        expect(await widget(here.key, "POST", "/tools/execute", call)).toMatchObject({ result: { found: false } });
      }
      return session_id;
    };
    const gone = await search("v1", "Quantum flux?", "quantum FLUX", "My name is Ada Lovelace", "Zebras?");
    await search("v2", "quantum flux!", "zebras");
    // Counted before sessions were noted.
    await changeStore(here.project_id, "UPDATE questions SET count = count + 3 WHERE words = 'zebras'");
    expect(await questions(here)).toEqual({ "Quantum flux?": 3, "My name is Ada Lovelace": 1, "Zebras?": 5 });
    await admin("DELETE", `/projects/${here.project_id}/subjects/v1`, undefined, { status: 204 });
    expect(await questions(here)).toEqual({ "Quantum flux?": 1, "Zebras?": 4 });
    const left = await inStore(here.project_id, "question_sessions");
    expect(left.map(({ session_id }) => session_id)).not.toContain(gone);
    await admin("DELETE", `/projects/${here.project_id}/subjects/v2`, undefined, { status: 204 });
    expect(await questions(here)).toEqual({ "Zebras?": 3 });
  });
});
