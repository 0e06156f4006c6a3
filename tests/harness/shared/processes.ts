import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { serveChromium } from "../browser/chromium.ts";
import { type FirefoxTraits, serveFirefox } from "../browser/firefox.ts";
import { startBundledServer } from "../service/bundled-server.ts";
import { Admin } from "../service/operator.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where `borrow` asks. */
    lender: string;
  }
}

/** Something that runs until the last file is through. */
interface Process {
  address: string;
  works(): boolean | Promise<boolean>;
  stop(): Promise<unknown>;
}

/** The service with its demo site, as `npm start` has it: there is no edge in front of it, so any client could forge its address. */
async function startService(): Promise<Process> {
  const { origin, stop } = await startBundledServer({ VISITOR_ADDRESS: "none" });
  await new Admin(origin).demoSite();
  const works = () =>
    fetch(`${origin}/healthz`).then(
      () => true,
      () => false,
    );
  return { address: origin, works, stop };
}

async function start(name: string): Promise<Process> {
  const [what, traits] = name.split(" ");
  if (what === "service") return startService();
  const served = await (what === "chromium"
    ? serveChromium()
    : serveFirefox(JSON.parse(traits ?? "") as FirefoxTraits));
  let open = true;
  served.once("close", () => {
    open = false;
  });
  return { address: served.wsEndpoint(), works: () => open, stop: () => served.close() };
}

/**
 * Global setup: one service and one browser of each kind for all files of a run (Firefox: of a worker), started when the
 * first one asks. One that has ended is forgotten: who asks next gets another.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = new Map<string, Promise<Process>>();
  const lend = async (name: string): Promise<string> => {
    const known = running.get(name);
    const works = await known?.then(
      (process) => process.works(),
      () => false,
    );
    // Two may ask at once: the second finds what the first has put in its place.
    if (!works && running.get(name) === known) running.set(name, start(name));
    return (await running.get(name))?.address ?? "";
  };
  const lender = createServer((request, response) => {
    lend(decodeURIComponent(request.url?.slice(1) ?? "")).then(
      (address) => response.end(address),
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
