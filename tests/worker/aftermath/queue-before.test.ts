import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { DeliveryQueue } from "../../../worker/index.ts";
import { world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { receiver } from "./receiver.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a queue of the version before, which knows of no organizations, keeps what waits at its address when the project moves", async () => {
  const before = await world();
  const after = await world();
  const { id } = await admin("POST", `/projects/${before.project_id}/webhooks`, {
    url: "https://crm.example/",
    events: ["session.ended"],
  });
  const urls: string[] = [];
  receiver((_received, url) => {
    urls.push(url);
    return new Response(null, { status: 503 });
  });
  await admin("POST", `/webhooks/${id}/test`, undefined, { status: 200 });
  const stub = env.DELIVERY_QUEUE.getByName(String(id)) as unknown as DurableObjectStub<DeliveryQueue>;
  // As that version left it.
  await runInDurableObject(stub, (_queue, { storage }) => {
    storage.sql.exec("DROP TABLE target_before; ALTER TABLE delivery DROP COLUMN org_id;");
    storage.sql.exec("UPDATE webhook SET target_json = json_remove(target_json, '$.org_id')");
  });
  await evictDurableObject(stub);
  await admin("PATCH", `/projects/${before.project_id}`, { org_id: after.org_id });
  const [{ id: delivery }] = (await admin("GET", `/webhooks/${id}/deliveries`)).items;
  const { token } = await admin("POST", `/organizations/${after.org_id}/tokens`);
  await admin("PATCH", `/webhooks/${id}`, { url: "https://else.example/" }, { token });
  expect((await admin("GET", `/webhooks/${id}/deliveries`, undefined, { token })).items).toEqual([]);
  urls.length = 0;
  await admin("POST", `/deliveries/${delivery}/replay`, undefined, { status: 202 });
  await vi.waitFor(() => expect(urls).toContain("https://crm.example/"), { timeout: 50_000 });
  expect(urls).not.toContain("https://else.example/");
});
