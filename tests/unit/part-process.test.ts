import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { alive } from "../../scripts/build/lock.ts";
import { PartProcess } from "../../scripts/test/part-process.ts";

/** What a part of a run leaves behind: nothing. */

let part: PartProcess | undefined;
afterEach(async () => {
  await part?.stop();
  part?.tidy();
});

/** Starts a browser of sorts, which is in a group of its own and ends by no signal but one, and says where it is. */
const CHILD = `
const { spawn } = require("node:child_process");
const { mkdtempSync, writeFileSync } = require("node:fs");
const folder = mkdtempSync(require("node:path").join(require("node:os").tmpdir(), "mine-"));
const stubborn = 'process.on("SIGTERM", () => {}); process.on("SIGHUP", () => {}); setInterval(() => {}, 1000)';
const child = spawn(process.execPath, ["-e", stubborn], { detached: true, stdio: "ignore" });
writeFileSync(folder + "/pid", String(child.pid));
console.log(folder);
setInterval(() => {}, 1000);
`;

test.runIf(process.platform === "linux")("a part that is stopped takes its files and its processes along", async () => {
  const env = { ...process.env };
  part = await PartProcess.start([process.execPath, "-e", CHILD], { stdio: ["ignore", "pipe", "inherit"], env });
  const ended = new Promise((done) => part?.child.once("close", done));
  const folder = await new Promise<string>((said) =>
    part?.child.stdout?.once("data", (text) => said(`${text}`.trim())),
  );
  const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
  expect(alive(pid)).toBe(true);

  await part.stop();
  await ended;
  part.tidy();
  await expect.poll(() => alive(pid)).toBe(false);
  expect(existsSync(dirname(folder))).toBe(false);
});

/** A run with one part that ends by no signal but one. Says where the part's folder is. */
const RUN = `
import { PartProcess } from ${JSON.stringify(join(import.meta.dirname, "../../scripts/test/part-process.ts"))};
PartProcess.stopAllWhenInterrupted();
const stubborn = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log(process.env.TMPDIR, process.pid)';
await PartProcess.start([process.execPath, "-e", stubborn], { stdio: "inherit", env: process.env });
`;

test.runIf(process.platform === "linux")(
  "a run that is interrupted twice ends at once, and leaves nothing",
  async () => {
    const run = spawn(process.execPath, ["--input-type=module", "-e", RUN], { stdio: ["ignore", "pipe", "pipe"] });
    const ended = new Promise<number | null>((done) => run.once("close", done));
    const said = await new Promise<string>((done) => run.stdout.once("data", (text) => done(`${text}`.trim())));
    const [folder = "", pid] = said.split(" ");
    expect(existsSync(folder)).toBe(true);
    const stopping = new Promise((done) => run.stderr.once("data", done));
    run.kill("SIGINT");
    await stopping;
    expect(alive(Number(pid))).toBe(true);
    run.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(alive(Number(pid))).toBe(false);
    expect(existsSync(folder)).toBe(false);
  },
);

/** A run of one part, and what it would say of its result. The part ends as it is told to. */
const FOLLOWED = `
import { PartProcess } from ${JSON.stringify(join(import.meta.dirname, "../../scripts/test/part-process.ts"))};
import { follow } from ${JSON.stringify(join(import.meta.dirname, "../../scripts/test/vitest.ts"))};
PartProcess.stopAllWhenInterrupted();
const child = 'setInterval(() => {}, 1000); console.log("up")';
console.log("result:", await follow("a part", [process.execPath, "-e", child], { limit_ms: 60_000 }));
`;

test.runIf(process.platform === "linux")("a run that is interrupted says nothing of what that ended", async () => {
  const run = spawn(process.execPath, ["--input-type=module", "-e", FOLLOWED], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((done) => run.once("close", done));
  let said = "";
  run.stdout.on("data", (text) => {
    said += text;
  });
  await expect.poll(() => said).toContain("up");
  run.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(said).not.toMatch(/✘|result/);
});
