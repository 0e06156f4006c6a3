import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A service that the doctor holds its call with. */
export interface DoctorService {
  origin: string;
  /** Whether it is thrown away afterwards; else what the doctor made has to be deleted. */
  own: boolean;
  /** All that it printed so far. */
  output(): string;
  /** An operator's call. @throws Error with the answer when it is not 2xx */
  admin<T>(method: string, path: string, body?: unknown): Promise<T>;
  stop(): Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "localhost", () => {
      const address = probe.address();
      probe.close(() => done(address && typeof address === "object" ? address.port : 0));
    });
  });
}

const adminOf =
  (origin: string, token: string): DoctorService["admin"] =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${origin}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return (text ? JSON.parse(text) : undefined) as T;
  };

/** A service that is deployed already, with the operator's token of it. */
export const deployedService = (address: string, token: string): DoctorService => ({
  origin: new URL(address).origin,
  own: false,
  output: () => "",
  stop: async () => {},
  admin: adminOf(new URL(address).origin, token),
});

/** A service of the doctor's own. @throws Error with what it printed when it ends before it runs */
export async function startService(env: Record<string, string>): Promise<DoctorService> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "voice-widget-doctor-"));
  const token = randomBytes(24).toString("base64url");
  const own = { ADMIN_TOKEN: token, KEY_SECRET: randomBytes(24).toString("base64url"), DEMO_SITE: "off" };
  const child = spawn(process.execPath, [join(root, "scripts/dev/start.ts")], {
    cwd: root,
    env: { ...process.env, WRANGLER_LOG_LEVEL: "log", ...env, ...own, PORT: String(port), STATE_DIR: folder },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  const exited = new Promise<void>((done) => child.once("exit", () => done()));
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  await new Promise<void>((done, fail) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      if (output.includes("Voice Widget is running")) done();
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    void exited.then(() => fail(new Error(`The service did not start:\n${output}`)));
  });
  const origin = `http://localhost:${port}`;
  return { origin, own: true, output: () => output, stop, admin: adminOf(origin, token) };
}
