import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../../shared/version.ts";
import { app } from "../../worker/app.ts";
import { openApiDocument } from "../../worker/openapi/document.ts";
import { operationFaults } from "./operations.ts";

/**
 * `npm run check:openapi`: every route is declared whole, and the document as the Worker serves it passes the linter, where a
 * warning fails as an error does.
 */

const faults = operationFaults(app.routes);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);

const root = join(import.meta.dirname, "../..");
const folder = join(root, "node_modules/.cache/openapi");
const file = join(folder, "openapi.json");
mkdirSync(folder, { recursive: true });
writeFileSync(file, JSON.stringify(openApiDocument(VERSION, app.routes), null, 2));

const linter = join(root, "node_modules/.bin/redocly");
const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
const { stdout, stderr, error } = spawnSync(linter, ["lint", file, "--format=json"], {
  cwd: folder,
  env,
  encoding: "utf8",
});
if (error) throw error;

interface Report {
  totals: { errors: number; warnings: number; ignored: number };
  problems: { message: string; ruleId: string; severity: string; location: { pointer?: string }[] }[];
}
/** The linter may say other things around its report. */
const report = JSON.parse(stdout.slice(stdout.indexOf("{"), stdout.lastIndexOf("}") + 1) || "null") as Report | null;
if (!report) throw new Error(`The linter gave no report: ${stderr}`);

for (const { severity, ruleId, message, location } of report.problems)
  console.error(`${severity} ${ruleId} at ${location[0]?.pointer ?? "?"}: ${message}`);
const total = report.totals.errors + report.totals.warnings + report.totals.ignored;
console.log(total === 0 ? `openapi: valid, no warning (${file})` : `openapi: ${total} problems`);
process.exitCode = total === 0 ? 0 : 1;
