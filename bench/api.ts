import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { makeSite, Service } from "../tests/harness/service/workerd/service.ts";
import { costs } from "./costs.ts";
import { load, type Measured, type Wire, wire } from "./load.ts";
import { median } from "./median.ts";

/**
 * `npm run bench`: raw workerd on the production bundle. Every path is measured beside a no-op Hono Worker in the same
 * process, in short alternating slices, so that other load on the machine affects both alike; what counts is the ratio of
 * the two. Processor time for a request is what a busy machine disturbs least. The floors are the same object calls in a Worker that does
 * nothing else; a path with one is judged by it, which holds on any machine. BENCH_RUNS=…, BENCH_SECONDS=… change how long.
 */

const RUNS = Number(process.env.BENCH_RUNS || 5);
const SECONDS = Number(process.env.BENCH_SECONDS || 1.5);
/** Slices of a run. */
const SLICES = 6;
const CONNECTIONS = 32;

interface Path {
  name: string;
  status: number;
  /** At most this many times the no-op's latency, at one connection; at least this part of its throughput, at 32. */
  goal?: { latency: number; throughput: number };
  /** Whether it is the no-op Worker's own. */
  floor?: boolean;
  /** Its floor, which is measured beside it, too, and at most how many times its processor time a request may take. */
  over?: { floor: Wire; times: number };
  request(): Promise<Wire>;
}

/** Storage is kept in memory where the system has a memory file system: a disk would be slower than what is measured. */
const MEMORY = "/dev/shm";
const ONE_HOP = wire("GET", "/one-hop");
const TWO_HOPS = wire("POST", "/two-hops", {}, "{}");
const key = (value: string) => ({ "x-api-key": value });

async function paths(service: Service): Promise<Path[]> {
  const site = await makeSite(service);
  const { key: once } = await service.admin<{ key: string }>("POST", `/projects/${site.project}/keys`, {
    name: "Once",
    minute_limit: 1,
    day_limit: 1,
  });
  const hot = await service.admin<{ key: string }>("POST", `/projects/${site.project}/keys`, {
    name: "Hot",
    minute_limit: 1_000_000_000,
    day_limit: 1_000_000_000,
  });
  await fetch(`${service.url}/widget/v1/config`, { headers: key(once) });
  const origin = { origin: "https://shop.example" };
  return [
    {
      name: "preflight",
      status: 204,
      goal: { latency: 1.1, throughput: 0.85 },
      request: async () =>
        wire("OPTIONS", "/widget/v1/config", {
          ...origin,
          "access-control-request-method": "GET",
          "access-control-request-headers": "x-api-key",
        }),
    },
    {
      name: "junk key, 401",
      status: 401,
      goal: { latency: 1.2, throughput: 0.65 },
      request: async () => wire("GET", "/widget/v1/config", { ...origin, ...key(`svc_pk_${"A".repeat(38)}`) }),
    },
    {
      name: "repeated 429",
      status: 429,
      goal: { latency: 1.2, throughput: 0.7 },
      request: async () => wire("GET", "/widget/v1/config", { ...origin, ...key(once) }),
    },
    {
      name: "GET /config, hot",
      status: 200,
      over: { floor: ONE_HOP, times: 1.15 },
      request: async () => wire("GET", "/widget/v1/config", { ...origin, ...key(hot.key) }),
    },
    { name: "· floor, one hop", status: 200, floor: true, request: async () => ONE_HOP },
    {
      name: "POST /session, stub",
      status: 200,
      over: { floor: TWO_HOPS, times: 1.25 },
      // Every run has an organization of its own: lines that nobody gives back would run out.
      request: async () => {
        const fresh = await makeSite(service, { credit: 1_000_000_000, lines: 10_000 });
        return wire(
          "POST",
          "/widget/v1/session",
          { ...origin, ...key(fresh.channelKey) },
          JSON.stringify({ agent_id: fresh.agent }),
        );
      },
    },
    {
      name: "· floor, two, a write",
      status: 200,
      floor: true,
      request: async () => TWO_HOPS,
    },
  ];
}

interface Ratio {
  /** Times the no-op's latency. */
  latency: number;
  /** Part of the no-op's throughput. */
  throughput: number;
  /** Times the no-op's processor time a request; `null` where the system does not tell. */
  cpu: number | null;
  /** Times the floor's latency, and its processor time. */
  over: { latency: number; cpu: number | null } | null;
  ms: number;
  rps: number;
}

interface Timed extends Measured {
  /** Of one request, milliseconds; `null` where the system does not tell. */
  cpu: number | null;
}
const times = (one: Timed, other: Timed) => ({
  latency: one.median / other.median,
  cpu: one.cpu === null || other.cpu === null ? null : one.cpu / other.cpu,
});

