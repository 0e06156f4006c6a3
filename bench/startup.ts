import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ADMIN_TOKEN, KEY_SECRET } from "../tests/harness/service/secrets.ts";
import { bundleNoop } from "../tests/harness/service/workerd/bundle-noop.ts";
import { prepare } from "../tests/harness/service/workerd/prepare.ts";
import { Service } from "../tests/harness/service/workerd/service.ts";
import { type Running, startWorkerd } from "../tests/harness/service/workerd/workerd.ts";
import { median } from "./median.ts";

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
const EMPTY = "an empty Worker";
const NOTHING = join(import.meta.dirname, "noop/nothing.js");

/** Every class that wrangler.toml binds, and nothing else. */
const emptyWorker = (classes: string[]) =>
  [
    'import { DurableObject } from "cloudflare:workers";',
    ...classes.map((name) => `export class ${name} extends DurableObject {}`),
    'export default { fetch: () => new Response("") };',
  ].join("\n");

interface Variant {
  name: string;
  start(): Promise<Running>;
  /** Path of its code, once it has been started. */
  code(): string;
}

/** The same surroundings with nothing in them; stored beside a service that has been started. */
async function emptyVariant({ folder: parent, bundle }: Service): Promise<Variant> {
  const folder = join(parent, "empty");
  mkdirSync(folder);
  const code = join(folder, "index.js");
  writeFileSync(code, emptyWorker(Object.values(bundle.objects)));
  const prepared = await prepare({
    folder,
    bundle: { ...bundle, folder, modules: ["index.js"] },
    noop: await bundleNoop(join(folder, "noop")),
    vars: { ADMIN_TOKEN, KEY_SECRET },
  });
  return { name: EMPTY, start: () => startWorkerd(prepared, null), code: () => code };
}

export async function startup(): Promise<void> {
  const variants = Object.entries(VARIANTS).map(([name, left_out]) => ({
    name,
    service: new Service({ alias: Object.fromEntries(left_out.map((one) => [one, NOTHING])) }),
  }));
  const [whole] = variants;
  if (!whole) return;
  await whole.service.start();
  await whole.service.running.kill();
  const all: Variant[] = [
    ...variants.map(({ name, service }) => ({
      name,
      start: () => service.start(),
      code: () => join(service.bundle.folder, "index.js"),
    })),
    await emptyVariant(whole.service),
  ];
  const listening = new Map<string, number[]>();
  const answered = new Map<string, number[]>();
  try {
    // In turn, so that a busy moment of the machine meets all of them.
    for (let start = 0; start <= STARTS; start += 1)
      for (const { name, start: startOne } of all) {
        const running = await startOne();
        const listens = running.cpu() ?? 0;
        await (await fetch(`${running.url}/health`)).text();
        const answers = running.cpu() ?? 0;
        await running.kill();
        // The first start also makes the storage.
        if (start === 0) continue;
        listening.set(name, [...(listening.get(name) ?? []), listens]);
        answered.set(name, [...(answered.get(name) ?? []), answers]);
      }
    const floor = [median(listening.get(EMPTY) ?? []), median(answered.get(EMPTY) ?? [])];
    console.log(
      `median of ${STARTS} starts; ms of processor time more than an empty Worker's (${floor.map((ms) => ms?.toFixed(0)).join(", ")})\n`,
    );
    console.log("                                      bytes      gzipped    loaded     first answer");
    for (const { name, code: file } of all) {
      const code = readFileSync(file());
      const cells = [
        median(listening.get(name) ?? []) - (floor[0] ?? 0),
        median(answered.get(name) ?? []) - (floor[1] ?? 0),
      ];
      console.log(
        `${name.padEnd(38)}${String(code.length).padEnd(11)}${String(gzipSync(code).length).padEnd(11)}${cells.map((ms) => `${ms.toFixed(0)} ms`.padEnd(11)).join("")}`,
      );
    }
  } finally {
    for (const { service } of variants) await service.stop();
  }
}
