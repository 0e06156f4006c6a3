import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { belongingsOf, onlyOwn } from "../../../scripts/backup/one-organization.ts";
import type { BackupManifest, Row } from "../../../shared/backup.ts";
import { type Archive, manifestOf, putBack, takeBackup } from "../../harness/worker/archive.ts";
import { cron } from "../../harness/worker/cron.ts";
import {
  entriesOf,
  organization,
  report,
  start,
  type World,
  widget,
  world,
} from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

/** `npm run backup -- --organization`: what the whole archive has of it. */
async function backupOf(id: number): Promise<{ archive: Archive; manifest: BackupManifest }> {
  const whole = await takeBackup();
  async function* rowsOf(table: string): AsyncGenerator<Row> {
    for (const part of whole.parts) if (part.kind === "table" && part.name === table) yield* part.rows;
  }
  const own = await belongingsOf(id, rowsOf);
  const parts = whole.parts.flatMap((part) => onlyOwn(part, own) ?? []);
  return { archive: { ...whole, parts }, manifest: { ...manifestOf(whole.plan), organization: id } };
}

async function talked(credits: number): Promise<World & { session: string }> {
  const made = await world({ credits });
  const { session_id } = await start(made);
  if (!session_id) throw new Error("no session");
  await report(made.key, session_id, [
    { type: "connected" },
    { type: "user_transcript", text: "What about oranges?" },
    { type: "ended" },
  ]);
  await made.ledger.publishPending();
  return { ...made, session: session_id };
}

const refusal = async (manifest: object): Promise<string> =>
  (await admin("POST", "/restore", manifest, { status: 409 })).code;

/** An hour later: the second round of the deletion, and the end of what the gates of its keys remember. */
async function hourLater({ parts }: Pick<Archive, "parts">): Promise<void> {
  await cron(Date.now() + 2 * 3_600_000);
  const keys = parts.flatMap((part) => (part.kind === "table" && part.name === "api_keys" ? part.rows : []));
  for (const { key_hash } of keys) await runDurableObjectAlarm(env.KEY_GATE.getByName(String(key_hash)));
}

test("backup, delete, restore of one organization: it is as it was, and the others go on untouched", async () => {
  const lost = await talked(50_000);
  const other = await talked(7_000);
  const { id: revokedId, key: revoked } = await admin("POST", `/projects/${lost.project_id}/keys`, { name: "Old" });
  await widget(revoked, "GET", "/config");
  await admin("DELETE", `/keys/${revokedId}`, undefined, { status: 204 });
  const counts = async ({ project_id }: World) => (await admin("GET", `/projects/${project_id}/analytics`)).items;
  for (const { read_key } of [lost, other])
    await widget(read_key, "POST", "/analytics", { events: [{ name: "open" }] });
  const counted = await counts(lost);
  expect(counted).toMatchObject([{ name: "open", count: 1 }]);
  const { archive, manifest } = await backupOf(lost.org_id);
  const before = { organization: await organization(lost), entries: await entriesOf(lost) };
  const agent = await admin("GET", `/agents/${lost.agent_id}`);
  // Nothing of the other one is in it.
  expect(JSON.stringify(archive.parts)).not.toContain(other.session);

  expect(await refusal(manifest)).toBe("organization_in_place");
  // A whole archive does not go into an installation in use, whatever was deleted there.
  expect(await refusal(manifestOf(archive.plan))).toBe("installation_not_empty");
  await admin("DELETE", `/organizations/${lost.org_id}`, { confirm: "Harbour" }, { status: 204 });
  await widget(lost.key, "GET", "/config", undefined, 401);
  expect(await refusal(manifest)).toBe("deletion_running");
  await hourLater(archive);

  // The other one is in the middle of a call.
  const { session_id: running } = await start(other);
  await report(other.key, running ?? "", [{ type: "connected" }]);
  const untouched = { organization: await organization(other), entries: await entriesOf(other) };
  // It broke off once.
  await putBack(archive, 3, manifest);
  expect((await admin("POST", "/restore", manifest, { status: 200 })).resumed).toBe(true);
  await widget(lost.key, "GET", "/config", undefined, 401);
  await putBack(archive, archive.parts.length, manifest);

  expect(await organization(lost)).toEqual(before.organization);
  expect(await entriesOf(lost)).toEqual(before.entries);
  expect(await admin("GET", `/agents/${lost.agent_id}`)).toEqual(agent);
  expect(await counts(lost)).toEqual(counted);
  expect(await counts(other)).toEqual(counted);
  await widget(lost.key, "GET", "/config");
  await widget(lost.read_key, "GET", "/config");
  await widget(revoked, "GET", "/config", undefined, 401);
  const { items } = await admin("GET", `/projects/${lost.project_id}/sessions?q=oranges`);
  expect(items.map(({ id }: { id: string }) => id)).toEqual([lost.session]);
  const { session_id: next } = await start(lost);
  await report(lost.key, next ?? "", [{ type: "connected" }, { type: "ended" }]);
  expect((await organization(lost)).credit.balance).toBeLessThan(before.organization.credit.balance);

  expect({ organization: await organization(other), entries: await entriesOf(other) }).toEqual(untouched);
  await report(other.key, running ?? "", [{ type: "heartbeat" }, { type: "ended" }]);
  expect((await organization(other)).lines.in_use).toBe(0);
  // The cron of the deletion that is over finds nothing to delete again.
  await hourLater({ parts: [] });
  expect((await organization(lost)).name).toBe("Harbour");
  expect((await admin("GET", "/audit")).items).toContainEqual(
    expect.objectContaining({ action: "backup.restore", org_id: lost.org_id }),
  );
});

