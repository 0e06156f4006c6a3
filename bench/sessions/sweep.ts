import { setTimeout as sleep } from "node:timers/promises";
import { Service } from "../../tests/harness/service/workerd/service.ts";
import { median } from "../median.ts";
import { Caller, each, type Line, type Live, makeLine } from "./caller.ts";

/** `npm run bench -- sweep`: so many sessions, without the tables of `load`. An organization has 10,000 lines at most. */
const SESSIONS = Number(process.env.SWEEP_SESSIONS || 9_999);
/** A lease ends so long after the last sign of life; milliseconds. */
const SILENCE = 90_000;
/** Requests are measured for so long at least: some of the hanging up is among them. Milliseconds. */
const MEASURED = 20_000;
const LONGEST_TAIL = 600_000;
const BETWEEN = 50;

/** Waits until the server has nothing to do. */
async function idle(service: Service): Promise<void> {
  const until = performance.now() + LONGEST_TAIL;
  for (let quiet = 0; quiet < 3 && performance.now() < until; ) {
    const cpu = service.running.cpu() ?? 0;
    await sleep(1_000);
    quiet = (service.running.cpu() ?? 0) - cpu < 50 ? quiet + 1 : 0;
  }
}

/**
 * Everything falls due while the server is away. Then a visitor talks again and again, one whose session was ended asks
 * for it, and the operator looks, one request after the other, while all of it is ended, handed to D1 and hung up.
 */
export async function sweep(service: Service, caller: Caller, line: Line, live: readonly Live[]): Promise<void> {
  const { in_use: due } = (await caller.summary(line)).lines;
  await service.running.kill();
  await sleep(SILENCE + 5_000);
  await service.start();
  const times = new Map<string, number[]>();
  const timed = async <T>(kind: string, work: Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await work;
    times.set(kind, [...(times.get(kind) ?? []), performance.now() - from]);
    return result;
  };
  const began = performance.now();
  let swept: number | null = null;
  for (let turn = 0; swept === null || performance.now() - began < MEASURED; turn++) {
    const { lines } = await timed("summary", caller.summary(line));
    if (lines.in_use === 0) swept ??= performance.now() - began;
    await timed("ended session", caller.refused(live[(turn * 37) % live.length] as Live));
    const own = await timed("start", caller.start(line));
    await timed("connected", caller.report(own, "connected"));
    await timed("heartbeat", caller.report(own, "heartbeat"));
    await timed("end", caller.report(own, "ended"));
    await sleep(BETWEEN);
  }
  const [first = 0] = times.get("summary") ?? [];
  await idle(service);
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  const all = [...times.values()].flat();
  const row = (name: string, of: number[]) =>
    console.log(
      `${name.padStart(15)}${String(of.length).padStart(8)}${median(of).toFixed(0).padStart(9)}${Math.max(...of)
        .toFixed(0)
        .padStart(9)}`,
    );
  console.log(
    `\n${due} sessions due at once: ended within ${seconds(swept)} s, hung up within ${seconds(performance.now() - began)} s`,
  );
  console.log(`${"ms".padStart(15)}${"calls".padStart(8)}${"median".padStart(9)}${"longest".padStart(9)}`);
  for (const [kind, of] of times) row(kind, of);
  row("all", all);
  console.log(`The first one (${first.toFixed(0)} ms) also starts the Worker and reads the ledger.`);
}

/** `npm run bench -- sweep`: the sweep alone. On a machine that takes long to start so many, the first fall due before. */
export async function sweepAlone(): Promise<void> {
  const service = new Service({ vars: { VISITOR_MINUTE_LIMIT: "0", LOG_SAMPLE: "0" } });
  try {
    await service.start();
    const caller = new Caller(service);
    const line = await makeLine(service, 10_000, "http://127.0.0.1:9/");
    const live: Live[] = [];
    await each(Array.from({ length: SESSIONS }), 24, async () => {
      const started = await caller.start(line);
      await caller.report(started, "connected");
      live.push(started);
    });
    await sweep(service, caller, line, live);
  } finally {
    await service.stop();
  }
}
