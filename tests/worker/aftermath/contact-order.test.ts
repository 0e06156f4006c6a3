import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { DeliveryQueue, OrgLedger } from "../../../worker/index.ts";
import { report, start, type World, world } from "../../harness/worker/organization.ts";
import { storeOf } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";
import { receiver } from "./receiver.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const agent = { collect_contact: { fields: ["email", "message"], consent_text: "Yes." } };
const hookOf = async ({ project_id }: World, events = ["session.ended", "contact.created"]): Promise<number> =>
  (await admin("POST", `/projects/${project_id}/webhooks`, { url: "https://crm.example/", events })).id;

test("an end is told of what the same report holds, however soon somebody asks", async () => {
  const here = await world({ agent });
  await hookOf(here);
  const received = receiver();
  const { session_id = "" } = await start(here);
  // As somebody who reads the list of deliveries: all that the ledger has is followed up as soon as a call has ended.
  const { report: tell } = OrgLedger.prototype;
  const followed = async function (this: OrgLedger, ...told: Parameters<typeof tell>) {
    const result = tell.apply(this, told);
    await this.followUpPending();
    return result;
  };
  vi.spyOn(OrgLedger.prototype, "report").mockImplementation(followed as unknown as typeof tell);
  await report(here.key, session_id, [
    { type: "connected" },
    { type: "feedback", rating: 4 },
    { type: "contact", email: "a@example.com", consent: true },
    { type: "ended" },
  ]);
  await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 50_000 });
  const [contact] = (await admin("GET", `/projects/${here.project_id}/contacts`)).items;
  expect(received.map(({ type }) => type)).toEqual(["contact.created", "session.ended"]);
  expect(received[1]?.data).toMatchObject({ contact_id: contact.id, rating: 4, reason: "completed" });
});

test("a contact is deleted from its session, too, where its text holds half a character", async () => {
  const here = await world({ agent });
  const { session_id = "" } = await start(here);
  const sent = { type: "contact", email: "ada@voice.example", message: "Hello \ud83d", consent: true };
  const other = { type: "contact", email: "bob@voice.example", message: "Hello \ud83d", consent: true };
  await report(here.key, session_id, [{ type: "connected" }, sent, other, { type: "ended" }]);
  await here.ledger.publishPending();
  const { items } = await admin("GET", `/projects/${here.project_id}/contacts`);
  const { id } = items.find(({ email }: { email: string }) => email === "ada@voice.example");
  await admin("DELETE", `/contacts/${id}`, undefined, { status: 204 });
  const whole = JSON.stringify(await admin("GET", `/sessions/${session_id}`));
  expect(whole).not.toContain("ada@");
  expect(whole).toContain("bob@");
});

test("one project's failing queue stops no other's contacts, however many of its own wait before them", async () => {
  const broken = await world({ agent });
  const here = await world({ agent });
  const bad = await hookOf(broken, ["contact.created"]);
  await hookOf(here, ["contact.created"]);
  const received = receiver();
  const { enqueue } = DeliveryQueue.prototype;
  vi.spyOn(DeliveryQueue.prototype, "enqueue").mockImplementation(function (this: DeliveryQueue, target, added) {
    // A failed call is not told apart from one whose answer was lost.
    if (target.webhook_id === bad) throw new Error("the queue is in trouble");
    return enqueue.call(this, target, added);
  });
  vi.spyOn(console, "error").mockImplementation(() => {});
  // As a crash leaves them: nobody has announced them. The broken project's are more than one batch, and older.
  const left = async ({ project_id, agent_id, org_id }: World, number: number, from: number) => {
    await storeOf(project_id).takeOver(project_id);
    await storeOf(project_id).count(project_id, 0, "2026-11-01", []);
    await runInDurableObject(storeOf(project_id) as never, (_, { storage }: DurableObjectState) => {
      for (let n = 1; n <= number; n += 1)
        storage.sql.exec(
          `INSERT INTO contacts (project_id, org_id, agent_id, email, consent_text, at, digest)
           VALUES (?, ?, ?, 'a@example.com', 'Yes', ?, ?)`,
          ...[project_id, org_id, agent_id, from + n, `left ${n}`],
        );
    });
  };
  const now = Date.now();
  await left(broken, 150, now - 60_000);
  await left(here, 1, now - 1_000);
  for (const { project_id } of [broken, here]) {
    await storeOf(project_id).takeOver(project_id);
    await runDurableObjectAlarm(storeOf(project_id) as never);
  }
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 50_000 });
  expect(received[0]?.data).toMatchObject({ project_id: here.project_id });
});
