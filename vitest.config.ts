import { availableParallelism } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/test/longest-first.ts";
import { ADMIN_TOKEN, KEY_SECRET } from "./tests/harness/service/secrets.ts";
import { isOfReset, silenceReset } from "./tests/harness/shared/quiet-reset.ts";

/**
 * Where a test belongs. `npm test` runs:
 *
 * - `worker`      tests/worker/       the Worker and its objects, inside workerd
 * - `engines`     tests/worker/ too:  what is pure in it, inside workerd, without storage that each test would wait for
 * - `unit`        tests/unit/         what is pure, in Node
 * - `wire`        tests/conformance/wire/  the vendors' stand-ins by their own protocols, without a browser
 * - `browser`     tests/browser/      conversations with a running service, in Chromium
 * - `fuzz`        tests/resilience/fuzz/   a short one
 *
 * `npm run test:full` runs what `npm test` leaves out, and the random tests of `worker` and `unit` with more seeds:
 *
 * - `alone`       tests/browser/alone/     conversations that measure time or weight: nothing else runs beside them
 * - `worker-long` tests/worker/long/, `browser-long` tests/browser/long/, and with `unit-long` the files of SLOW: right for
 *                 each change, too slow for each run
 * - `firefox`     tests/browser/ again, without what is the same in every browser; `firefox-alone` for what measures time
 * - `webkit`      tests/browser/webkit/    the core of it, in WebKit
 * - `conformance` tests/conformance/  one suite for all vendors, in Chromium, against a stand-in of each; together with
 * - `visual`      tests/visual/       every state in every look: contrast, focus, accessibility trees
 * - `resilience`  tests/resilience/   fuzz, attacks, kills: against workerd on the production bundle
 *
 * No test has a second try here; only what falls in `.ci/run` runs again, at its end. Random ones begin from one seed,
 * printed at the head of the run: SEED=… gives it, RUNS=… multiplies how often each of them runs.
 */

/** Kept in the environment, as the process of each project reads this file again. */
function fromEnvironment(name: string, otherwise: number): number {
  process.env[name] ||= String(otherwise);
  const value = Number(process.env[name]);
  if (!Number.isFinite(value)) throw new Error(`${name}=${process.env[name]} is not a number`);
  return value;
}
if (!process.env.SEED) {
  fromEnvironment("SEED", Math.floor(Math.random() * 2 ** 31));
  console.log(`SEED=${process.env.SEED} repeats the random tests of this run`);
}
const seed = fromEnvironment("SEED", 1);
const runs = fromEnvironment("RUNS", 1);

silenceReset();

const migrations = await readD1Migrations("worker/storage/migrations");
const RANDOM = "tests/harness/random/setup.ts";
const PATIENCE = "tests/harness/shared/patience.ts";
const KEEP_GLOBALS = "tests/harness/shared/keep-globals.ts";
const RESET = "tests/harness/shared/reset-after-file.ts";

/** A test takes well under a second; a busy machine may need many times that, and RUNS=… as many. */
const PATIENT = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/** The Worker as its tests have it. Files share workerd; after each, RESET makes its modules, mocks and clock new. */
const worker = (
  name: string,
  include: string[],
  exclude: string[] = [],
  setup = ["tests/harness/worker/setup.ts"],
) => ({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        bindings: {
          ENVIRONMENT: "development",
          KEY_SECRET,
          ADMIN_TOKEN,
          VISITOR_MINUTE_LIMIT: "120",
          MIGRATIONS: migrations,
        },
      },
    }),
  ],
  test: {
    name,
    include,
    exclude,
    setupFiles: [RANDOM, PATIENCE, RESET, ...setup],
    // Workerd with the whole Worker takes three seconds of a core to start.
    isolate: false,
    ...PATIENT,
  },
});

/** Files of tests/worker/ that ask no storage and no object. */
const PURE = [
  "tests/worker/auth/denial-cache.test.ts",
  "tests/worker/auth/{domains,shared-domain}.test.ts",
  "tests/worker/voice-agent/{bounds,paid-work,random-events,speech,spoken-questions,turn-recognizer,voice-activity}.test.ts",
  "tests/worker/key-gate/engine.test.ts",
  "tests/worker/knowledge/{page-shapes,readers}.test.ts",
  "tests/worker/org-ledger/{caps,engine,engine.model,extension,forgiveness}.test.ts",
  "tests/worker/project-store/engine.test.ts",
  "tests/worker/sessions/transcript.test.ts",
  "tests/worker/tools/argument-schema.test.ts",
];

