import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { serveChromium } from "../browser/chromium.ts";
import { type FirefoxTraits, serveFirefox } from "../browser/firefox.ts";
import { startServer } from "../service/server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where `borrow` asks. */
    lender: string;
  }
}

/** Something that runs until the last file is through. */
interface Process {
  address: string;
  ended: Promise<unknown>;
  stop(): Promise<unknown>;
}

async function start(name: string): Promise<Process> {
  const [what, traits] = name.split(" ");
  if (what === "service") {
    const server = await startServer();
    return { address: server.origin, ended: server.exited, stop: server.stop };
  }
  const served = await (what === "chromium"
    ? serveChromium()
    : serveFirefox(JSON.parse(traits ?? "") as FirefoxTraits));
  const ended = new Promise<void>((done) => served.once("close", () => done()));
  return { address: served.wsEndpoint(), ended, stop: () => served.close() };
}

/**
 * Global setup: one service and one browser of each kind for all files of a run (Firefox: of a worker), started when the
 * first one asks. One that has ended is forgotten: who asks next gets another.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = new Map<string, Promise<Process>>();
  const lender = createServer((request, response) => {
    const name = decodeURIComponent(request.url?.slice(1) ?? "");
    const process = running.get(name) ?? start(name);
    if (!running.has(name)) {
      running.set(name, process);
      const forget = () => running.delete(name);
      process.then(({ ended }) => ended).then(forget, forget);
    }
    process.then(
      ({ address }) => response.end(address),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((done) => lender.listen(0, "127.0.0.1", done));
  const { port } = lender.address() as { port: number };
  project.provide("lender", `http://127.0.0.1:${port}`);
  return async () => {
    lender.close();
    await Promise.allSettled([...running.values()].map(async (process) => (await process).stop()));
  };
}
