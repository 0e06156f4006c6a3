import { describe, expect, test } from "vitest";
import {
  asStaging,
  type Configuration,
  namesOf,
  withAi,
  withDomain,
  withIds,
} from "../../scripts/deploy/configuration.ts";

describe("wrangler.toml for one deployment", () => {
  const written: Configuration = {
    name: "x",
    routes: [{ pattern: "old.example", custom_domain: true }],
    vars: { PROVIDER_A: "demo" },
    d1_databases: [{ binding: "DB", database_name: "x", database_id: "mine" }],
    kv_namespaces: [{ binding: "SNAPSHOTS", id: "my-kv" }],
  };

  test("ids that the operator wrote stay", () => {
    expect(withIds(written, { database: "other", namespace: "other" })).toEqual(written);
  });

  test("staging has names of its own, and neither production's ids nor its domain", () => {
    const staging = asStaging(written);
    expect(namesOf(staging)).toEqual({ worker: "x-staging", database: "x-staging", namespace: "x-staging-snapshots" });
    expect(JSON.stringify(staging)).not.toMatch(/mine|my-kv|old\.example/);
  });

  test("a domain stands in the place of another, and the address at workers.dev stays", () => {
    const served = withDomain({ ...written, route: "older.example/*" }, "voice.example");
    expect(served).toEqual({
      ...written,
      routes: [{ pattern: "voice.example", custom_domain: true }],
      workers_dev: true,
    });
    expect(withDomain({ ...written, workers_dev: false }, "voice.example").workers_dev).toBe(false);
  });

  test("Workers AI is bound where a slot needs it, unless the operator has bound it", () => {
    expect(withAi(written)).toEqual(written);
    const needed = { ...written, vars: { PROVIDER_B: "workers-ai" } };
    expect(withAi(needed).ai).toEqual({ binding: "AI" });
    const bound = { ...needed, ai: { binding: "AI", remote: true } };
    expect(withAi(bound)).toEqual(bound);
  });
});