/** One ratio a slice. */
async function run(service: Service, path: Path, connections: number): Promise<Ratio[]> {
  const { url, noop } = service.running;
  const request = await path.request();
  const measure = (seconds: number) => load(path.floor ? noop : url, request, connections, seconds);
  const refuse = ({ statuses }: Measured) => {
    const wrong = [...statuses].filter(([status]) => status !== path.status);
    if (wrong.length > 0) throw new Error(`${path.name} answered ${JSON.stringify(wrong)} instead of ${path.status}`);
  };
  refuse(await measure(0.2));
  const timed = async (work: () => Promise<Measured>): Promise<Timed> => {
    const before = service.running.cpu();
    const measured = await work();
    const after = service.running.cpu();
    return { ...measured, cpu: before === null || after === null ? null : (after - before) / measured.count };
  };
  const ratios: Ratio[] = [];
  for (let slice = 0; slice < SLICES; slice++) {
    const measured = await timed(() => measure(SECONDS / SLICES));
    refuse(measured);
    const beside = (least: Wire) => timed(() => load(noop, least, connections, SECONDS / SLICES));
    const base = await beside(wire("GET", "/"));
    ratios.push({
      ...times(measured, base),
      over: path.over ? times(measured, await beside(path.over.floor)) : null,
      throughput: measured.rate / base.rate,
      ms: measured.median,
      rps: measured.rate,
    });
  }
  return ratios;
}

const cell = (text: string, width: number) => text.padStart(width);

async function main(service: Service): Promise<void> {
  // The first start prepares the storage; from then on a start is the runtime's and the Worker's own.
  await service.start();
  await service.running.kill();
  const bundle = readFileSync(join(service.bundle.folder, "index.js"));
  console.log(
    `Worker: ${(bundle.length / 1024).toFixed(0)} KiB, ${(gzipSync(bundle).length / 1024).toFixed(0)} KiB gzip`,
  );
  const startups: number[] = [];
  const firsts: number[] = [];
  for (let index = 0; index < RUNS; index++) {
    const spawned = performance.now();
    await service.start();
    const listening = performance.now();
    await (await fetch(`${service.url}/widget/v1/config`, { method: "OPTIONS" })).body?.cancel();
    startups.push(performance.now() - spawned);
    firsts.push(performance.now() - listening);
    await service.running.kill();
  }
  console.log(
    `Start-up: ${median(startups).toFixed(0)} ms from spawning workerd to the Worker's first answer, ` +
      `${median(firsts).toFixed(1)} ms of them for that request (medians of ${RUNS})\n`,
  );

  await service.start();
  const all = await paths(service);
  const results = all.map((path) => ({ path, one: [] as Ratio[], many: [] as Ratio[] }));
  for (let index = 0; index < RUNS; index++)
    for (const { path, one, many } of results) {
      one.push(...(await run(service, path, 1)));
      many.push(...(await run(service, path, CONNECTIONS)));
    }

  console.log(
    `Medians of ${RUNS} runs of ${SECONDS} s, in slices that alternate with a no-op Hono Worker in the same process`,
  );
  console.log(
    `${"path".padEnd(22)}${cell("ms", 8)}${cell("× no-op", 10)}${cell("goal", 8)}${cell("req/s", 9)}${cell("of no-op", 10)}${cell("goal", 8)}${cell("CPU, ×", 9)}${cell("× floor", 10)}${cell("CPU", 8)}${cell("goal", 8)}`,
  );
  for (const { path, one, many } of results) {
    const latency = median(one.map((ratio) => ratio.latency));
    const throughput = median(many.map((ratio) => ratio.throughput));
    const cpu = one.flatMap((ratio) => ratio.cpu ?? []);
    const { goal, over } = path;
    const above = one.flatMap((ratio) => ratio.over ?? []);
    const aboveCpu = above.flatMap((ratio) => ratio.cpu ?? []);
    const mark = (good: boolean) => (good ? " " : "!");
    console.log(
      path.name.padEnd(22) +
        cell(median(one.map(({ ms }) => ms)).toFixed(3), 8) +
        cell(latency.toFixed(2) + mark(!goal || latency <= goal.latency), 10) +
        cell(goal ? `≤ ${goal.latency}` : "", 8) +
        cell(median(many.map(({ rps }) => rps)).toFixed(0), 9) +
        cell(throughput.toFixed(2) + mark(!goal || throughput >= goal.throughput), 10) +
        cell(goal ? `≥ ${goal.throughput}` : "", 8) +
        cell(cpu.length > 0 ? median(cpu).toFixed(2) : "–", 9) +
        (over
          ? cell(median(above.map((ratio) => ratio.latency)).toFixed(2), 10) +
            cell(aboveCpu.length > 0 ? median(aboveCpu).toFixed(2) + mark(median(aboveCpu) <= over.times) : "–", 8) +
            cell(`≤ ${over.times}`, 8)
          : ""),
    );
  }
  console.log("\nWhat it costs");
  for (const line of costs()) console.log(line);
}

export async function api(): Promise<void> {
  const service = new Service({
    vars: { VISITOR_MINUTE_LIMIT: "0" },
    alias: { "./demo.ts": join(import.meta.dirname, "stub-vendor.ts") },
    ...(existsSync(MEMORY) && { parent: MEMORY }),
  });
  try {
    await main(service);
  } finally {
    await service.stop();
  }
}
