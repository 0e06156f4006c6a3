import { spawn } from "node:child_process";
import { join } from "node:path";

/**
 * `npm run bench -- first-audio`: from the click to the first sound of the agent, in a real browser against each
 * vendor's stand-in. The conformance suite measures it; here its reports become one table. Once more with a page that is
 * far from the service, for the vendor whose calls begin with one request: with the offer in the start, and apart from it.
 */

const root = join(import.meta.dirname, "..");
/** A round trip between a page and a service that is far from it, milliseconds. */
const FAR_MS = 150;
const WIDTH = 28;
const VENDORS = ["demo", "openai", "xai", "gemini", "inworld", "elevenlabs", "compatible", "workers-ai"];

/** Milliseconds of one vendor's report; `NaN` if it has none. */
interface Measured {
  heard: number;
  /** What the stand-in itself waited before its first sound. */
  own: number;
  /** All that the suite said, where it did not pass. */
  failed: string | null;
}

function conversation(vendor: string, environment: Record<string, string> = {}): Promise<Measured> {
  const suite = `tests/conformance/${vendor}.test.ts`;
  const child = spawn(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "conformance", suite, "-t", "a conversation:"],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...environment } },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  return new Promise((resolve) => {
    child.on("close", (code) => {
      const row = (name: string) => Number(new RegExp(`^ *${name} +(\\d+) ms$`, "m").exec(output)?.[1]);
      const [heard, own] = [row("click to first audio"), row("of which the stand-in waited")];
      resolve({ heard, own, failed: code === 0 && Number.isFinite(heard + own) ? null : output });
    });
  });
}

/** A vendor that fails leaves the others' rows in the table. */
export async function firstAudio(): Promise<void> {
  console.log("From the click to the agent's first sound, in Chromium on this machine");
  console.log(`${"vendor".padEnd(WIDTH)}${["heard", "stand-in", "ours"].map((head) => head.padStart(12)).join("")}`);
  const failures: string[] = [];
  const measure = async (vendor: string, name: string, environment?: Record<string, string>) => {
    const { heard, own, failed } = await conversation(vendor, environment);
    const row = [heard, own, heard - own].map((ms) => (Number.isFinite(ms) ? `${ms} ms` : "–").padStart(12)).join("");
    console.log(`${name.padEnd(WIDTH)}${row}${failed === null ? "" : "  its conversation failed"}`);
    if (failed !== null) failures.push(`\n${name}:\n${failed}`);
  };
  for (const vendor of VENDORS) await measure(vendor, vendor);
  console.log(`\nWith ${FAR_MS} ms between page and service`);
  const far = { PAGE_LATENCY_MS: String(FAR_MS) };
  await measure("openai", "openai, offer apart", { ...far, OFFER_APART: "1" });
  await measure("openai", "openai, offer in the start", far);
  if (failures.length === 0) return;
  console.error(failures.join("\n"));
  process.exitCode = 1;
}
