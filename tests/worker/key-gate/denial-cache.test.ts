import { expect, test } from "vitest";
import type { KeyPolicy } from "../../../shared/keys.ts";
import { DenialCache } from "../../../worker/objects/key-gate/denial-cache.ts";

const NOW = Date.UTC(2026, 10, 20, 12, 0, 30);
const policy: KeyPolicy = {
  key_id: 1,
  project_id: 2,
  org_id: 3,
  agent_id: 4,
  permissions: ["widget:read"],
  allowed_domains: ["https://a.example"],
  minute_limit: 60,
  day_limit: 100,
  visitor_limited: true,
  revoked_at: null,
};
const right = { permission: "widget:read", origin: "https://a.example", visitor: "v" } as const;
const counts = { minute: 60, day: 60 };
const limited = (by: "key" | "visitor", until: number) =>
  ({ kind: "limited", by, policy, counts, at: NOW, until }) as const;

test("a revoked key is refused for a minute, then the gate is asked again", () => {
  const memory = new DenialCache();
  memory.note("k", null, { kind: "refused", dead: true, policy: null }, NOW);
  expect(memory.find("k", right, NOW + 59_999)).toEqual({ kind: "refused" });
  expect(memory.find("other", right, NOW)).toBeNull();
  expect(memory.find("k", right, NOW + 60_000)).toBeNull();
});

test("an admission is never cached, but a missing permission is", () => {
  const memory = new DenialCache();
  const admitted = {
    kind: "admitted",
    policy,
    counts,
    at: NOW,
    project_version: 1,
    stale: false,
    first_use: null,
  } as const;
  memory.note("k", "v", admitted, NOW);
  expect(memory.find("k", right, NOW)).toBeNull();
  expect(memory.find("k", { ...right, origin: "https://b.example" }, NOW)).toEqual({ kind: "refused" });
  expect(memory.find("k", { ...right, permission: "widget:tools" }, NOW)).toEqual({ kind: "refused" });
});

test("verdicts without a policy leave the cached one, until its key is forgotten", () => {
  const memory = new DenialCache();
  const admitted = { kind: "admitted", counts, at: NOW, project_version: 1, stale: false, first_use: null } as const;
  expect(memory.policyOf("k")).toBeNull();
  memory.note("k", "v", { ...admitted, policy }, NOW);
  memory.note("k", "v", { ...admitted, policy: null }, NOW);
  expect(memory.policyOf("k")).toEqual(policy);
  memory.forget("k");
  expect(memory.policyOf("k")).toBeNull();
});

test("a used-up minute is cached until it ends, a used-up day for a minute at a time", () => {
  const memory = new DenialCache();
  memory.note("m", "v", limited("key", NOW + 30_000), NOW);
  expect(memory.find("m", right, NOW + 29_999)).toMatchObject({ kind: "limited", by: "key" });
  expect(memory.find("m", { ...right, visitor: "other" }, NOW)).toMatchObject({ kind: "limited" });
  expect(memory.find("m", { ...right, origin: null }, NOW)).toEqual({ kind: "refused" });
  expect(memory.find("m", right, NOW + 30_000)).toBeNull();
  memory.note("d", "v", limited("key", NOW + 12 * 3_600_000), NOW);
  expect(memory.find("d", right, NOW + 59_999)).toMatchObject({ kind: "limited" });
  // Its key may have been revoked meanwhile: 401, not 429.
  expect(memory.find("d", right, NOW + 60_000)).toBeNull();
});

test("a visitor's limit is that visitor's", () => {
  const memory = new DenialCache();
  memory.note("k", "v", limited("visitor", NOW + 30_000), NOW);
  expect(memory.find("k", right, NOW)).toMatchObject({ kind: "limited", by: "visitor" });
  expect(memory.find("k", { ...right, visitor: "w" }, NOW)).toBeNull();
  expect(memory.find("k", { ...right, visitor: null }, NOW)).toBeNull();
});

test("an isolate's clock behind the gate's does not stretch a window", () => {
  const memory = new DenialCache();
  memory.note("k", null, limited("key", NOW + 30_000), NOW - 5_000);
  expect(memory.find("k", right, NOW - 5_000 + 29_999)).toMatchObject({ kind: "limited" });
  expect(memory.find("k", right, NOW - 5_000 + 30_000)).toBeNull();
});

test("the cache is bounded, and forgets a key that became valid", () => {
  const memory = new DenialCache(2);
  for (const name of ["a", "b", "c"]) memory.note(name, null, { kind: "refused", dead: true, policy: null }, NOW);
  expect(memory.find("a", right, NOW)).toBeNull();
  expect(memory.find("c", right, NOW)).toEqual({ kind: "refused" });
  memory.forget("c");
  expect(memory.find("c", right, NOW)).toBeNull();
});
