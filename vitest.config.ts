import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const migrations = await readD1Migrations("worker/storage/migrations");

/**
 * `worker` runs inside workerd; `unit` in Node, for what is pure; `e2e` in Node, driving servers and browsers; `conformance`
 * too, against a stand-in of each vendor; `proof` in Node, against workerd on the production bundle: fuzzing, attacks,
 * kills.
 */
export default defineConfig({
  test: {
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
          setupFiles: ["tests/worker/setup.ts"],
          // A test takes well under a second; a busy machine may need many.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: "unit", include: ["tests/unit/**/*.test.ts"], environment: "node" } },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          environment: "node",
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "conformance",
          include: ["tests/conformance/**/*.test.ts"],
          environment: "node",
          testTimeout: 60_000,
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
