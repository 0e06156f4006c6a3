import { describe, expect, test } from "vitest";
import type { KeyPolicy } from "../../../shared/keys.ts";
import { GateEngine } from "../../../worker/objects/key-gate/engine.ts";
import type { Bucket } from "../../../worker/objects/key-gate/rpc.ts";
import { start, world } from "../../harness/worker/organization.ts";
import { admin, apiKey, request } from "../../harness/worker/request.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";

const NOON = Date.UTC(2026, 10, 20, 12);
const policy = (own: Partial<KeyPolicy>): KeyPolicy => ({
  key_id: 1,
  project_id: 2,
  org_id: 3,
  agent_id: 4,
  channel_id: 5,
  permissions: ["widget:read", "widget:session"],
  allowed_domains: [],
  minute_limit: 3,
  day_limit: 5,
  visitor_limited: true,
  revoked_at: null,
  ...own,
});
const gateOf = (own: Partial<KeyPolicy> = {}, saved: ConstructorParameters<typeof GateEngine>[0]["counts"] = null) =>
  new GateEngine({ policy: policy(own), project_version: 1, revoked_at: null, counts: saved });
const ask = (gate: GateEngine, bucket: Bucket | undefined, now = NOON) =>
  gate.admit(
    {
      permission: "widget:read",
      origin: null,
      visitor: null,
      visitor_limit: 0,
      known_revision: null,
      ...(bucket && { bucket }),
    },
    now,
  );

describe("the buckets of a channel's key", () => {
  test("page views and heartbeats take nothing of the limit for sessions", () => {
    const gate = gateOf();
    for (const bucket of ["page", "session", "talk"] as const) {
      for (let turn = 1; turn <= 3; turn++)
        expect(ask(gate, bucket)).toMatchObject({ kind: "admitted", counts: { minute: turn, day: turn } });
      expect(ask(gate, bucket)).toMatchObject({ kind: "limited", by: "key", counts: { minute: 3, day: 3 } });
    }
    // A call without a bucket, as from an older version, counts as `talk`.
    expect(ask(gate, undefined)).toMatchObject({ kind: "limited" });
    const later = NOON + 60_000;
    for (let turn = 4; turn <= 5; turn++) expect(ask(gate, "page", later)).toMatchObject({ counts: { day: turn } });
    expect(ask(gate, "page", later)).toMatchObject({ kind: "limited", counts: { minute: 2, day: 5 } });
    expect(ask(gate, "session", later)).toMatchObject({ kind: "admitted" });
  });

  test("survive the object's memory", () => {
    const gate = gateOf();
    ask(gate, "page");
    ask(gate, "page");
    ask(gate, "session");
    const again = gateOf({}, structuredClone(gate.counts(0)));
    expect(ask(again, "page")).toMatchObject({ counts: { minute: 3 } });
    expect(ask(again, "session")).toMatchObject({ counts: { minute: 2 } });
    expect(ask(again, "talk")).toMatchObject({ counts: { minute: 1 } });
  });

  test("are one for a console key, whose numbers are the specification's", () => {
    const gate = gateOf({ visitor_limited: false, channel_id: null });
    for (const [at, bucket] of (["page", "session", "talk"] as const).entries())
      expect(ask(gate, bucket)).toMatchObject({ kind: "admitted", counts: { minute: at + 1 } });
    for (const bucket of ["page", "session", "talk"] as const)
      expect(ask(gate, bucket)).toMatchObject({ kind: "limited" });
  });
});

test("page views that use up their bucket refuse no conversation, and the isolate remembers which bucket is full", async () => {
  stopClock();
  const { project_id, agent_id } = await world();
  const channel = { name: "Small", agent_id, minute_limit: 4 };
  const { key } = await admin("POST", `/projects/${project_id}/channels`, channel);
  const view = async () => {
    const answer = await request("GET", "/widget/v1/config", { headers: apiKey(key) });
    await answer.text();
    return answer.status;
  };
  const views: number[] = [];
  for (let turn = 0; turn < 6; turn++) views.push(await view());
  expect(views).toEqual([200, 200, 200, 200, 429, 429]);
  const { session_id } = await start({ key, agent_id });
  const event = await request("POST", `/widget/v1/session/${session_id}/events`, {
    headers: apiKey(key),
    body: { events: [{ type: "connected" }] },
  });
  expect(event.status).toBe(200);
  expect(event.headers.get("RateLimit")).toMatch(/^"minute";r=3;/);
  await event.text();
  expect(await view()).toBe(429);
});
