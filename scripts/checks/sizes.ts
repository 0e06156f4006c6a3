import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { PROTOCOLS, type Protocol } from "../../shared/vendors.ts";
import { type BuildReport, build } from "../build/build.ts";

/** Prints what visitors and the platform have to load, and fails when a budget is exceeded. Bytes are gzipped. */

const root = join(import.meta.dirname, "../..");

interface Row {
  what: string;
  bytes: number;
  budget?: number;
}

/**
 * What a demo call in English does not load: other languages, other wires, what only few pages use; and what comes with the
 * visitor's first words.
 */
const NOT_LOADED =
  /^assets\/(texts|invalid-settings|greeting|debug|webrtc|agent-picker|device-settings|rich-message|page-colors|microphone-help|microphone-fault|chosen-speaker|consent|contrast-styles|ending|talk-button|contact-and-queue|turnstile|connection-switch|tool-calls|make-good|resume-conversation|en-errors|refusal|usage|continuation|launcher-end|read-tokens|other-tab|ask-service|starters|person|guard|guard-worklet|system-controls|captions|across-subdomains|draft|openai-again)-/;

/** Nor does a conversation in writing: microphone, speaker, worklet. */
const VOICE = /^assets\/(voice|audio-worklet)-/;

const isOf = (file: string, chunk: string) => file.startsWith(`assets/${chunk}-`);

const demoCall = (file: string) =>
  file === "voice-widget.js" ||
  (file.startsWith("assets/") &&
    !NOT_LOADED.test(file) &&
    !PROTOCOLS.some((protocol) => protocol !== "openai-realtime" && isOf(file, protocol)));

/** The chunks that speak a protocol: its own, and those that it imports beside the panel's. */
function chunksOf(report: BuildReport, protocol: Protocol): string[] {
  const own = Object.keys(report.files).filter((file) => isOf(file, protocol));
  const code = own.map((file) => readFileSync(join(root, "dist/public", file), "utf8")).join();
  const imported = [...code.matchAll(/from"\.\/([^"]+)"/g)].map(([, name]) => `assets/${name}`);
  return [...own, ...imported.filter((file) => file !== report.chunks.panel)];
}

const gzipOf = (report: BuildReport, matches: (file: string) => boolean) =>
  Object.entries(report.files)
    .filter(([file]) => matches(file))
    .reduce((sum, [, { gzip }]) => sum + gzip, 0);

/** The Worker as wrangler would upload it. */
function workerBundle(): { script: number; clips: number } {
  const out = mkdtempSync(join(tmpdir(), "voice-widget-bundle-"));
  try {
    const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");
    execFileSync(process.execPath, [wrangler, "deploy", "--dry-run", "--outdir", out], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_WRITE_LOGS: "false", CI: "true" },
    });
    const clips = globSync("*.adpcm", { cwd: out }).reduce((sum, file) => sum + statSync(join(out, file)).size, 0);
    const script = globSync("*.js", { cwd: out }).reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(out, file))).length,
      0,
    );
    return { script, clips };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

const { report } = await build();
const bundle = workerBundle();
const { panel, worklet } = report.chunks;
const rows: Row[] = [
  {
    what: "before the click: voice-widget.js",
    bytes: gzipOf(report, (file) => file === "voice-widget.js"),
    budget: 6144,
  },
  { what: "panel and session", bytes: gzipOf(report, (file) => file === panel), budget: 36864 },
  { what: "audio worklet", bytes: gzipOf(report, (file) => file === worklet) },
  ...PROTOCOLS.map((protocol) => {
    const chunks = chunksOf(report, protocol);
    return { what: `protocol ${protocol}`, bytes: gzipOf(report, (file) => chunks.includes(file)), budget: 8192 };
  }),
  ...["websocket", "webrtc"].map((core) => ({
    what: `transport ${core}`,
    bytes: gzipOf(report, (file) => isOf(file, core)),
    budget: 8192,
  })),
  {
    // tests/browser/alone/weight.test.ts measures the same in a browser.
    what: "a whole demo call, in English",
    bytes: gzipOf(report, demoCall),
    budget: 51200,
  },
  {
    what: "a conversation in writing, in English",
    bytes: gzipOf(report, (file) => demoCall(file) && !VOICE.test(file)),
    budget: 47104,
  },
  {
    what: "answers as they are heard, once one has asked",
    bytes: gzipOf(report, (file) => isOf(file, "captions")),
    budget: 2048,
  },
  {
    what: "what is typed and not sent, once somebody types",
    bytes: gzipOf(report, (file) => isOf(file, "draft")),
    budget: 1024,
  },
  { what: "its code for sound, when it comes to that", bytes: gzipOf(report, (file) => VOICE.test(file)) },
  { what: "the demo agent's clips (not gzipped)", bytes: bundle.clips, budget: 300_000 },
  { what: "the Worker's bundle", bytes: bundle.script },
];

for (const { what, bytes, budget } of rows) {
  const verdict = budget === undefined ? "" : `of ${budget} B ${bytes > budget ? "OVER BUDGET" : "ok"}`;
  console.log(`${what.padEnd(44)} ${String(bytes).padStart(8)} B ${verdict}`);
  if (budget !== undefined && bytes > budget) process.exitCode = 1;
}
