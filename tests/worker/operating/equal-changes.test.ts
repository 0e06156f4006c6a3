import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { handleRequest } from "../../../worker/app.ts";
import { runOnce } from "../../../worker/projects/run-once.ts";
import {
  leaveContact,
  makeChannel,
  report,
  start,
  type World,
  widget,
  world,
} from "../../harness/worker/organization.ts";
import { connected } from "../../harness/worker/person.ts";
import { askUnanswered } from "../../harness/worker/project-store.ts";
import { admin, operator, request, requestOf } from "../../harness/worker/request.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";

/** One change that was asked for many times at once. */

const asked: Record<string, (here: World) => Promise<[method: string, path: string, body?: object]>> = {
  "session.end": async (here) => {
    const { session_id } = await start(here);
    await report(here.key, session_id, [connected]);
    return ["POST", `/sessions/${session_id}/end`];
  },
  "question.delete": async (here) => {
    await askUnanswered(here, "ses_a", "Do you bake?");
    const [{ id }] = (await admin("GET", `/projects/${here.project_id}/questions`)).items;
    return ["DELETE", `/questions/${id}`];
  },
  "contact.delete": async (here) => ["DELETE", `/contacts/${await leaveContact(here)}`],
  "contact.update": async (here) => ["PATCH", `/contacts/${await leaveContact(here)}`, { done: true }],
};

test.for(Object.keys(asked))("%s that is asked for 20 times at once is written down once", async (action) => {
  const here = await world();
  const [method, path, body] = (await asked[action]?.(here)) ?? [];
  const sent = { headers: operator, ...(body && { body }) };
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => (await request(method ?? "", `/admin/v1${path}`, sent)).status),
  );
  for (const status of answers) expect([200, 204, 404]).toContain(status);
  const { items } = await admin("GET", "/audit?limit=200");
  expect(items.filter((entry: { action: string }) => entry.action === action)).toHaveLength(1);
});

const ends: Record<string, [method: string, path: string, sql: string]> = {
  deleted: ["DELETE", "", "UPDATE channels SET deleted_at"],
  "given a new key": ["POST", "/regenerate", "UPDATE channels SET generation"],
};

test.for(Object.keys(ends))("a key that a channel gets while it is %s is dead with the others", async (end) => {
  const [method, path, sql] = ends[end] ?? ["", "", ""];
  const here = await world();
  const { id } = await makeChannel(here.project_id, here.agent_id);
  const DB = Object.create(env.DB) as D1Database;
  let begins = false;
  let key = "";
  DB.prepare = (text) => {
    begins ||= text.includes(sql);
    return env.DB.prepare(text);
  };
  DB.batch = async (statements) => {
    if (begins && key === "") {
      key = (await admin("POST", `/channels/${id}/keys`, {})).key;
      await widget(key, "GET", "/config");
    }
    return env.DB.batch(statements);
  };
  const asked = requestOf(method, `/admin/v1/channels/${id}${path}`, { headers: operator });
  expect((await handleRequest(asked, { ...env, DB }, createExecutionContext())).ok).toBe(true);
  await widget(key, "GET", "/config", undefined, 401);
});

test("a run that was taken for dead leaves a repeat its place and its answer, whatever becomes of it", async () => {
  const noon = farNoon();
  const operation = { scope: crypto.randomUUID(), key: "k", request_hash: "h" };
  const run = (work: () => Promise<object>) => runOnce(env.DB, [env.KEY_SECRET], operation, work);
  const held = () => Promise.withResolvers<object>();
  const [dead, late, second] = [held(), held(), held()];
  stopClock(noon);
  const first = run(() => dead.promise);
  await vi.waitFor(() => expect(run(async () => ({}))).rejects.toMatchObject({ code: "in_progress" }));
  stopClock(noon + 61_000);
  const slow = run(() => late.promise);
  await vi.waitFor(() => expect(run(async () => ({}))).rejects.toMatchObject({ code: "in_progress" }));
  dead.reject(new Error("too late"));
  await expect(first).rejects.toThrow("too late");
  // Else it would be made a third time.
  await expect(run(async () => ({ made: 3 }))).rejects.toMatchObject({ code: "in_progress" });
  stopClock(noon + 122_000);
  const repeat = run(() => second.promise);
  await vi.waitFor(() => expect(run(async () => ({}))).rejects.toMatchObject({ code: "in_progress" }));
  second.resolve({ made: 2 });
  expect(await repeat).toEqual({ made: 2 });
  late.resolve({ made: 1 });
  await slow;
  expect(await run(async () => ({ made: 4 }))).toEqual({ made: 2 });
});