/** An organization that was deleted after its archive was written, and another one that is there. */
async function deleted() {
  const lost = await talked(1_000);
  const other = await talked(1_000);
  const { archive, manifest } = await backupOf(lost.org_id);
  await admin("DELETE", `/organizations/${lost.org_id}`, { confirm: "Harbour" }, { status: 204 });
  await hourLater(archive);
  return { lost, other, archive, manifest };
}

test("what belongs to another installation, or to another organization, is refused", async () => {
  const { other, archive, manifest } = await deleted();
  await admin("POST", "/restore", { ...manifest, organization: other.org_id + 1 }, { status: 409 });
  await admin("POST", "/restore", manifest, { status: 200 });
  const put = (part: object) => admin("POST", "/restore/parts", { archive: manifest.archive, part }, { status: 409 });
  await put({ kind: "entries", organization: other.org_id, rows: [] });
  await put({ kind: "ledger", organization: other.org_id, tables: {} });
  const counted = { org_id: other.org_id, day: "2026-11-22", name: "open", count: 1 };
  await put({ kind: "store", project: other.project_id, table: "counts", rows: [counted] });
  // Its number is taken by a row of the other one, as in a copy that went its own way.
  const agents = archive.parts.find((part) => part.kind === "table" && part.name === "agents");
  if (agents?.kind !== "table") throw new Error("no agents");
  const agent = await admin("GET", `/agents/${other.agent_id}`);
  await put({ ...agents, rows: agents.rows.map((row) => ({ ...row, id: other.agent_id })) });
  expect(await admin("GET", `/agents/${other.agent_id}`)).toEqual(agent);
});

