import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Service } from "./runtime/service.ts";

/**
 * `npm run bench -- startup`: processor time that raw workerd takes until it listens with the Worker loaded, and until
 * its first request is answered: with the production bundle, with parts of it left out, and with nothing in it.
 * Cloudflare allows a Worker one second.
 */

const STARTS = Number(process.env.STARTUP_STARTS || 9);

/** Packages that a variant goes without: their place takes a module of nothing. */
const VARIANTS: Record<string, string[]> = {
  "the whole bundle": [],
  "without unpdf": ["unpdf"],
  "without unpdf, fflate, htmlparser2": ["unpdf", "fflate", "htmlparser2"],
};
const NOTHING = join(import.meta.dirname, "noop/nothing.js");

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Every class that wrangler.toml binds, and nothing else. */
const emptyWorker = (classes: string[]) =>
  [
    'import { DurableObject } from "cloudflare:workers";',
    ...classes.map((name) => `export class ${name} extends DurableObject {}`),
    'export default { fetch: () => new Response("") };',
  ].join("\n");

export async function startup(): Promise<void> {
  const variants = Object.entries(VARIANTS).map(([name, left_out]) => ({
    name,
    service: new Service({ alias: Object.fromEntries(left_out.map((one) => [one, NOTHING])) }),
  }));
  const empty = new Service();
  writeFileSync(join(empty.bundle.folder, "index.js"), emptyWorker(Object.values(empty.bundle.objects)));
  const all = [...variants, { name: "an empty Worker", service: empty }];
  const listening = new Map<string, number[]>();
  const answered = new Map<string, number[]>();
  try {
    // In turn, so that a busy moment of the machine meets all of them.
    for (let start = 0; start <= STARTS; start += 1)
      for (const { name, service } of all) {
        const running = await service.start();
        const listens = running.cpu() ?? 0;
        await (await fetch(`${running.url}/health`)).text();
        const answers = running.cpu() ?? 0;
        await running.kill();
        // The first start also makes the storage.
        if (start === 0) continue;
        listening.set(name, [...(listening.get(name) ?? []), listens]);
        answered.set(name, [...(answered.get(name) ?? []), answers]);
      }
    const floor = [median(listening.get("an empty Worker") ?? []), median(answered.get("an empty Worker") ?? [])];
    console.log(
      `median of ${STARTS} starts; ms of processor time more than an empty Worker's (${floor.map((ms) => ms?.toFixed(0)).join(", ")})\n`,
    );
    console.log("                                      bytes      gzipped    loaded     first answer");
    for (const { name, service } of all) {
      const code = readFileSync(join(service.bundle.folder, "index.js"));
      const cells = [
        median(listening.get(name) ?? []) - (floor[0] ?? 0),
        median(answered.get(name) ?? []) - (floor[1] ?? 0),
      ];
      console.log(
        `${name.padEnd(38)}${String(code.length).padEnd(11)}${String(gzipSync(code).length).padEnd(11)}${cells.map((ms) => `${ms.toFixed(0)} ms`.padEnd(11)).join("")}`,
      );
    }
  } finally {
    for (const { service } of all) await service.stop();
  }
}
