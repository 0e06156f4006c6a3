import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deploy } from "../../scripts/deploy/deploy.ts";
import { rollback } from "../../scripts/deploy/rollback.ts";
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

const back = (account: Account, to?: string) =>
  rollback({ wrangler: account.wrangler, folder, say: (line) => said.push(line), to });

test("says what it will do, and has nothing to do where there is one version", async () => {
  const account = new Account(folder);
  await run(account);
  expect(() => back(account)).toThrow(/only one version/);
  expect(() => back(account, "version-1")).toThrow(/live already/);
  built(folder, "1.0.0", "second");
  await run(account);
  said = [];
  back(account);
  expect(said[0]).toContain('This will put version version-1 of the Worker "voice-widget" in the place of version-2');
  expect(account.served["voice-widget.js"]).toBe("first");
});

test("without the right to it, says so", async () => {
  const account = new Account(folder);
  await run(account);
  built(folder, "1.0.0", "second");
  await run(account);
  account.failing = "rollback";
  expect(() => back(account)).toThrow(/It could not go back[\s\S]*Workers Scripts: Edit/);
});