/** Files in the folders of `npm test` that take too long for it; most are about rare moments and large input. */
const SLOW = {
  worker: [
    "tests/worker/aftermath/stuck-analyses.test.ts",
    "tests/worker/contract/{backup,credentials,others-rows}.test.ts",
    "tests/worker/knowledge/{page-texts,pdf-bounds,preview}.test.ts",
    "tests/worker/operating/{moved-project,restore-organization,schema-before}.test.ts",
    "tests/worker/org-ledger/{economy,object}.model.test.ts",
    "tests/worker/sessions/live-boundaries.test.ts",
  ],
  unit: ["tests/unit/guard.test.ts", "tests/unit/linear/*.test.ts"],
  browser: [
    "tests/browser/{analytics,back-and-forward,contact-and-queue,debug-sound,demo-call,foreign-page,going-on}.test.ts",
    "tests/browser/{knowledge,loading-failures,more-time,person,security-policy,subdomains}.test.ts",
    "tests/browser/{system-controls,two-tabs}.test.ts",
  ],
};

/** In Node, one file after the other. */
const node = (name: string, include: string[], rest: object = {}) => ({
  test: {
    name,
    include,
    environment: "node" as const,
    setupFiles: [RANDOM, PATIENCE],
    ...PATIENT,
    fileParallelism: false,
    ...rest,
  },
});

/** What all files of a run share: the service, the browsers. */
const SHARED = "tests/harness/shared/processes.ts";
const SOUND = "tests/harness/browser/sound-server.ts";

/** Two files at a time: each needs about one core. */
const TWO = { fileParallelism: true, maxWorkers: 2 };
/** Three where about a third is waited for speech, alarms, pauses and processes. */
const THREE = { fileParallelism: true, maxWorkers: 3 };
const inFirefox = { env: { BROWSER: "firefox" }, globalSetup: [SOUND, SHARED] };
/**
 * What no other browser would do in another way (docs/decisions/0012); so is the weight of files. Of the console, which is
 * an operator's tool of plain forms, Firefox runs the walk through all of it (console.test.ts).
 */
const SAME_EVERYWHERE = [
  "tests/browser/chromium.test.ts",
  "tests/browser/{contact-and-queue,demo-call,knowledge,more-time}.test.ts",
  "tests/browser/{owner-mistakes,wrong-setup}.test.ts",
  "tests/browser/console-*.test.ts",
];

export default defineConfig({
  test: {
    provide: { seed, runs, crowds: process.env.CROWDS || "10,1000" },
    // Files of conversations mostly wait: three side by side suit two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // What all files of a run share is stopped, not left behind, also on a busy machine.
    teardownTimeout: 60_000,
    // The Worker's own log, one line a request, would bury the results.
    onConsoleLog: (log) => (log.startsWith('{"request_id"') || isOfReset(log) ? false : undefined),
    projects: [
      worker("worker", ["tests/worker/**/*.test.ts"], ["tests/worker/long/**", ...SLOW.worker, ...PURE]),
      worker("engines", PURE, [], []),
      worker("worker-long", ["tests/worker/long/**/*.test.ts", ...SLOW.worker]),
      node("unit", ["tests/unit/**/*.test.ts"], {
        fileParallelism: true,
        exclude: SLOW.unit,
        setupFiles: [RANDOM, PATIENCE, KEEP_GLOBALS, RESET],
        // A process for each of these small files takes as long as its tests.
        isolate: false,
      }),
      node("unit-long", SLOW.unit, { fileParallelism: true }),
      node("wire", ["tests/conformance/wire/**/*.test.ts"], { fileParallelism: true }),
      node("fuzz", ["tests/resilience/fuzz/*.test.ts"], {
        fileParallelism: true,
        env: { FUZZ_RUNS: process.env.FUZZ_RUNS || "2000" },
      }),
      node("browser", ["tests/browser/*.test.ts"], {
        globalSetup: SHARED,
        fileParallelism: true,
        exclude: SLOW.browser,
      }),
      // Some start the service several times, a minute each on a busy machine.
      node("browser-long", ["tests/browser/long/*.test.ts", ...SLOW.browser], {
        globalSetup: SHARED,
        fileParallelism: true,
        testTimeout: 600_000,
      }),
      node("alone", ["tests/browser/alone/**/*.test.ts"], { globalSetup: SHARED }),
      node("visual", ["tests/visual/**/*.test.ts"], THREE),
      node(
        "firefox",
        [
          "tests/browser/*.test.ts",
          "tests/browser/long/{across-pages,console,host-layout,replaced-page,turns}.test.ts",
        ],
        {
          ...inFirefox,
          ...TWO,
          exclude: SAME_EVERYWHERE,
        },
      ),
      node("firefox-alone", ["tests/browser/alone/{conversation,own-voice}.test.ts"], inFirefox),
      node("webkit", ["tests/browser/webkit/**/*.test.ts"], { globalSetup: SOUND }),
      node("conformance", ["tests/conformance/*.test.ts"], THREE),
      node("resilience", ["tests/resilience/**/*.test.ts"], { ...THREE, testTimeout: 600_000, hookTimeout: 400_000 }),
    ],
  },
});
