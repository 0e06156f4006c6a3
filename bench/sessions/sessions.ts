import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Service } from "../../tests/harness/service/workerd/service.ts";
import { crowdCosts } from "../costs.ts";
import { Caller, each, type Line, type Live, makeLine } from "./caller.ts";
import { Heartbeats } from "./heartbeats.ts";
import { sweep } from "./sweep.ts";

/** LOAD_SESSIONS=10,100,1000,10000 for all of it; each size goes on from the one before. */
const SIZES = (process.env.LOAD_SESSIONS || "10,100,1000").split(",").map(Number);
/** LOAD_ORGANIZATIONS=1000 for all of it: the same sessions spread over so many. */
const ORGANIZATIONS = Number(process.env.LOAD_ORGANIZATIONS || 50);
/** Measured calls of each kind. */
const SAMPLES = Number(process.env.LOAD_SAMPLES || 60);
const AT_ONCE = 24;

const KINDS = ["start", "connected", "heartbeat", "tool", "end", "summary"] as const;
type Kind = (typeof KINDS)[number];
type Times = Record<Kind, number[]>;

const at = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
const median = (times: number[]) =>
  at(
    times.toSorted((a, b) => a - b),
    0.5,
  );
const shown = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  return `${at(sorted, 0.5).toFixed(1)} / ${at(sorted, 0.99).toFixed(1)}`.padStart(15);
};
/** Live sessions of the organization that the others are compared with. */
const FEW = 10;

const noTimes = () => Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]])) as Times;

/** One session of a line from its start to its end, each call timed. */
async function measureOne(caller: Caller, line: Line, turn: number, times: Times): Promise<void> {
  const timed = async <T>(kind: Kind, work: Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await work;
    times[kind].push(performance.now() - from);
    return result;
  };
  const live = await timed("start", caller.start(line));
  await timed("connected", caller.report(live, "connected"));
  await timed("heartbeat", caller.report(live, "heartbeat"));
  await timed("tool", caller.tool(live, `call-${turn}`));
  await timed("summary", caller.summary(line));
  await timed("end", caller.report(live, "ended"));
}

/** One session after the other, in turn with one of `few`, so that both meet the same machine. */
async function measure(caller: Caller, lines: readonly Line[], few: Line): Promise<{ times: Times; ofFew: Times }> {
  const times = noTimes();
  const ofFew = noTimes();
  for (let turn = 0; turn < SAMPLES; turn++) {
    const one = () => measureOne(caller, lines[turn % lines.length] as Line, turn, times);
    const other = () => measureOne(caller, few, turn, ofFew);
    for (const work of turn % 2 ? [one, other] : [other, one]) await work();
  }
  return { times, ofFew };
}

async function begin(caller: Caller, line: Line): Promise<Live> {
  const live = await caller.start(line);
  await caller.report(live, "connected");
  return live;
}

/**
 * A row for each size: by itself, among heartbeats, and the first as a ratio to an organization of ten.
 * @returns the sessions that live at its end
 */
async function levels(
  service: Service,
  caller: Caller,
  lines: readonly Line[],
  few: Line,
  title: string,
): Promise<Live[]> {
  console.log(
    `\n${title}; median / p99 in ms: what a call takes by itself, then among the others' heartbeats; of ten: the first, divided by what it takes an organization of ten sessions beside it`,
  );
  console.log(`${"live".padStart(7)}${KINDS.map((kind) => kind.padStart(15)).join("")}   cpu s/s    MiB`);
  const live: Live[] = [];
  const heartbeats = new Heartbeats(caller, live);
  const fewLive = await each(Array.from({ length: FEW - 1 }), FEW, () => begin(caller, few));
  const heartbeatsOfFew = new Heartbeats(caller, fewLive);
  const row = async (name: string, work: () => Promise<{ times: Times; ofFew: Times }>) => {
    const cpu = service.running.cpu() ?? 0;
    const from = performance.now();
    const { times, ofFew } = await work();
    const used = ((service.running.cpu() ?? 0) - cpu) / (performance.now() - from);
    const { bytes = 0 } = service.running.resources() ?? {};
    console.log(
      `${name.padStart(7)}${KINDS.map((kind) => shown(times[kind])).join("")}${used.toFixed(2).padStart(10)}${(bytes / 2 ** 20).toFixed(0).padStart(7)}`,
    );
    return KINDS.map((kind) => (median(times[kind]) / median(ofFew[kind])).toFixed(2).padStart(15)).join("");
  };
  for (const size of SIZES) {
    // The last of them is the one that is measured.
    const more = Array.from({ length: size - 1 - live.length }, (_, index) => lines[index % lines.length] as Line);
    await each(more, AT_ONCE, async (line) => {
      live.push(await begin(caller, line));
    });
    const ratios = await row(String(size), () => heartbeats.quiet(() => measure(caller, lines, few)));
    await row("heartbeats", () => measure(caller, lines, few));
    console.log(`${"of ten".padStart(7)}${ratios}`);
  }
  await Promise.all([heartbeats.stop(), heartbeatsOfFew.stop()]);
  await each(fewLive, FEW, (one) => caller.report(one, "ended"));
  return live;
}

/** `npm run bench -- load`: live sessions of one organization, then of many, on raw workerd. */
export async function sessions(): Promise<void> {
  const tool = createServer((_request, response) => response.end("{}")).listen(0, "127.0.0.1");
  await once(tool, "listening");
  const target = `http://127.0.0.1:${(tool.address() as AddressInfo).port}/`;
  const service = new Service({ vars: { VISITOR_MINUTE_LIMIT: "0", LOG_SAMPLE: "0" } });
  try {
    await service.start();
    const caller = new Caller(service);
    const one = await makeLine(service, 10_000, target);
    const few = await makeLine(service, 10_000, target);
    // A fresh server measures its own warming up.
    await measure(caller, [one], few);
    const live = await levels(service, caller, [one], few, "Sessions of one organization");
    await sweep(service, caller, one, live);
    const lines = await each(Array.from({ length: ORGANIZATIONS }), 8, () => makeLine(service, 10_000, target));
    await levels(service, caller, lines, few, `Sessions of ${ORGANIZATIONS} organizations`);
    console.log("\nRows and calls of one session of a minute, among so many others that run");
    for (const line of crowdCosts(SIZES)) console.log(line);
  } finally {
    await service.stop();
    tool.close();
  }
}
