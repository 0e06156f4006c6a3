import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { type Client, connect } from "../../harness/worker/demo-call.ts";

/** A page gets no more events taken where the agent's memory of the call is new. */

const SENT = 600;

/** Sends more events than may come at once. @returns how many were taken */
async function flood(client: Client): Promise<number> {
  const before = client.events.length;
  for (let n = 0; n < SENT; n++) client.send({ type: "conversation.item.retrieve", item_id: "none" });
  const answers = () => client.events.slice(before).filter(({ type }) => type === "error");
  await vi.waitFor(() => expect(answers()).toHaveLength(SENT), { timeout: 30_000 });
  return answers().filter(({ error }) => error.code !== "rate_limit_exceeded").length;
}

/** As many as may come at once, and ten a second since. */
const most = (began: number) => 501 + (Date.now() - began) / 100;

it("after a hibernation", async () => {
  const began = Date.now();
  const { client, stub } = await connect();
  expect(await flood(client)).toBeGreaterThanOrEqual(500);
  await evictDurableObject(stub, { webSockets: "hibernate" });
  expect(500 + (await flood(client))).toBeLessThanOrEqual(most(began));
});

it("in another call of the session", async () => {
  const began = Date.now();
  const session_id = "ses_again";
  const first = await connect({ session_id });
  expect(await flood(first.client)).toBeGreaterThanOrEqual(500);
  const second = await connect({ session_id });
  expect(500 + (await flood(second.client))).toBeLessThanOrEqual(most(began));
});

it("in another call that begins when the object is forgotten", async () => {
  const began = Date.now();
  const session_id = "ses_forgotten_events";
  const { client, stub } = await connect({ session_id });
  expect(await flood(client)).toBeGreaterThanOrEqual(500);
  client.close();
  await vi.waitFor(
    async () => expect(await runInDurableObject(stub, (_, { storage }) => storage.kv.get("ticket"))).toBeUndefined(),
    { timeout: 20_000 },
  );
  await evictDurableObject(stub);
  const again = await connect({ session_id });
  expect(500 + (await flood(again.client))).toBeLessThanOrEqual(most(began));
  await runInDurableObject(stub, (agent) => agent.hangUp());
  await runDurableObjectAlarm(stub);
  expect(await runInDurableObject(stub, (_, { storage }) => [...storage.kv.list()])).toEqual([]);
});
