import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { DOCUMENTS_PER_MS } from "../../../worker/objects/project-store/engine.ts";
import { demo } from "../../../worker/providers/demo.ts";
import { reconnect, report, start, widget, world } from "../../harness/worker/organization.ts";
import { askUnanswered, changeStore, inStore, sessionIn, storeOf } from "../../harness/worker/project-store.ts";
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
  expect(named).toMatchObject([
    { action: "project.move", target_name: null, project_id: null },
    { action: "project.create", target_name: null, project_id: null },
  ]);
  expect((await admin("GET", "/audit?limit=200", undefined, { token })).items).toContainEqual(
    expect.objectContaining({ action: "project.update", target_name: "Moved" }),
  );
  expect((await admin("GET", "/audit?limit=200", undefined, { token })).items).toContainEqual(
    expect.objectContaining({ action: "project.move", target: `project:${project_id}` }),
  );
});

test("a cursor behind many sessions of the organization before names none of them, and skips none of the one after", async () => {
  const before = await world();
  const after = await world();
  const { project_id, agent_id } = before;
  await env.DB.prepare(
    `WITH RECURSIVE n(at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM n WHERE at < 20999)
     INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, provider, state, started_at, ended_at, revision)
     SELECT 'ses_' || hex(randomblob(13)), iif(at < 4 OR at > 20995, ?2, ?1), ?3, ?4, 'Ava', 'provider_a', 'ended', at / 5, at / 5, 1
     FROM n`,
  )
    .bind(before.org_id, after.org_id, project_id, agent_id)
    .run();
  await admin("PATCH", `/projects/${project_id}`, { org_id: after.org_id });
  const { token } = await admin("POST", `/organizations/${after.org_id}/tokens`);
  const { results } = await env.DB.prepare("SELECT id, org_id, started_at FROM sessions ORDER BY started_at").all<{
    id: string;
    org_id: number;
    started_at: number;
  }>();
  // All of them are found, as if the same had been said in each.
  await storeOf(project_id).takeOver(project_id);
  const documents = JSON.stringify(
    results.map(({ id, started_at }, n) => [started_at * DOCUMENTS_PER_MS + (n % 5), id]),
  );
  await changeStore(project_id, "INSERT INTO documents SELECT value ->> 0, value ->> 1 FROM json_each(?)", documents);
  await changeStore(project_id, "INSERT INTO search_words (rowid, words) SELECT id, 'order' FROM documents");
  for (const order of ["newest", "oldest", "newest&q=order", "oldest&q=order"]) {
    const found: string[] = [];
    let pages = 0;
    for (let cursor: string | null = ""; cursor !== null; pages += 1) {
      const query = `order=${order}&limit=10${cursor && `&cursor=${cursor}`}`;
      const page = await admin("GET", `/projects/${project_id}/sessions?${query}`, undefined, { token });
      found.push(...ids(page.items).map(String));
      cursor = page.next_cursor as string | null;
      const named = results.find(({ id }) => cursor?.endsWith(id));
      expect(named?.org_id ?? after.org_id, order).toBe(after.org_id);
    }
    expect(pages, order).toBeGreaterThan(2);
    const own = results.filter(({ org_id }) => org_id === after.org_id).map(({ id }) => id);
    // A search may repeat what began with the last that it looked at.
    const once = order.includes("q=") ? [...new Set(found)] : found;
    expect(once.toSorted(), order).toEqual(own.toSorted());
  }
});

