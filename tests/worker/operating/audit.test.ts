import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { handleRequest } from "../../../worker/app.ts";
import type { Bindings } from "../../../worker/env.ts";
import { DeliveryQueue } from "../../../worker/objects/delivery-queue/delivery-queue.ts";
import { withoutStatement } from "../../harness/worker/broken-database.ts";
import { organization, report, start, world } from "../../harness/worker/organization.ts";
import { admin, bearer, operator, request, requestOf } from "../../harness/worker/request.ts";
import { receiver } from "../aftermath/receiver.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const entries = async (action: string) =>
  (await admin("GET", "/audit?limit=200")).items.filter((entry: { action: string }) => entry.action === action);

const statusOf = async (bindings: Bindings, method: string, path: string, sent: object = {}): Promise<number> => {
  const request = requestOf(method, `/admin/v1${path}`, { headers: operator, ...sent });
  return (await handleRequest(request, bindings, createExecutionContext())).status;
};

test("a grant whose audit entry failed gets it with the repeat, and only one", async () => {
  const { org_id } = await world({ credits: 0 });
  const sent = { headers: { ...operator, "Idempotency-Key": "march" }, body: { amount: 500, note: "March" } };
  const path = `/organizations/${org_id}/credits`;
  expect(await statusOf({ ...env, DB: withoutStatement("INSERT INTO audit_log") }, "POST", path, sent)).toBe(503);
  expect((await organization({ org_id })).credit.balance).toBe(500);
  for (let i = 0; i < 2; i++) expect(await statusOf(env, "POST", path, sent)).toBe(200);
  expect((await organization({ org_id })).credit.balance).toBe(500);
  const [entry, ...more] = await entries("organization.credit");
  expect(entry).toMatchObject({ org_id, actor: "operator" });
  expect([entry.change, more]).toEqual([{ amount: 500, note: "March" }, []]);
  await admin("POST", path, { amount: 500, note: "March" }, { status: 200 });
  expect(await entries("organization.credit")).toHaveLength(2);
});

test("a contact whose deliveries could not be deleted is there until they are", async () => {
  const here = await world({ agent: { collect_contact: { fields: ["email"], consent_text: "Yes." } } });
  const hook = await admin("POST", `/projects/${here.project_id}/webhooks`, {
    url: "https://crm.example/",
    events: ["contact.created"],
  });
  const received = receiver();
  const { session_id } = await start(here);
  await report(here.key, session_id, [
    { type: "connected" },
    { type: "contact", email: "ada@example.com", consent: true },
  ]);
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 50_000 });
  const [{ id }] = (await admin("GET", `/projects/${here.project_id}/contacts`)).items;

  const erase = vi.spyOn(DeliveryQueue.prototype, "erase").mockImplementation(async () => {
    throw new Error("the queue is in trouble");
  });
  expect(await statusOf(env, "DELETE", `/contacts/${id}`)).toBe(503);
  erase.mockRestore();
  expect(await entries("contact.delete")).toEqual([]);
  await admin("DELETE", `/contacts/${id}`, undefined, { status: 204 });
  expect(await entries("contact.delete")).toMatchObject([{ org_id: here.org_id, target: `contact:${id}` }]);
  expect((await admin("GET", `/webhooks/${hook.id}/deliveries`)).items).toEqual([]);
  expect(await admin("GET", `/sessions/${session_id}`)).toMatchObject({ contacts: [] });
});

test("the log says who read a secret, exported conversations or contacts, or read a backup", async () => {
  const here = await world();
  const { id, token } = await admin("POST", "/operators", { name: "Eve", role: "owner" });
  const read = (path: string) => request("GET", `/admin/v1${path}`, { headers: bearer(token) }).then((r) => r.text());
  const project = `/projects/${here.project_id}`;
  await read(`${project}/identity-secret`);
  await read(`${project}/sessions?format=csv&subject=user:42`);
  await read(`${project}/contacts?format=ndjson&q=ada`);
  const logged = async (action: string) =>
    (await entries(action)).filter(({ actor }: { actor: string }) => actor === `operator:${id}`);
  const of_project = { org_id: here.org_id, target: `project:${here.project_id}` };
  expect(await logged("project.read_identity_secret")).toMatchObject([of_project]);
  // What was looked for may be somebody's name.
  expect(await logged("project.export_sessions")).toMatchObject([{ ...of_project, change: { format: "csv" } }]);
  expect(await logged("project.export_contacts")).toMatchObject([{ ...of_project, change: { format: "ndjson" } }]);
  // Lists and single conversations are the daily work.
  await read(`${project}/sessions`);
  await read(`${project}/contacts`);
  expect(await logged("project.export_sessions")).toHaveLength(1);

  const parts = ["/backup/tables/projects", "/backup/tables/api_keys", `/backup/ledgers/${here.org_id}`];
  for (const part of [...parts, "/backup/gates", "/backup/stores"]) await read(part);
  expect(await logged("backup.read")).toMatchObject([{ target: "archive:parts", org_id: null }]);
  const { archive } = JSON.parse(await read("/backup"));
  for (const part of parts) await read(part);
  const targets = (await logged("backup.read")).map(({ target }: { target: string }) => target);
  expect(targets).toEqual([`archive:${archive}`, "archive:parts"]);
});
