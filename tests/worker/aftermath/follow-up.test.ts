import { afterEach, describe, expect, it, vi } from "vitest";
import { DeliveryQueue } from "../../../worker/objects/delivery-queue/delivery-queue.ts";
import { makeChannel, report, start, type World, world } from "../../harness/worker/organization.ts";
import { keepEvents } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";
import { receiver } from "./receiver.ts";

const agent = { collect_contact: { fields: ["email"], consent_text: "Yes." } };
const ada = { type: "contact", email: "ada@example.com", consent: true };
const events = ["session.ended", "contact.created"];

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const hook = ({ project_id }: World, more: object = {}) =>
  admin("POST", `/projects/${project_id}/webhooks`, { url: "https://crm.example/", events, ...more });

type Enqueue = DeliveryQueue["enqueue"];

/** Has every queue wait, or fail, before it takes anything. */
function holdUp(work: () => Promise<void>): void {
  const real = DeliveryQueue.prototype.enqueue;
  vi.spyOn(DeliveryQueue.prototype, "enqueue").mockImplementation(async function (
    this: DeliveryQueue,
    ...args: Parameters<Enqueue>
  ) {
    await work();
    return real.apply(this, args);
  });
}

async function talk(here: World, ...more: object[]): Promise<string> {
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }, ...more]);
  await report(here.key, session_id, [{ type: "ended" }]);
  return session_id;
}

describe("what follows an end", () => {
  it("delays no visitor and no list while a webhook's queue does not answer", async () => {
    const here = await world({ agent });
    await hook(here);
    const received = receiver();
    let closed = true;
    holdUp(async () => {
      while (closed) await scheduler.wait(20);
    });
    const ids = [await talk(here, ada), await talk(here, ada)];
    const { items } = await admin("GET", `/projects/${here.project_id}/sessions`);
    expect(items.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual(
      ids.toReversed().map((id) => [id, "ended"]),
    );
    expect(received).toEqual([]);
    expect((await admin("GET", "/status")).outbox.waiting).toBeGreaterThanOrEqual(2);
    closed = false;
    await vi.waitFor(() => expect(received).toHaveLength(4), { timeout: 50_000 });
    for (const id of ids)
      expect(received.filter(({ data }) => data.session_id === id).map(({ type }) => type)).toEqual([
        "contact.created",
        "session.ended",
      ]);
  });

  it("is repeated where a queue failed, each event once and a contact before the end", async () => {
    const here = await world({ agent });
    const made = await hook(here);
    const received = receiver();
    let failures = 3;
    holdUp(async () => {
      if (failures-- > 0) throw new Error("the queue is in trouble");
    });
    const session_id = await talk(here, ada);
    await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 50_000 });
    expect(failures).toBeLessThan(0);
    expect(received.map(({ type, data }) => [type, data.session_id])).toEqual([
      ["contact.created", session_id],
      ["session.ended", session_id],
    ]);
    expect((await admin("GET", `/webhooks/${made.id}/deliveries`)).items).toHaveLength(2);
  });

  it("is done for one project while another's queue fails, with no pause, and for that one once it is well", async () => {
    const broken = await world();
    const { id: project_id } = await admin("POST", "/projects", { org_id: broken.org_id, name: "Second" });
    const { id: agent_id } = await admin("POST", "/agents", { project_id, name: "Bo", provider: "provider_a" });
    const { key } = await makeChannel(project_id, agent_id);
    const here = { ...broken, project_id, agent_id, key };
    const { id: bad } = await hook(broken);
    await hook(here);
    const received = receiver();
    let failing = true;
    const { enqueue } = DeliveryQueue.prototype;
    vi.spyOn(DeliveryQueue.prototype, "enqueue").mockImplementation(function (this: DeliveryQueue, target, added) {
      if (failing && target.webhook_id === bad) throw new Error("the queue is in trouble");
      return enqueue.call(this, target, added);
    });
    vi.spyOn(console, "error").mockImplementation(() => {});
    const first = await talk(broken);
    // Each failure doubles the pause: 32 seconds by now, and more than this test waits.
    const tryAgain = async () => void (await here.ledger.followUpPending());
    for (let tries = 0; tries < 6; tries += 1) await expect(tryAgain()).rejects.toThrow("the queue is in trouble");
    const second = await talk(here);
    const sent = () => received.map(({ data }) => data.session_id);
    await vi.waitFor(() => expect(sent()).toEqual([second]), { timeout: 15_000 });
    await vi.waitFor(async () => expect((await here.ledger.outbox()).waiting).toBe(1), { timeout: 15_000 });
    failing = false;
    await here.ledger.followUpPending();
    await vi.waitFor(() => expect(sent()).toEqual([second, first]), { timeout: 50_000 });
    expect((await here.ledger.outbox()).waiting).toBe(0);
  });

  it("a list of deliveries has all sessions that ended before it", async () => {
    const here = await world();
    const made = await hook(here);
    receiver();
    const session_id = await talk(here);
    const { items } = await admin("GET", `/webhooks/${made.id}/deliveries`);
    expect(items).toMatchObject([{ event: "session.ended", session_id }]);
  });

  it("a transcript of characters that JSON escapes is cut, not lost", async () => {
    const here = await world();
    await hook(here, { include_transcript: true });
    const received = receiver();
    const text = "\u0001".repeat(4_000);
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "connected" }]);
    // As much as a session may keep.
    const lines = Array.from({ length: 85 }, () => ({ type: "user_transcript" as const, text }));
    await keepEvents(here, session_id, lines);
    await report(here.key, session_id, [{ type: "user_transcript", text: "the end" }, { type: "ended" }]);
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 50_000 });
    expect(received[0]?.data.transcript_truncated).toBe(true);
    const transcript = received[0]?.data.transcript as { text: string }[];
    expect(transcript.at(-1)?.text).toBe("the end");
    expect(transcript.length).toBeGreaterThan(50);
    expect(transcript.length).toBeLessThan(70);
  });
});