test("with the key of its test calls the organization before calls no more at the expense of the new one", async () => {
  const before = await world();
  const after = await world();
  const { agent_id, project_id } = before;
  const tokenOf = async (org_id: number) => (await admin("POST", `/organizations/${org_id}/tokens`)).token;
  const testKey = async (token: string) =>
    (await admin("POST", `/agents/${agent_id}/test-key`, undefined, { status: 200, token })).key;
  const old = await testKey(await tokenOf(before.org_id));
  await start({ key: old, agent_id });
  await admin("PATCH", `/projects/${project_id}`, { org_id: after.org_id });
  await widget(old, "GET", "/config", undefined, 401);
  const own = await testKey(await tokenOf(after.org_id));
  expect(own).not.toBe(old);
  await start({ key: own, agent_id });
  await widget(before.key, "GET", "/config");
  // What changes nothing of whose it is takes no key away.
  await admin("PATCH", `/projects/${project_id}`, { org_id: after.org_id, name: "Moved" });
  await widget(own, "GET", "/config");
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
  await askUnanswered(before, "ses_x", "old");
  expect(await inStore(project_id, "questions", "question_sessions")).toHaveLength(2);

  const { token } = await admin("POST", `/organizations/${after.org_id}/tokens`);
  await admin("PATCH", `/projects/${project_id}`, { org_id: after.org_id });
  expect(await inStore(project_id, "questions", "question_sessions")).toEqual([]);
  answer = 204;
  await send("new@example.com");
  await vi.waitFor(async () => expect(await deliveries(token)).toMatchObject([{ event: "contact.created" }]), {
    timeout: 50_000,
  });
  const [shown, left, ...done] = await deliveries();
  expect([shown.event, left.session_id]).toEqual(["contact.created", waiting]);
  // The operator still reads what was sent before; the new owner reads of none of it.
  expect(done.map(({ status }: { status: string }) => status)).toEqual(["delivered", "delivered"]);
  for (const { id } of [left, ...done]) await admin("GET", `/deliveries/${id}`, undefined, { status: 404, token });
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

/** What a receiver was sent, by its address. */
async function sentTo(answer: () => number) {
  const sent: { url: string; body: string }[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const posted = new Request(input, init);
    sent.push({ url: posted.url, body: await posted.text() });
    return new Response(null, { status: answer() });
  });
  return sent;
}

test("deliveries that wait go to the address of their organization, whatever the new owner does to the webhook", async () => {
  const before = await world();
  const after = await world();
  const { project_id } = before;
  const { id: hook } = await admin("POST", `/projects/${project_id}/webhooks`, {
    url: "https://old.example/",
    events: ["session.ended"],
    include_transcript: true,
  });
  let status = 500;
  const sent = await sentTo(() => status);
  const talk = async (end = true) => {
    const { session_id } = await start(before);
    const said = { type: "user_transcript", text: `My name is Otto ${session_id}` };
    await report(before.key, session_id, [{ type: "connected" }, said, ...(end ? [{ type: "ended" }] : [])]);
    return session_id ?? "";
  };
  const waiting = await talk();
  const running = await talk(false);
  await before.ledger.publishPending();
  await vi.waitFor(() => expect(sent.some(({ body }) => body.includes(waiting))).toBe(true), { timeout: 50_000 });

  const { token } = await admin("POST", `/organizations/${after.org_id}/tokens`);
  await admin("PATCH", `/projects/${project_id}`, { org_id: after.org_id });
  sent.length = 0;
  status = 204;
  await admin("PATCH", `/webhooks/${hook}`, { url: "https://new.example/" }, { token });
  await admin("POST", `/webhooks/${hook}/secret`, undefined, { token, status: 200 });
  const [delivery] = (await admin("GET", `/webhooks/${hook}/deliveries`)).items;
  expect(delivery).toMatchObject({ session_id: waiting, status: "pending" });
  // Also what the operator sends again.
  await admin("POST", `/deliveries/${delivery.id}/replay`, undefined, { status: 202 });
  // A call of before that ends now, and one of the new owner's.
  await report(before.key, running, [{ type: "ended" }]);
  const own = await talk();
  const ended = (id: string) => sent.filter(({ body }) => body.includes(id)).map(({ url }) => url);
  await vi.waitFor(
    () => {
      expect(ended(own)).toEqual(["https://new.example/"]);
      expect(ended(waiting)).toEqual(["https://old.example/"]);
      expect(ended(running)).toEqual(["https://old.example/"]);
    },
    { timeout: 50_000 },
  );
  const shown = await admin("GET", `/webhooks/${hook}/deliveries`, undefined, { token });
  expect(shown.items).toMatchObject([{ session_id: own }]);

  // The new owner's address that is gone is not the other's.
  await admin("PATCH", `/webhooks/${hook}`, { active: false }, { token });
  expect((await admin("GET", `/webhooks/${hook}/deliveries`)).items).toHaveLength(3);
  await admin("PATCH", `/projects/${project_id}`, { org_id: before.org_id });
  const { token: theirs } = await admin("POST", `/organizations/${before.org_id}/tokens`);
  const back = (await admin("GET", `/webhooks/${hook}/deliveries`, undefined, { token: theirs })).items;
  expect(back.map(({ session_id }: { session_id: string }) => session_id).sort()).toEqual([waiting, running].sort());
});

test("the agents forget, the counts begin anew, and the old owner's signature is worth nothing", async () => {
  const before = await world({ agent: { memory: true, provider: "provider_a" } });
  const after = await world();
  const { project_id, agent_id } = before;
  const secretOf = async () => (await admin("GET", `/projects/${project_id}/identity-secret`)).secret;
  const user = { user_id: "42", user_hash: "" };
  const signed = async (secret: string) => {
    const key = await crypto.subtle.importKey(
      "raw",
      new TextEncoder().encode(secret),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["sign"],
    );
    const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode("42")));
    return { ...user, user_hash: [...mac].map((byte) => byte.toString(16).padStart(2, "0")).join("") };
  };
  const talk = async (text: string, secret: string, end = true) => {
    const { session_id = "" } = await start(before, await signed(secret));
    const said = { type: "user_transcript", text };
    await report(before.key, session_id, [{ type: "connected" }, said, ...(end ? [{ type: "ended" }] : [])]);
    return session_id;
  };
  /** What the agent of a new call is told. */
  const told = async () => {
    const mint = vi.spyOn(demo, "mint");
    const { session_id = "" } = await start(before, await signed(await secretOf()));
    const instructions = mint.mock.lastCall?.[0].agent.instructions;
    mint.mockRestore();
    await report(before.key, session_id, [{ type: "ended" }]);
    return instructions;
  };
  const count = (key: string) => widget(key, "POST", "/analytics", { events: [{ name: "impression" }] });
  const impressions = async (as?: string) =>
    (await admin("GET", `/projects/${project_id}/analytics`, undefined, as ? { token: as } : {})).items.reduce(
      (sum: number, row: { count: number }) => sum + row.count,
      0,
    );

  const old = await secretOf();
  await talk("I am allergic to nuts", old);
  const running = await talk("I owe you forty euros", old, false);
  await count(before.key);
  await count(before.key);
  expect(await told()).toContain("nuts");

  const { token } = await admin("POST", `/organizations/${after.org_id}/tokens`);
  await admin("PATCH", `/projects/${project_id}`, { org_id: after.org_id });
  expect(await told()).not.toMatch(/nuts|forty/);
  const fresh = await secretOf();
  expect(fresh).not.toBe(old);
  const { detail } = await widget(before.key, "POST", "/session", { agent_id, ...(await signed(old)) }, 422);
  expect(detail).toMatchObject([{ loc: ["body", "user_hash"] }]);
  await report(before.key, running, [{ type: "ended" }]);
  await before.ledger.publishPending();
  await talk("I like rye", fresh);
  expect(await told()).toContain("rye");
  expect(await told()).not.toMatch(/nuts|forty/);

  await count(before.key);
  expect([await impressions(token), await impressions()]).toEqual([1, 3]);
  await admin("PATCH", `/projects/${project_id}`, { org_id: before.org_id });
  const { token: theirs } = await admin("POST", `/organizations/${before.org_id}/tokens`);
  expect([await impressions(theirs), await impressions()]).toEqual([2, 3]);
  // As its lists show it again what its own visitors said.
  expect(await told()).toContain("nuts");
  expect(await told()).not.toContain("rye");
});

test("a conversation that its visitor left does not go on for another organization", async () => {
  const before = await world();
  const after = await world();
  const { session_id = "" } = await start(before);
  const said = { type: "user_transcript", text: "Where were we?" };
  await report(before.key, session_id, [{ type: "connected" }, said, { type: "ended", reason: "visitor_left" }]);
  await before.ledger.publishPending();
  await admin("PATCH", `/projects/${before.project_id}`, { org_id: after.org_id });
  const { code } = await reconnect(before, session_id, 409);
  expect(code).toBe("session_ended");
});

test("a visitor is forgotten also in a call that runs on for the organization before", async () => {
  const before = await world();
  const after = await world();
  const { session_id } = await start(before, { visitor_id: "ana" });
  await report(before.key, session_id, [{ type: "connected" }, { type: "user_transcript", text: "I am Ana." }]);
  await before.ledger.publishPending();
  await admin("PATCH", `/projects/${before.project_id}`, { org_id: after.org_id });
  await admin("DELETE", `/projects/${before.project_id}/subjects/ana`, undefined, { status: 204 });
  await report(before.key, session_id, [{ type: "ended" }]);
  await before.ledger.publishPending();
  expect(await sessionIn(before.project_id, session_id)).toMatchObject({ subject: null });
});