test("an archive that its owner has changed adds nothing to the installation, and to no other organization", async () => {
  const { lost, other, archive, manifest } = await deleted();
  await admin("POST", "/restore", manifest, { status: 200 });
  await putBack({ ...archive, parts: archive.parts.filter(({ kind }) => kind === "table") }, 2, manifest);
  const put = (part: object, status: number) =>
    admin("POST", "/restore/parts", { archive: manifest.archive, part }, { status });
  const { org_id, project_id, agent_id } = other;
  const [key] = (await env.DB.prepare("SELECT * FROM api_keys WHERE project_id = ?1").bind(project_id).all<Row>())
    .results as [Row];
  const at = Date.now();
  const rows: Record<string, Row> = {
    operators: { id: 900, name: "Me", email: null, role: "owner", token_hash: "a".repeat(64), created_at: at },
    sign_ins: { cookie_hash: "b".repeat(64), operator_id: null, credential_hash: "c", expires_at: at + 9_999_999 },
    idempotency: { scope: "make", key: "make", request_hash: "", at },
    org_tokens: { id: 900, org_id, name: "Mine", token_hash: "d".repeat(64), created_at: at },
    deletions: { kind: "organization", id: org_id, org_id: lost.org_id, asked_at: at },
    webhooks: {
      ...{ id: null, project_id, url: "https://mine.example/", secret: "whsec_a", events_json: "[]", active: 1 },
      ...{ include_transcript: 1, origin: "https://voice.example", version: 1, created_at: at },
    },
    memories: { project_id: lost.project_id, agent_id, subject: "visitor:1", digest: "Lie.", updated_at: at },
    ledger_entries: { org_id, id: 900, amount: 5, kind: "grant", at },
  };
  for (const [name, row] of Object.entries(rows)) await put({ kind: "table", name, rows: [row] }, 409);
  const project = { ...rows.deletions, kind: "project", id: project_id };
  await put({ kind: "table", name: "deletions", rows: [project] }, 409);
  await put({ kind: "table", name: "webhooks", rows: [{ ...rows.webhooks, project_id: project_id + 1_000 }] }, 200);
  // The first row has no owner, and so it is not inserted: its columns were, with the second.
  const entry = { id: null, at, actor: "operator", action: "organization.credit", target: "organization:1" };
  await put({ kind: "table", name: "audit_log", rows: [entry, { ...entry, org_id: lost.org_id }] }, 409);
  const secret = { id: "e".repeat(16), sealed: "x", sealed_with: "y", at };
  await put({ kind: "table", name: "retired_key_secrets", rows: [secret] }, 200);
  const gate = { key_hash: key.key_hash, key_id: key.id, revoked_at: at, state: { policy: null, revoked_at: at } };
  await put({ kind: "gates", gates: [gate] }, 409);
  const passage = { org_id: lost.org_id, page_id: 1, text_id: "t", ordinal: 0, heading: null, text: "Lie." };
  await put({ kind: "store", project: project_id, table: "passages", rows: [passage] }, 409);
  // By the project that its row names a session is read.
  const sessions = archive.parts.find((part) => part.kind === "store" && part.table === "sessions");
  if (sessions?.kind !== "store") throw new Error("no sessions");
  await put({ ...sessions, rows: sessions.rows.map((row) => ({ ...row, project_id })) }, 409);
  // Words in another's conversation, and a number after which the other's store has none left.
  const event = { org_id: lost.org_id, batch: null, type: "user_transcript", received_at: at, at };
  const words = { ...event, session_id: other.session, id: 9e15, body_json: '{"text":"Lie."}' };
  await put({ kind: "store", project: project_id, table: "events", rows: [words] }, 409);
  const contact = { org_id: lost.org_id, project_id, id: 9e15, consent_text: "Yes", at, digest: "d" };
  await put({ kind: "store", project: project_id, table: "contacts", rows: [contact] }, 409);
  for (const [name, count] of Object.entries({ operators: 0, webhooks: 0, retired_key_secrets: 0, org_tokens: 0 }))
    expect(await env.DB.prepare(`SELECT COUNT(*) AS n FROM ${name}`).first("n"), name).toBe(count);
  await widget(other.key, "GET", "/config");
});

