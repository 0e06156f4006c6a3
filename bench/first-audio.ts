import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ALL_VENDORS } from "../shared/vendors.ts";
import { median } from "./median.ts";

/**
 * `npm run bench -- first-audio`: from the click to the first sound of the agent, in a real browser against each
 * vendor's stand-in. The conformance suite measures it; here its reports become one table. Once more with a page that is
 * far from the service, for the vendor whose calls begin with one request: with the offer in the start, and apart from it.
 *
 * `BEFORE` names another checkout of this project, with its packages installed (`git worktree add ../before REVISION`, `npm ci`
 * there): each vendor is then measured in both, in turn, so that whatever else the machine does troubles them alike.
 * `ROUNDS` says how often; the table shows medians.
 */

const root = join(import.meta.dirname, "..");
const ROUNDS = Number(process.env.ROUNDS ?? 1);
/** A round trip between a page and a service that is far from it, milliseconds. */
const FAR_MS = 150;
const WIDTH = 28;

/** Milliseconds of one vendor's report; `NaN` if it has none. */
interface Measured {
  heard: number;
  /** What the stand-in itself waited before its first sound. */
  own: number;
  /** All that the suite said, where it did not pass. */
  failed: string | null;
}

function conversation(tree: string, vendor: string, environment: Record<string, string> = {}): Promise<Measured> {
  const suite = `tests/conformance/${vendor}.test.ts`;
  const child = spawn(
    process.execPath,
    [join(tree, "node_modules/vitest/vitest.mjs"), "run", "--project", "conformance", suite, "-t", "a conversation:"],
    { cwd: tree, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...environment } },
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

const shown = (value: number, unit = " ms") => (Number.isFinite(value) ? `${value}${unit}` : "–").padStart(12);

/** A vendor that fails leaves the others' rows in the table. @param before another checkout, measured too */
export async function firstAudio(before?: string): Promise<void> {
  console.log("From the click to the agent's first sound, in Chromium on this machine");
  const heads = ["heard", "stand-in", "ours", ...(before ? ["before", "now/before"] : [])];
  console.log(`${"vendor".padEnd(WIDTH)}${heads.map((head) => head.padStart(12)).join("")}`);
  const failures: string[] = [];
  const measure = async (vendor: string, name: string, environment?: Record<string, string>) => {
    const trees = before && hasVendor(before, vendor) && !environment ? [before, root] : [root];
    const results = new Map(trees.map((tree) => [tree, [] as Measured[]]));
    for (let round = 0; round < ROUNDS; round++)
      for (const tree of trees) {
        const result = await conversation(tree, vendor, environment);
        if (result.failed === null) results.get(tree)?.push(result);
        else failures.push(`\n${name} in ${tree}:\n${result.failed}`);
      }
    const of = (tree: string, what: "heard" | "own") => median((results.get(tree) ?? []).map((one) => one[what]));
    const [heard, own] = [of(root, "heard"), of(root, "own")];
    const earlier = before ? of(before, "heard") : Number.NaN;
    const ratio = Number((heard / earlier).toFixed(2));
    const row = [shown(heard), shown(own), shown(heard - own), ...(before ? [shown(earlier), shown(ratio, "")] : [])];
    console.log(`${name.padEnd(WIDTH)}${row.join("")}`);
  };
  for (const vendor of Object.keys(ALL_VENDORS)) await measure(vendor, vendor);
  console.log(`\nWith ${FAR_MS} ms between page and service`);
  const far = { PAGE_LATENCY_MS: String(FAR_MS) };
  await measure("openai", "openai, offer apart", { ...far, OFFER_APART: "1" });
  await measure("openai", "openai, offer in the start", far);
  if (failures.length === 0) return;
  console.error(failures.join("\n"));
  process.exitCode = 1;
}

const hasVendor = (tree: string, vendor: string) => existsSync(join(tree, `tests/conformance/${vendor}.test.ts`));
