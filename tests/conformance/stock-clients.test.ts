import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBundledServer } from "../harness/service/bundled-server.ts";
import { Admin } from "../harness/service/operator.ts";
import { freePort, type Server } from "../harness/service/server.ts";

/** The programs of docs/clients.md, run as they stand there, against a running service. */

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/clients.md"), "utf8");
const code = (heading: string, language: string): string => {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(section);
  if (!found?.[1]) throw new Error(`docs/clients.md has no ${language} under ${heading}`);
  return found[1];
};

let server: Server;
let tlsProxy: ChildProcess | undefined;
let folder = "";
let VOICE_API_KEY = "";

beforeAll(async () => {
  server = await startBundledServer({ VISITOR_ADDRESS: "none" });
  ({ api_key: VOICE_API_KEY } = await new Admin(server.origin).demoSite());
  // In here, so that the programs find the packages.
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "stock-clients-"));
});
afterAll(async () => {
  tlsProxy?.kill();
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Whether this machine has it. */
function has(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Starts the program that speaks TLS in front of the service. @returns its address, where it answers */
async function startTlsProxy(): Promise<string> {
  execFileSync("sh", ["-c", code("TLS on your own machine", "sh")], { cwd: folder, stdio: "ignore" });
  writeFileSync(join(folder, "tls.mjs"), code("TLS on your own machine", "js tls.mjs"));
  const port = await freePort();
  const env = { ...process.env, PORT: new URL(server.origin).port, TLS_PORT: String(port) };
  tlsProxy = spawn(process.execPath, ["tls.mjs"], { cwd: folder, env, stdio: "inherit" });
  const health = () =>
    new Promise((done, fail) => {
      const asked = get(`https://localhost:${port}/healthz`, { rejectUnauthorized: false }, (response) => {
        response.resume();
        done(response.statusCode);
      });
      asked.once("error", fail);
    });
  await expect.poll(health).toBe(200);
  return `https://localhost:${port}`;
}

async function run(command: string, file: string, program: string, env: Record<string, string>): Promise<string> {
  writeFileSync(join(folder, file), program);
  const options = { cwd: folder, env: { ...process.env, VOICE_API_KEY, ...env }, timeout: 150_000 };
  return (await promisify(execFile)(command, [file], options)).stdout;
}

/** What the built-in agent says to "Hello". */
const ANSWER = /^Hello! Say something, or type a message\.$/m;

test("OpenAI's agents library holds a conversation", async () => {
  const program = code("`@openai/agents-realtime`", "js");
  expect(await run(process.execPath, "agents.mjs", program, { VOICE_SERVICE: server.origin })).toMatch(ANSWER);
});

test.skipIf(!has("openssl", "version"))("OpenAI's library for Node does, through TLS", async () => {
  const env = { VOICE_SERVICE: await startTlsProxy(), NODE_EXTRA_CA_CERTS: "cert.pem" };
  expect(await run(process.execPath, "node.mjs", code("`openai` for Node", "js"), env)).toMatch(ANSWER);
});

/** A Python that has OpenAI's library; PYTHON names another than the first on the path. */
const python = process.env.PYTHON || "python3";

test.skipIf(!has(python, "-c", "import openai, websockets"))("OpenAI's library for Python does", async () => {
  const program = code("`openai` for Python", "python");
  expect(await run(python, "client.py", program, { VOICE_SERVICE: server.origin })).toMatch(ANSWER);
});
