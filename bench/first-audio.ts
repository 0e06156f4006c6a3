import { spawn } from "node:child_process";
import { join } from "node:path";

/**
 * `npm run bench -- first-audio`: from the click to the first sound of the agent, in a real browser against each
 * vendor's stand-in. The conformance suite measures it; here its reports become one table.
 */

const root = join(import.meta.dirname, "..");
const VENDORS = ["demo", "openai", "xai", "gemini", "inworld", "elevenlabs"];

/** Milliseconds of one vendor's reports. */
interface Measured {
  heard: number;
  /** What the stand-in itself waited before its first sound. */
  own: number;
}

function conversation(vendor: string): Promise<Measured> {
  const suite = `tests/conformance/${vendor}.test.ts`;
  const child = spawn(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "conformance", suite, "-t", "a conversation:"],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  return new Promise((resolve, reject) => {
    child.on("close", (code) => {
      const row = (name: string) => Number(new RegExp(`^ *${name} +(\\d+) ms$`, "m").exec(output)?.[1]);
      const measured = { heard: row("click to first audio"), own: row("of which the stand-in waited") };
      if (code === 0 && Number.isFinite(measured.heard + measured.own)) resolve(measured);
      else reject(new Error(`${suite} measured nothing:\n${output}`));
    });
  });
}

export async function firstAudio(): Promise<void> {
  console.log("From the click to the agent's first sound, in Chromium on this machine");
  console.log(`${"vendor".padEnd(12)}${["heard", "stand-in", "ours"].map((head) => head.padStart(12)).join("")}`);
  for (const vendor of VENDORS) {
    const { heard, own } = await conversation(vendor);
    console.log(vendor.padEnd(12) + [heard, own, heard - own].map((ms) => `${ms} ms`.padStart(12)).join(""));
  }
}
