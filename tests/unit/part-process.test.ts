import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
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

const runs = (pid: number) => {
  try {
    process.kill(pid, 0);
    // Nobody may have taken note of its end yet.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

test.runIf(process.platform === "linux")("a part that is stopped takes its files and its processes along", async () => {
  const env = { ...process.env };
  part = await PartProcess.start([process.execPath, "-e", CHILD], { stdio: ["ignore", "pipe", "inherit"], env });
  const ended = new Promise((done) => part?.child.once("close", done));
  const folder = await new Promise<string>((said) =>
    part?.child.stdout?.once("data", (text) => said(`${text}`.trim())),
  );
  const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
  expect(runs(pid)).toBe(true);

  await part.stop();
  await ended;
  part.tidy();
  await expect.poll(() => runs(pid)).toBe(false);
  expect(existsSync(dirname(folder))).toBe(false);
});
