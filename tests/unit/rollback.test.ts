import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deploy } from "../../scripts/deploy/deploy.ts";
import { MOVED, rollback } from "../../scripts/deploy/rollback.ts";
import { DeployError } from "../../scripts/deploy/wrangler.ts";
import { allMigrations } from "../harness/service/migrations.ts";
import { Account, built } from "./cloudflare-account.ts";

let folder: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rollback-"));
  cpSync(join(import.meta.dirname, "../../wrangler.toml"), join(folder, "wrangler.toml"));
  built(folder, "1.0.0", "first");
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (account: Account, smoke = () => Promise.resolve("a conversation was held")) =>
  deploy({ wrangler: account.wrangler, environment: {}, folder, say: () => undefined, smoke });
const fails = () => Promise.reject(new Error("The agent did not answer"));

const back = (account: Account, to?: string) =>
  rollback({ wrangler: account.wrangler, folder, say: (line) => said.push(line), to });

test("says what it will do, and has nothing to do where there is one version", async () => {
  const account = new Account(folder);
  await run(account);
  expect(() => back(account)).toThrow(/only one version/);
  back(account, "version-1");
  expect(said).toEqual(["Version version-1 is live already."]);
  expect(account.deployments).toHaveLength(1);
  built(folder, "1.0.0", "second");
  await run(account);
  said = [];
  back(account);
  expect(said[0]).toContain('This will put version version-1 of the Worker "voice-widget" in the place of version-2');
  expect(account.served["voice-widget.js"]).toBe("first");
});

test("says since when the older version lacks what projects keep in their stores", async () => {
  const account = new Account(folder);
  await run(account);
  built(folder, "1.0.0", "second");
  await run(account);
  back(account);
  expect(said.join("\n")).not.toContain("stores");
  account.moved = { projects: 3, since: Date.UTC(2026, 10, 26), pages: 0 };
  back(account, "version-2");
  expect(said.join("\n")).toContain("3 projects have kept theirs elsewhere since 2026-11-26T00:00:00.000Z");
  expect(said.join("\n")).toContain("delete it again after that deploy");
  expect(said.join("\n")).not.toContain("passages");
  said = [];
  account.moved = null;
  back(account, "version-1");
  expect(said[1]).toContain("the next `npm run deploy` shows what was kept since again");
  expect(said.join("\n")).toContain("finds nothing of what was read since; the next `npm run deploy` does.");
  expect(account.deployments.at(-1)).toBe("version-1");
});

test("asks the tables as they are for what has moved, and for pages whose passages D1 does not have", () => {
  const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  for (const file of allMigrations()) db.exec(readFileSync(file, "utf8"));
  expect(db.prepare(MOVED).get()).toEqual({ projects: 0, since: null, pages: 0 });
  db.exec(`INSERT INTO knowledge_pages (id, source_id, project_id, address, status, run, text_id)
    VALUES (1, 1, 1, '/read-since', 'ready', 'r', 'a'), (2, 1, 1, '/moved', 'ready', 'r', 'b'), (3, 1, 1, '/before', 'ready', 'r', NULL);
    INSERT INTO knowledge_chunks (id, page_id, ordinal, text) VALUES (1, 2, 0, 'Moved.'), (2, 3, 0, 'Before.');
    INSERT INTO project_stores (project_id, moved_at) VALUES (1, 20), (2, 10)`);
  expect(db.prepare(MOVED).get()).toEqual({ projects: 2, since: 10, pages: 1 });
});

test("says of how many pages the older version finds nothing", async () => {
  const account = new Account(folder);
  await run(account);
  built(folder, "1.0.0", "second");
  await run(account);
  account.moved = { projects: 0, since: null, pages: 40 };
  back(account);
  expect(said.join("\n")).toContain("finds nothing of what was read since on 40 pages");
});

test("without the right to it, says so", async () => {
  const account = new Account(folder);
  await run(account);
  built(folder, "1.0.0", "second");
  await run(account);
  account.failing = "rollback";
  expect(() => back(account)).toThrow(/It could not go back[\s\S]*Workers Scripts: Edit/);
});

test("a second rollback goes further back, and none goes forward", async () => {
  const account = new Account(folder);
  for (const content of ["first", "second", "third"]) {
    built(folder, "1.0.0", content);
    await run(account);
  }
  back(account);
  expect(account.deployments.at(-1)).toBe("version-2");
  back(account);
  expect(account.deployments.at(-1)).toBe("version-1");
  expect(() => back(account)).toThrow(/No version is known that was live before version-1[\s\S]*--to/);
  back(account, "version-3");
  expect(account.deployments.at(-1)).toBe("version-3");
  // The second was left by a rollback.
  back(account);
  expect(account.deployments.at(-1)).toBe("version-1");
});

test("a version that failed its smoke test is never what a rollback goes to", async () => {
  const account = new Account(folder);
  await run(account);
  built(folder, "1.0.0", "second");
  await expect(run(account, fails)).rejects.toThrow();
  expect(() => back(account)).toThrow(/No version is known/);
  built(folder, "1.0.0", "third");
  await run(account);
  back(account);
  expect(account.deployments).toEqual(["version-1", "version-2", "version-1", "version-3", "version-1"]);
});

test("where wrangler's list is too short to tell which one was before, it asks", async () => {
  const account = new Account(folder);
  for (let i = 0; i < 12; i++) await run(account);
  back(account);
  expect(account.deployments.at(-1)).toBe("version-11");
  // Of version 2 only its return is among the newest ten.
  account.deployments = [
    "version-1",
    "version-2",
    ..."3456789".split("").map((n) => `version-${n}`),
    "version-2",
    "version-1",
    "version-2",
  ];
  expect(() => back(account)).toThrow(/No version is known that was live before version-2/);
});

test("a rollback across a changed secret takes the old one with it, and says which and what to do", async () => {
  const account = new Account(folder);
  await run(account);
  const before = account.secrets?.ADMIN_TOKEN;
  built(folder, "1.0.0", "second");
  const environment = { ADMIN_TOKEN: "a-new-one-0123456789" };
  await deploy({
    ...{ wrangler: account.wrangler, environment, folder, say: () => undefined, secrets: ["ADMIN_TOKEN"] },
    smoke: () => Promise.resolve("a conversation was held"),
  });
  back(account);
  expect(account.secrets?.ADMIN_TOKEN).toBe(before);
  expect(said.join("\n")).toContain("These secrets are again as they were with that version: ADMIN_TOKEN.");
  expect(said.join("\n")).not.toContain("secrets and the objects stay");
});

test.each(["kv key list", "kv namespace list", "versions view"])(
  "if %s fails after it, it says that the version is live",
  async (failing) => {
    const account = new Account(folder);
    await run(account);
    built(folder, "1.0.0", "second");
    await run(account);
    account.failing = failing;
    expect(() => back(account)).toThrow(DeployError);
    expect(account.deployments.at(-1)).toBe("version-1");
    expect(() => back(account, "version-1")).toThrow(/Version version-1 is live\.[\s\S]*--to version-1/);
    account.failing = null;
    back(account, "version-1");
    expect(account.deployments).toHaveLength(3);
    expect(JSON.parse(account.kv["build:1.0.0-first-of-all"] ?? "")).toMatchObject({ replaced_at: null });
  },
);
