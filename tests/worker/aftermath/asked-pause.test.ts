import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { DeliveryQueue } from "../../../worker/index.ts";
import { world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { receiver } from "./receiver.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A webhook that was tested once, and what its receiver got since then. */
async function set() {
  const here = await world();
  const hook = { url: "https://crm.example/", events: ["session.ended"] };
  const { id } = await admin("POST", `/projects/${here.project_id}/webhooks`, hook);
  const queue = env.DELIVERY_QUEUE.getByName(String(id)) as unknown as DurableObjectStub<DeliveryQueue>;
  const answer = { status: 204 };
  const received = receiver(() => {
    const { status } = answer;
    return new Response(null, { status, headers: status === 204 ? {} : { "Retry-After": "600" } });
  });
  const test = () => admin("POST", `/webhooks/${id}/test`, undefined, { status: 200 });
  await test();
  received.splice(0);
  const target = await runInDurableObject(queue, (_queue, { storage }) =>
    JSON.parse(String(storage.sql.exec("SELECT target_json FROM webhook").one().target_json)),
  );
  const body = JSON.stringify({ type: "session.ended", data: {} });
  const send = (name: string) =>
    queue.enqueue(target, [
      { id: name, event: "session.ended", session_id: `ses_${name}`, contact_id: null, body, created_at: Date.now() },
    ]);
  const run = () => runInDurableObject(queue, (one) => one.alarm());
  const ids = () => received.map((one) => one.id);
  const deliveries = async () => (await admin("GET", `/webhooks/${id}/deliveries`)).items;
  /** Sends one, to which the receiver answers that it wants to be left alone. */
  const refused = async (name: string) => {
    answer.status = 429;
    await send(name);
    await vi.waitFor(async () => expect((await deliveries())[0]).toMatchObject({ id: name, attempts: 1 }), {
      timeout: 50_000,
    });
  };
  const took = (name: string) => vi.waitFor(() => expect(ids().at(-1)).toBe(name), { timeout: 50_000 });
  const replay = (name: string) => runInDurableObject(queue, (one) => one.replay(target, name));
  return { queue, answer, send, run, ids, deliveries, refused, took, test, replay };
}

test("a receiver that asks for a pause gets nothing else meanwhile, and what waits says when it goes", async () => {
  const { queue, answer, send, run, ids, deliveries, refused } = await set();
  await refused("evt_1");
  await send("evt_2");
  await run();
  expect(ids()).toEqual(["evt_1"]);
  const later = Date.now() + 500_000;
  for (const { next_attempt_at } of (await deliveries()).slice(0, 2)) expect(next_attempt_at).toBeGreaterThan(later);
  expect(await runInDurableObject(queue, (_queue, { storage }) => storage.getAlarm())).toBeGreaterThan(later);
  answer.status = 204;
  await runInDurableObject(queue, (_queue, { storage }) =>
    storage.sql.exec("UPDATE asked_pause SET until = 1").toArray(),
  );
  await run();
  expect(ids()).toEqual(["evt_1", "evt_2"]);
});

test("a test that is accepted, and a delivery that is sent again, end the pause", async () => {
  const { answer, send, run, ids, refused, took, test, replay } = await set();
  await refused("evt_3");
  await send("evt_4");
  await run();
  expect(ids()).toEqual(["evt_3"]);
  answer.status = 204;
  await test();
  await took("evt_4");
  await refused("evt_5");
  await send("evt_6");
  await run();
  expect(ids()).not.toContain("evt_6");
  answer.status = 204;
  await replay("evt_5");
  await vi.waitFor(() => expect(ids()).toEqual(expect.arrayContaining(["evt_5", "evt_6"])), { timeout: 50_000 });
});
