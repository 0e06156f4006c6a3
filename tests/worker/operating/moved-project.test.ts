import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { countQuestion } from "../../../worker/storage/knowledge-questions.ts";
import { report, start, widget, world } from "../../harness/worker/organization.ts";
import { admin, bearer, request } from "../../harness/worker/request.ts";
import { receiver } from "../aftermath/receiver.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const ids = (items: { id: unknown }[]) => items.map(({ id }) => id);

test("a project that moved shows its new organization nothing of the one before", async () => {
  const before = await world({ agent: { collect_contact: { fields: ["email"], consent_text: "Yes." } } });
  const after = await world();
  const talk = async () => {
    const { session_id } = await start(before);
    const said = { type: "user_transcript", text: "Where is my order?" };
    const contact = { type: "contact", email: `${session_id}@example.com`, consent: true };
    await report(before.key, session_id, [{ type: "connected" }, said, contact, { type: "ended" }]);
    return session_id;
  };
  const old = await talk();
  await before.ledger.publishPending();
  const { project_id } = before;
  const [contact] = (await admin("GET", `/projects/${project_id}/contacts`)).items;
  const { token } = await admin("POST", `/organizations/${after.org_id}/tokens`);
  const { token: theirs } = await admin("POST", `/organizations/${before.org_id}/tokens`);
  await admin("PATCH", `/projects/${project_id}`, { org_id: after.org_id, name: "Moved" });
  const own = await talk();
  await after.ledger.publishPending();

  const list = (path: string, as?: string) =>
    admin("GET", `/projects/${project_id}/${path}`, undefined, as ? { token: as } : {});
  for (const path of ["sessions", "sessions?q=order"]) {
    expect(ids((await list(path, token)).items), path).toEqual([own]);
    expect(ids((await list(path)).items), path).toEqual([own, old]);
  }
  for (const path of ["sessions?format=ndjson", "contacts?format=csv"]) {
    const exported = await request("GET", `/admin/v1/projects/${project_id}/${path}`, { headers: bearer(token) });
    const text = await exported.text();
    expect(text).toContain(own);
    expect(text).not.toContain(old);
  }
  expect((await list("contacts", token)).items).toMatchObject([{ session_id: own }]);
  expect((await list("contacts")).items).toHaveLength(2);
  await admin("DELETE", `/contacts/${contact.id}`, undefined, { status: 404, token });
  const sessions = async (as?: string) =>
    (await list("statistics", as)).items.reduce((sum: number, day: { sessions: number }) => sum + day.sessions, 0);
  expect([await sessions(token), await sessions()]).toEqual([1, 2]);

  const { items } = await admin("GET", "/audit?limit=200", undefined, { token: theirs });
  const named = items.filter(({ target }: { target: string }) => target === `project:${project_id}`);
  expect(named).toMatchObject([{ action: "project.create", target_name: null, project_id: null }]);
  expect((await admin("GET", "/audit?limit=200", undefined, { token })).items).toContainEqual(
    expect.objectContaining({ action: "project.update", target_name: "Moved" }),
  );
});

test("deliveries, questions and contacts of no session stay behind, and what still waits is sent and not shown", async () => {
  const agent = { collect_contact: { fields: ["email"], consent_text: "Yes." } };
  const before = await world({ agent });
  const after = await world();
  const { project_id } = before;
  const { id: hook } = await admin("POST", `/projects/${project_id}/webhooks`, {
    url: "https://crm.example/",
    events: ["session.ended", "contact.created"],
    include_transcript: true,
  });
  const talk = async () => {
    const { session_id } = await start(before);
    await report(before.key, session_id, [
      { type: "connected" },
      { type: "user_transcript", text: "My order?" },
      { type: "ended" },
    ]);
    return session_id;
  };
  const send = (email: string) =>
    widget(before.key, "POST", "/contacts", { agent_id: before.agent_id, email, consent: true }, 200);
  const deliveries = async (as?: string) =>
    (await admin("GET", `/webhooks/${hook}/deliveries`, undefined, as ? { token: as } : {})).items;
  let answer = 204;
  receiver(() => new Response(null, { status: answer }));
  await send("old@example.com");
  await talk();
  await vi.waitFor(
    async () =>
      expect((await deliveries()).map(({ status }: { status: string }) => status)).toEqual(["delivered", "delivered"]),
    { timeout: 50_000 },
  );
  answer = 500;
  const waiting = await talk();
  await vi.waitFor(async () => expect((await deliveries())[0]).toMatchObject({ session_id: waiting, attempts: 1 }), {
    timeout: 50_000,
  });
  await env.DB.batch(countQuestion(env.DB, { project_id, words: "old", text: "old" }, Date.now()));

  const { token } = await admin("POST", `/organizations/${after.org_id}/tokens`);
  await admin("PATCH", `/projects/${project_id}`, { org_id: after.org_id });
  answer = 204;
  await send("new@example.com");
  await vi.waitFor(async () => expect(await deliveries(token)).toMatchObject([{ event: "contact.created" }]), {
    timeout: 50_000,
  });
  const [shown, left, ...more] = await deliveries();
  expect([shown.event, left.session_id, more]).toEqual(["contact.created", waiting, []]);
  await admin("GET", `/deliveries/${left.id}`, undefined, { status: 404, token });
  await admin("POST", `/deliveries/${left.id}/replay`, undefined, { status: 404, token });
  const list = async (path: string, as?: string) =>
    (await admin("GET", `/projects/${project_id}/${path}`, undefined, as ? { token: as } : {})).items;
  expect(await list("contacts", token)).toMatchObject([{ email: "new@example.com" }]);
  expect(await list("contacts")).toHaveLength(2);
  expect(await list("questions")).toEqual([]);

  const { token: theirs } = await admin("POST", `/organizations/${before.org_id}/tokens`);
  await admin("PATCH", `/projects/${project_id}`, { org_id: before.org_id });
  expect(await list("contacts", theirs)).toMatchObject([{ email: "old@example.com" }]);
});

test("a call that runs while its project moves goes on, and its organization pays", async () => {
  const before = await world();
  const after = await world();
  const { session_id } = await start(before);
  await report(before.key, session_id, [{ type: "connected" }]);
  await before.ledger.publishPending();
  await admin("PATCH", `/projects/${before.project_id}`, { org_id: after.org_id });
  // The gate of this key has not seen the project before.
  await report(before.read_key, session_id, [{ type: "user_transcript", text: "Hello?" }, { type: "ended" }]);
  const { status, charged, transcript } = await admin("GET", `/sessions/${session_id}`);
  expect(status).toBe("ended");
  expect(charged).toBeGreaterThan(0);
  expect(transcript).toMatchObject([{ text: "Hello?" }]);
  expect((await admin("GET", `/organizations/${after.org_id}`)).credit.balance).toBe(100_000);
  // Another project's session stays unknown.
  await report(after.key, session_id, [{ type: "heartbeat" }], 404);
});
