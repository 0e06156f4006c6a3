import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const MODULE = join(import.meta.dirname, "../../scripts/dev/run-file.ts");
let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "run-file-"));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

/** A process that looks like `npm start` takes the state, and keeps it until it is told to end. @returns what it said */
function starting(): Promise<{ said: string; child: ChildProcess }> {
  const code = `
    const { RunFile } = await import(process.argv[1]);
    const run = new RunFile(process.argv[2], 8787);
    process.on("exit", () => run.release());
    await run.take().then(() => console.log("took it"), (error) => console.log(error.message));
    process.stdin.on("data", () => process.exit());`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code, MODULE, folder, "scripts/dev/start.ts"]);
  children.push(child);
  return new Promise((done) => child.stdout.once("data", (chunk) => done({ said: String(chunk), child })));
}

test("of several npm start at once on one state one has it, and gives it back; the others leave it alone", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, starting));
  const [owner] = all.filter(({ said }) => said.includes("took it"));
  const others = all.filter((one) => one !== owner);
  expect(others.map(({ said }) => said)).toEqual(
    Array(3).fill(expect.stringContaining("It already runs on this state")),
  );
  const end = (child: ChildProcess) =>
    new Promise((done) => {
      child.once("exit", done);
      child.stdin?.write("end");
    });
  for (const { child } of others) await end(child);
  expect(JSON.parse(readFileSync(join(folder, "run.json"), "utf8"))).toMatchObject({
    start: owner?.child.pid,
    port: 8787,
  });
  if (owner) await end(owner.child);
  expect(existsSync(join(folder, "run.json"))).toBe(false);
});

test("what a killed run left is taken over", async () => {
  const { child } = await starting();
  await new Promise((done) => {
    child.once("exit", done);
    child.kill("SIGKILL");
  });
  expect((await starting()).said).toContain("took it");
});
