import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const migrations = await readD1Migrations("worker/storage/migrations");

/**
 * Random tests begin from one seed, printed at the head of each run; SEED=… gives it, RUNS=… multiplies how often each of
 * them runs. Kept in the environment, as every project's process reads this file again.
 */
const fromEnvironment = (name: string, otherwise: number): number => {
  process.env[name] ||= String(otherwise);
  const value = Number(process.env[name]);
  if (!Number.isFinite(value)) throw new Error(`${name}=${process.env[name]} is not a number`);
  return value;
};
const given = process.env.SEED;
const seed = fromEnvironment("SEED", Math.floor(Math.random() * 2 ** 31));
const runs = fromEnvironment("RUNS", 1);
if (!given) console.log(`SEED=${seed} repeats the random tests of this run`);

/** These measure time or weight: nothing else runs beside them. */
const ALONE = ["tests/e2e/conversation.test.ts", "tests/e2e/weight.test.ts"];

/**
 * `worker` runs inside workerd; `unit` in Node, for what is pure; `e2e` in Node, driving servers and Chromium; `firefox`
 * is the same in Firefox, `webkit` the core of it in WebKit; `conformance` in Chromium, against a stand-in of each
 * vendor; `proof` in Node, against workerd on the production bundle: fuzzing, attacks, kills.
 */
export default defineConfig({
  test: {
    provide: { seed, runs },
    // The Worker's own log, one line a request, would bury the results.
    onConsoleLog: (log) => (log.startsWith('{"request_id"') ? false : undefined),
    projects: [
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                ENVIRONMENT: "development",
                KEY_SECRET: "test-key-secret-0123456789",
                ADMIN_TOKEN: "test-admin-token-0123456789",
                VISITOR_MINUTE_LIMIT: "120",
                MIGRATIONS: migrations,
              },
            },
          }),
        ],
        test: {
          name: "worker",
          include: ["tests/worker/**/*.test.ts"],
          setupFiles: ["tests/harness/random/setup.ts", "tests/worker/setup.ts"],
          // A test takes well under a second; a busy machine may need many.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: "unit", include: ["tests/unit/**/*.test.ts"], environment: "node", testTimeout: 60_000 } },
      {
        test: {
          name: "e2e",
          // Pictures are looked at in one browser; conversations are held in all of them.
          include: ["tests/e2e/**/*.test.ts", "tests/shots/**/*.test.ts"],
          exclude: ALONE,
          environment: "node",
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // A busy machine may need many seconds for one look at a page.
          expect: { poll: { timeout: 15_000 } },
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "e2e-alone",
          include: ALONE,
          environment: "node",
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "firefox",
          include: ["tests/e2e/**/*.test.ts"],
          // The one needs no browser; the other weighs files, which are the same in every browser.
          exclude: ["tests/e2e/start.test.ts", "tests/e2e/weight.test.ts"],
          environment: "node",
          env: { BROWSER: "firefox" },
          globalSetup: "tests/support/sound.ts",
          setupFiles: "tests/support/firefox-setup.ts",
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // A busy machine may need many seconds for one look at a page.
          expect: { poll: { timeout: 15_000 } },
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "webkit",
          include: ["tests/webkit/**/*.test.ts"],
          environment: "node",
          globalSetup: "tests/support/sound.ts",
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "conformance",
          include: ["tests/conformance/**/*.test.ts"],
          environment: "node",
          // A conversation lasts a quarter of it; a busy machine may need all.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "proof",
          include: ["tests/fuzz/**/*.test.ts", "tests/attack/**/*.test.ts", "tests/crash/**/*.test.ts"],
          environment: "node",
          testTimeout: 400_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