describe("a contact that is deleted", () => {
  const statusOf = async (id: number) =>
    (await admin("GET", `/webhooks/${id}/deliveries`)).items.map(({ event, status }: Record<string, string>) => [
      event,
      status,
    ]);
  const remove = async (here: World) => {
    const [{ id }] = (await admin("GET", `/projects/${here.project_id}/contacts`)).items;
    await admin("DELETE", `/contacts/${id}`, undefined, { status: 204 });
  };

  it("leaves the end of its session to be sent, where its own delivery waits", async () => {
    const here = await world({ agent });
    const made = await hook(here);
    const received = receiver(({ type }) => new Response(null, { status: type === "contact.created" ? 503 : 204 }));
    await talk(here, ada);
    await vi.waitFor(
      async () =>
        expect(await statusOf(made.id)).toEqual([
          ["session.ended", "pending"],
          ["contact.created", "pending"],
        ]),
      { timeout: 50_000 },
    );
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 50_000 });
    await remove(here);
    await vi.waitFor(async () => expect(await statusOf(made.id)).toEqual([["session.ended", "delivered"]]), {
      timeout: 50_000,
    });
  });

  it("has the end wait for an attempt that is under way", async () => {
    const here = await world({ agent });
    const made = await hook(here);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const received = receiver(async ({ type }) => {
      if (type === "contact.created") await answered;
      return new Response(null, { status: 204 });
    });
    const session_id = await talk(here, ada);
    await vi.waitFor(async () => expect(await statusOf(made.id)).toHaveLength(2), { timeout: 50_000 });
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 50_000 });
    await remove(here);
    const other = await talk(here);
    const sent = () => received.map(({ type, data }) => [type, data.session_id]);
    await vi.waitFor(() => expect(sent()).toContainEqual(["session.ended", other]), { timeout: 50_000 });
    expect(sent()).not.toContainEqual(["session.ended", session_id]);
    answer();
    await vi.waitFor(() => expect(sent()).toContainEqual(["session.ended", session_id]), { timeout: 50_000 });
  });
});
