import { createServer } from "node:net";
import { join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeSignInLink } from "../../worker/auth/sign-in-link.ts";
import { build } from "../build/build.ts";
import { Service } from "./ask-service.ts";
import { newestSecret, workerVariables, writeEnvFile } from "./dev-vars.ts";
import { migrateLocally } from "./local-database.ts";
import { RunFile } from "./run-file.ts";
import { checkFolder, StartRefused, startPort } from "./start-options.ts";
import { endGroup, wrangler } from "./wrangler.ts";

/**
 * `npm start -- --port 9000`: the whole service on this machine, in the real Worker runtime. Reads PORT, HOST, STATE_DIR,
 * DEMO_SITE (`off` sets none up) and every Worker variable from the environment.
 */

const root = join(import.meta.dirname, "../..");
const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;

const PORT = portOrFail();
const HOST = process.env.HOST || "localhost";
/** Whether the demo site is set up. */
const DEMO_SITE = process.env.DEMO_SITE !== "off";
const STATE_DIR = resolve(process.env.STATE_DIR || join(root, ".state"));
const DEV_VARS = join(root, ".dev.vars");
/** The address at which a browser on this machine finds the service. */
const origin = `http://${HOST === "0.0.0.0" || HOST === "::" ? "localhost" : HOST.includes(":") ? `[${HOST}]` : HOST}:${PORT}`;

/** A path as a person would name it from here. */
function near(path: string): string {
  const short = relative(process.cwd(), path) || ".";
  return short.startsWith("..") ? path : short;
}

function fail(message: string): never {
  console.error(`\n${message}`);
  process.exit(1);
}

function portOrFail(): number {
  try {
    checkFolder(root);
    return startPort(process.argv.slice(2), process.env);
  } catch (error) {
    if (error instanceof StartRefused) fail(error.message);
    throw error;
  }
}

/** @returns why the port cannot be used, or nothing */
function portTrouble(): Promise<string | undefined> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    probe.listen(PORT, HOST, () => probe.close(() => done(undefined)));
  });
}

async function checkPort(): Promise<void> {
  // The runtime of a run that was just killed may need a moment to let go.
  for (let tries = 0; ; tries++) {
    const trouble = await portTrouble();
    if (!trouble) return;
    if (trouble === "EADDRINUSE" && tries < 10) await sleep(100);
    else if (trouble === "EADDRINUSE")
      fail(`Port ${PORT} is taken by another program. Choose another: npm start -- --port ${PORT + 1}`);
    else fail(`Cannot listen on ${HOST}:${PORT} (${trouble}). Set HOST and PORT to an address of this machine.`);
  }
}

/** @returns the status of /healthz and its text; no status where nothing answered */
async function health(): Promise<{ status?: number; text: string }> {
  try {
    const response = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(20_000) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { text: String(error) };
  }
}

/** Lines under a heading, each below the one before. */
const indented = (text: string) => text.trim().split("\n").join("\n              ");

const run = new RunFile(STATE_DIR, PORT);
process.on("exit", () => run.release());
await run.take().catch((error: Error) => fail(error.message));
await checkPort();

const variables = workerVariables(DEV_VARS, process.env);
const envFile = join(STATE_DIR, "worker.env");
// There is no Cloudflare edge in front of this runtime, so any client could forge its address.
writeEnvFile(envFile, { VISITOR_ADDRESS: "none", ...variables, ENVIRONMENT: "development" });

const [{ built }] = await Promise.all([
  build(),
  migrateLocally(STATE_DIR).catch((error: Error) => fail(error.message)),
]);
if (built) console.log(`built (${seconds()})`);

let stopping = false;
const child = wrangler(
  [
    "dev",
    ...["--ip", HOST, "--port", String(PORT), "--inspector-port", "0"],
    ...["--persist-to", STATE_DIR, "--env-file", envFile],
    "--show-interactive-dev-session=false",
    ...["--log-level", process.env.WRANGLER_LOG_LEVEL || "warn"],
  ],
  STATE_DIR,
);
const listening = new Promise<void>((done) => {
  child.on("message", (message) => {
    if (typeof message === "string" && message.includes("DEV_SERVER_READY")) done();
  });
});
run.noteRuntime(child.pid ?? 0);
child.stdout?.pipe(process.stdout);
child.stderr?.pipe(process.stderr);

const exited = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
void exited.then((code) => {
  endGroup(child.pid ?? 0, "SIGKILL");
  if (stopping) process.exit();
  fail(`The Worker runtime ended by itself (wrangler dev: ${code}). What it said stands above.`);
});

async function stop(): Promise<void> {
  if (stopping) return endGroup(child.pid ?? 0, "SIGKILL");
  stopping = true;
  // wrangler and its runtime are both in the group; both are killed on a second signal, or after four seconds.
  endGroup(child.pid ?? 0, "SIGTERM");
  await sleep(4000, undefined, { ref: false });
  endGroup(child.pid ?? 0, "SIGKILL");
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop());
// A test started this process, and has ended.
process.on("disconnect", () => void stop());

async function untilHealthy(): Promise<void> {
  const late = sleep(120_000, "late", { ref: false });
  if ((await Promise.race([listening, late])) === "late")
    throw new Error("wrangler dev did not listen in two minutes.");
  // No answer may only mean a busy machine. A refusal that stays means, for example, a wrong variable.
  const until = performance.now() + 120_000;
  let refusals = 0;
  for (;;) {
    const { status, text } = await health();
    if (status === 200) return;
    if (status !== undefined) refusals++;
    if (refusals > 10 || performance.now() > until) throw new Error(`The service cannot serve. /healthz says: ${text}`);
    await sleep(100);
  }
}

try {
  await untilHealthy();
  const secret = newestSecret(variables.ADMIN_TOKEN) ?? "";
  const service = new Service(origin, secret);
  const snippet = DEMO_SITE ? await service.seedDemoSite() : null;
  const problems = await service.vendorProblems();
  const code = await makeSignInLink(secret, Date.now());
  const token = process.env.ADMIN_TOKEN ? "the ADMIN_TOKEN you gave" : `ADMIN_TOKEN in ${near(DEV_VARS)}`;
  const places = [
    ...(snippet === null ? [] : [`Demo page   ${origin}/`]),
    `Playground  ${origin}/playground/`,
    `Console     ${origin}/console/#/sign-in/${code}`,
    `            ${indented(`signs in once, within ten minutes; later sign in at ${origin}/console/ with ${token}`)}`,
    ...(snippet === null ? [] : [`Snippet     ${indented(snippet)}`]),
  ];
  const attention = problems.map(
    (problem) => `Attention   ${indented(`${problem}.\nSessions of its agents are refused until it is set.`)}`,
  );
  const text = [`Voice Widget is running (${seconds()}).`, "", ...[...places, ...attention].map((line) => `  ${line}`)];
  console.log(`\n${text.join("\n")}\n\nData is kept in ${near(STATE_DIR)}. Ctrl+C stops it.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
  void stop();
}