test("a ledger and gates of such an archive are of the organization that is restored, whatever the file says of them", async () => {
  const lost = await talked(1_000);
  const other = await talked(1_000);
  await widget(lost.key, "GET", "/context");
  const { archive, manifest } = await backupOf(lost.org_id);
  await admin("DELETE", `/organizations/${lost.org_id}`, { confirm: "Harbour" }, { status: 204 });
  await hourLater(archive);
  const { org_id, project_id, agent_id } = other;
  const named = (json: unknown, theirs: object) => JSON.stringify({ ...JSON.parse(String(json)), ...theirs });
  const changed = archive.parts.map((part) => {
    // By the newest revision a gate would take no other policy of D1 any more.
    if (part.kind === "gates") {
      const policyOf = (state: unknown) => (state as { policy: object | null }).policy;
      const theirs = { org_id, project_id, agent_id, revision: 1_000_000 };
      return {
        ...part,
        gates: part.gates.map(({ state, ...gate }) => ({
          ...gate,
          state: { ...(state as object), policy: { ...policyOf(state), ...theirs } },
        })),
      };
    }
    if (part.kind !== "ledger") return part;
    const { account = [], lease = [] } = part.tables;
    const tables = {
      ...part.tables,
      account: account.map((row) => ({ ...row, terms_json: named(row.terms_json, { org_id }) })),
      lease: lease.map((row) => ({ ...row, opening_json: named(row.opening_json, { org_id }) })),
    };
    return { ...part, tables };
  });
  const told = (id: number) =>
    env.DB.prepare("SELECT COUNT(*) AS n FROM ledger_entries WHERE org_id = ?1").bind(id).first<number>("n");
  const before = await told(org_id);
  // The ledger publishes what the database does not have.
  const parts = changed.filter((part) => !(part.kind === "table" && part.name === "ledger_entries"));
  await putBack({ ...archive, parts }, parts.length, manifest);

  expect(await widget(lost.key, "GET", "/context")).toMatchObject({ org_id: lost.org_id, project_id: lost.project_id });
  await lost.ledger.publishPending();
  expect(await told(org_id)).toBe(before);
  expect(await told(lost.org_id)).toBeGreaterThan(0);
  expect(await lost.ledger.lease(lost.session)).toMatchObject({ org_id: lost.org_id });
});

test("rows of such an archive name nothing of others, and take no number that was never given here", async () => {
  const { lost, other, archive, manifest } = await deleted();
  await admin("POST", "/restore", manifest, { status: 200 });
  await putBack(archive, archive.parts.length - 1, manifest);
  const [row] = (await env.DB.prepare("SELECT * FROM projects WHERE id = ?1").bind(lost.project_id).all<Row>())
    .results as [Row];
  const source = await admin("POST", `/projects/${other.project_id}/sources`, { kind: "text", text: "Oranges." });
  const [key] = archive.parts.flatMap((part) => (part.kind === "table" && part.name === "api_keys" ? part.rows : []));
  const page = { project_id: lost.project_id, address: "", title: "Lie", text_id: "t", status: "ready", run: "1" };
  const changed: [name: string, row: Row][] = [
    // Revoked, such a key took the other's key along that its channel has.
    ["api_keys", { ...key, id: null, key_hash: "f".repeat(64), agent_id: other.agent_id }],
    ["knowledge_pages", { ...page, id: null, source_id: source.id }],
    // The next project of anybody gets the number after the greatest: no session's id has room for it.
    ["projects", { ...row, id: 62 ** 5 }],
    [
      "audit_log",
      { id: Number.MAX_SAFE_INTEGER, at: Date.now(), actor: "x", action: "y", target: "z", org_id: lost.org_id },
    ],
  ];
  const put = (name: string, rows: Row[]) =>
    admin(
      "POST",
      "/restore/parts",
      { archive: manifest.archive, part: { kind: "table", name, rows } },
      { status: 409 },
    );
  for (const [name, one] of changed) expect.soft((await put(name, [one])).code, name).toBe("installation_not_empty");
  const { project_id } = await world();
  expect(project_id).toBeLessThan(62 ** 5);
});
