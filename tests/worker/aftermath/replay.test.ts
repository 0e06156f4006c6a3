import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { DeliveryQueue } from "../../../worker/index.ts";
import { report, start, type World, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { receiver } from "./receiver.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const queueOf = (id: number) => env.DELIVERY_QUEUE.getByName(String(id)) as unknown as DurableObjectStub<DeliveryQueue>;

async function hookOf({ project_id }: World): Promise<number> {
  const hook = { url: "https://crm.example/", events: ["session.ended"] };
  return (await admin("POST", `/projects/${project_id}/webhooks`, hook)).id;
}

async function talk(here: World): Promise<void> {
  const { session_id = "" } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }, { type: "ended" }]);
}

/** A receiver that holds its nth call until there is an nth answer. It looks for it: no promise of another object may end it. */
function slowReceiver() {
  const answers: number[] = [];
  let calls = 0;
  const received = receiver(async () => {
    const nth = calls++;
    while (answers[nth] === undefined) await scheduler.wait(10);
    return new Response(null, { status: answers[nth], headers: { Location: "https://else.example/" } });
  });
  const called = (times: number) =>
    vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(times), { timeout: 50_000 });
  return { received, answers, called };
}

test.each([302, 500, 204])(
  "what is sent again while a try is under way is sent again, though that try ends with %i",
  async (status) => {
    const here = await world();
    const hook = await hookOf(here);
    const { received, answers, called } = slowReceiver();
    const ended = talk(here);
    await called(1);
    const [{ id }] = (await admin("GET", `/webhooks/${hook}/deliveries`)).items;
    await admin("POST", `/deliveries/${id}/replay`, undefined, { status: 202 });
    answers.push(status);
    await called(2);
    expect((await admin("GET", `/deliveries/${id}`)).status).toBe("pending");
    answers.push(204);
    await vi.waitFor(
      async () => expect(await admin("GET", `/deliveries/${id}`)).toMatchObject({ status: "delivered", attempts: 1 }),
      { timeout: 50_000 },
    );
    const { history } = await admin("GET", `/deliveries/${id}`);
    expect(history.map((one: { status: number }) => one.status)).toEqual([status, 204]);
    expect(received.map((one) => one.id)).toEqual([id, id]);
    await ended;
  },
);

test("the alarm of a queue whose webhook was deleted meanwhile ends quietly", async () => {
  const here = await world();
  const hook = await hookOf(here);
  const { answers, called } = slowReceiver();
  const ended = talk(here);
  await called(1);
  const alarm = runInDurableObject(queueOf(hook), async (queue, { storage }) => {
    await storage.setAlarm(Date.now() + 3_600_000);
    return queue.alarm().then(
      () => "ended",
      (error) => String(error),
    );
  });
  await admin("DELETE", `/webhooks/${hook}`, undefined, { status: 204 });
  answers.push(500);
  expect(await alarm).toBe("ended");
  await ended;
  const left = await runInDurableObject(queueOf(hook), async (_queue, { storage }) => ({
    alarm: await storage.getAlarm(),
    tables: storage.sql.exec("SELECT name FROM sqlite_master WHERE name IN ('delivery', 'webhook')").toArray(),
  }));
  expect(left).toEqual({ alarm: null, tables: [] });
});

test("many of one session that are sent again hold back no other session's", async () => {
  const here = await world();
  const hook = await hookOf(here);
  // Above the version that D1 has.
  const target = { webhook_id: hook, version: 1_000, url: "https://crm.example/", secret: "whsec_AAAA", active: true };
  const queue = queueOf(hook);
  const body = JSON.stringify({ type: "session.ended", data: {} });
  const delivery = (id: string, session_id: string) => ({
    ...{ id, event: "session.ended", session_id, contact_id: null, body, created_at: Date.now() },
  });
  const ids = Array.from({ length: 40 }, (_, n) => `evt_a${n}`);
  const counts = () => runInDurableObject(queue, (one) => one.counts());
  let held = false;
  const received = receiver(async ({ id }) => {
    while (held && id.startsWith("evt_a")) await scheduler.wait(10);
    return new Response(null, { status: 204 });
  });
  await queue.enqueue(
    target,
    ids.map((id) => delivery(id, "ses_a")),
  );
  await vi.waitFor(async () => expect(await counts()).toEqual({ pending: 0, failed: 0 }), { timeout: 50_000 });
  expect(received.map(({ id }) => id)).toEqual(ids);

  held = true;
  received.length = 0;
  // As they stand in the list: the newest first.
  for (const id of ids.toReversed()) await queue.replay(target, id);
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 50_000 });
  await queue.enqueue(target, [delivery("evt_b", "ses_b")]);
  await vi.waitFor(() => expect(received.map(({ id }) => id)).toContain("evt_b"), { timeout: 20_000 });
  held = false;
  await vi.waitFor(async () => expect(await counts()).toEqual({ pending: 0, failed: 0 }), { timeout: 50_000 });
  expect(
    received
      .map(({ id }) => id)
      .filter((id) => id !== "evt_b")
      .toSorted(),
  ).toEqual(ids.toSorted());
});
