import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { VERSION } from "../../shared/version.ts";
import { app } from "../../worker/app.ts";
import { openApiDocument } from "../../worker/openapi/document.ts";

/**
 * `npm run openapi:clients`: the API's document as makers of clients use it. Spectral's `oas` rules find nothing, and what
 * @hey-api/openapi-ts generates from it, types, calls and zod schemas, compiles under `tsc --strict`.
 */

const root = join(import.meta.dirname, "../..");
const cache = join(root, "node_modules/.cache");
mkdirSync(cache, { recursive: true });
// In here, so that what is generated finds zod.
const work = mkdtempSync(join(cache, "openapi-clients-"));
const problems: string[] = [];

const document = JSON.stringify(openApiDocument(VERSION, app.routes), null, 2);
const input = join(work, "openapi.json");
writeFileSync(input, document);

// The two packages write one type in two ways.
const oas = rulesets.oas as unknown as RulesetDefinition;
/** The contact is the operator, whom the document of a self-hosted service does not know. */
const RULES: RulesetDefinition = { extends: [[oas, "recommended"]], rules: { "info-contact": "off" } };

async function lint(): Promise<void> {
  const linter = new spectral.Spectral();
  linter.setRuleset(RULES);
  const faults = await linter.run(document);
  for (const { code, message, path } of faults) problems.push(`spectral ${code} at ${path.join("/")}: ${message}`);
}

function run(name: string, ...options: string[]): void {
  const args = [...options, join(root, "node_modules", name)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: work, encoding: "utf8" });
  if (status !== 0) problems.push(`${name}\n${stdout}${stderr}`);
}

/** The generator calls TypeScript's JavaScript API, which TypeScript 7 lacks: it gets the copy of another package. */
function olderTypeScript(): string {
  const attw = createRequire(import.meta.resolve("@arethetypeswrong/core"));
  const older = JSON.stringify(pathToFileURL(attw.resolve("typescript")).href);
  const hook = `import { registerHooks } from "node:module";
registerHooks({ resolve: (name, context, next) => next(name === "typescript" ? ${older} : name, context) });`;
  return `--import=data:text/javascript,${encodeURIComponent(hook)}`;
}

function generate(): void {
  const plugins = ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch", "zod"];
  const config = { input, output: join(work, "client"), plugins, logs: { file: false } };
  writeFileSync(join(work, "openapi-ts.config.mjs"), `export default ${JSON.stringify(config)};`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: "es2023",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2023", "dom", "dom.iterable"],
    types: [],
  };
  // Before the generator: it reads here how its imports are to be written.
  writeFileSync(join(work, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["client", "reader.ts"] }));
  // Each type of event has its own fields, and an unknown one is an error.
  const reader = `import type { Session } from "./client/types.gen";
export const textOf = (event: Session["events"][number]): string | undefined =>
  event.type === "user_transcript" || event.type === "agent_transcript" ? event.text : undefined;
export const ratingOf = (event: Session["events"][number]): number | undefined =>
  event.type === "feedback" ? event.rating : undefined;
// @ts-expect-error
export const noSuch = (event: Session["events"][number]) => event.type === "no_such_event";
`;
  writeFileSync(join(work, "reader.ts"), reader);
  run("@hey-api/openapi-ts/dist/run.mjs", olderTypeScript());
  run("typescript/bin/tsc");
}

try {
  await lint();
  generate();
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "openapi clients: no problem" : `openapi clients: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
