import { expect, test } from "vitest";
import { BackupError, readTarget } from "../../scripts/backup/service.ts";
import { readOptions } from "../../scripts/deploy/options.ts";
import { DeployError } from "../../scripts/deploy/wrangler.ts";

const OPTIONS = { "dry-run": { type: "boolean" }, staging: { type: "boolean" } } as const;

test.each([
  ["deploy", "dry-run", "true"],
  ["rollback", "staging", "true"],
  ["deploy", "domain", "voice.example.com"],
])("npm run %s --%s, which npm keeps for itself, is refused with what to write", (command, option, value) => {
  const environment = { npm_lifecycle_event: command, [`npm_config_${option.replace("-", "_")}`]: value };
  const read = () => readOptions([], environment as unknown as NodeJS.ProcessEnv, OPTIONS);
  expect(read).toThrow(DeployError);
  expect(read).toThrow(`npm run ${command} -- --${option}`);
});

test("npm run backup --organization 3 does not write everything to a file named 3", () => {
  const environment = { npm_lifecycle_event: "backup", npm_config_organization: "true", ADMIN_TOKEN: "t" };
  const read = () => readTarget(["3"], environment as unknown as NodeJS.ProcessEnv);
  expect(read).toThrow(BackupError);
  expect(read).toThrow("npm run backup -- --organization");
});

test("options behind the lone -- are read, and an unknown one is refused", () => {
  const read = (args: string[]) => readOptions(args, {} as NodeJS.ProcessEnv, OPTIONS);
  expect(read(["--dry-run"])).toEqual({ "dry-run": true });
  expect(() => read(["--dry"])).toThrow(DeployError);
});
