import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import worker from "../../../worker/index.ts";
import { makeSite } from "../../harness/worker/organization.ts";
import { apiKey, requestOf } from "../../harness/worker/request.ts";

test("when KV fails to read and write, pages still get their widget, and the log says so", async () => {
  const { channel } = await makeSite();
  const refuse = () => Promise.reject(new Error("KV PUT failed: 429 Too Many Requests"));
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const context = createExecutionContext();
  const request = requestOf("GET", "/widget/v1/config", { headers: apiKey(channel.key) });
  const bindings = { ...env, SNAPSHOTS: { get: refuse, put: refuse } as unknown as KVNamespace };
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], bindings, context);
  expect(response.status).toBe(200);
  await response.json();
  // Rejects where anything that was left to be done after the answer failed.
  await waitOnExecutionContext(context);
  expect(warned.mock.calls.map(([line]) => JSON.parse(String(line)).event)).toEqual([
    "snapshot_not_read",
    "snapshot_not_kept",
  ]);
});
