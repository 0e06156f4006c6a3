import { randomFrom } from "../../tests/resilience/random.ts";
import { sessionTurns } from "../costs.ts";
import { type Kind, measureTurns } from "./capacity.ts";
import { type Database, databaseDay } from "./database.ts";
import { callsByHour, sharesByZipf } from "./demand.ts";
import { type Cost, simulate } from "./simulate.ts";
import { clock, millions, percent, row, span } from "./table.ts";

/** DAY_CALLS, DAY_BUSIEST (starts in a second of the busiest hour) and DAY_PROJECTS ask for another day, SEED for other arrivals. */
const CALLS = Number(process.env.DAY_CALLS || 10_000_000);
const BUSIEST = Number(process.env.DAY_BUSIEST || 600);
const PROJECTS = Number(process.env.DAY_PROJECTS || 5_000);
const SEED = Number(process.env.SEED || 1);

/** Page views for each call, and what one asks of gate and store: the assumption of docs/scale.md. */
const VIEWS = 20;
const OF_A_VIEW = { gate: 2, store: 1 };
/** Cloudflare's pages name about a thousand requests a second for one object. Milliseconds. */
const CLOUDFLARE = 1;
/** Ranks that are shown by themselves. */
const SHOWN = [1, 2, 3, 5, 10, 100];

type Turns = ReadonlyMap<string, number>;
type Times = Record<Kind, number>;
const calls = callsByHour(CALLS, BUSIEST);
const shares = sharesByZipf(PROJECTS);

const counted = (turns: Turns, start: string): number =>
  [...turns].reduce((sum, [name, count]) => (name.startsWith(start) ? sum + count : sum), 0);

/** What a call with its page views asks of its project's objects. */
function costsOf(turns: Turns, ms: Times): Record<"gate" | "ledger" | "store", Cost> {
  const [reports, views] = [counted(turns, "PROJECT_STORE."), VIEWS * OF_A_VIEW.store];
  return {
    gate: { turns: counted(turns, "KEY_GATE.") + VIEWS * OF_A_VIEW.gate, ms: ms.gate },
    ledger: { turns: counted(turns, "ORG_LEDGER."), ms: ms.ledger },
    store: { turns: reports + views, ms: (reports * ms.store + views * ms.view) / (reports + views) },
  };
}

function objects(turns: Turns, ms: Times, random: () => number): void {
  row("of one project", "turns", "ms each", "starts/s", "busy", "median", "p99", "longest", "over 1 s", "until");
  for (const [kind, cost] of Object.entries(costsOf(turns, ms))) {
    row(`${kind}, can do`, String(cost.turns), cost.ms.toFixed(2), (1_000 / (cost.turns * cost.ms)).toFixed(0));
    const { threads } = simulate(cost, calls, shares, random);
    for (const rank of SHOWN) {
      const served = threads[rank - 1];
      if (!served) continue;
      const { busy, waits, longest, noticed, arrivals, until } = served;
      row(
        `${kind} of project ${rank}`,
        ...["", "", (BUSIEST * (shares[rank - 1] ?? 0)).toFixed(1), percent(Math.max(...busy))],
        ...[waits.quantile(0.5), waits.quantile(0.99), longest].map(span),
        percent(noticed / arrivals),
        until === null ? "–" : clock(until),
      );
    }
    const over = threads.filter((one) => one && Math.max(...one.busy) > 1).length;
    const quiet = threads.filter((one) => one === null).length;
    console.log(
      `  ${over} of ${PROJECTS} have more than they can do; ${quiet} are busy for less than 1 %, and not simulated`,
    );
  }
}

function databases(turns: Turns, { publication, more, read }: Times, random: () => number): void {
  const reads = counted(turns, "D1.read");
  console.log(
    `\nD1: ${publication.toFixed(2)} ms for a publication of one session, ${more.toFixed(3)} for each further one, ${read.toFixed(2)} for a read`,
  );
  row("of all", "starts/s", "busy", "in D1", "p99", "longest", "followed", "p99", "longest", "line");
  for (const [name, afterwards] of Object.entries({ "as it is today": reads, "without reads": 0 })) {
    const database: Database = { publication, more, read, afterwards };
    const { busy, published, followed, line } = databaseDay(database, calls, shares, random);
    const alone = publication + afterwards * read;
    row(
      name,
      ...[BUSIEST.toFixed(0), percent(Math.max(...busy))],
      ...[published, followed].flatMap((waits) => [waits.quantile(0.5), waits.quantile(0.99), waits.longest].map(span)),
      span(line),
    );
    console.log(
      `  each call by itself: up to ${(1_000 / alone).toFixed(0)} starts a second, a day of ${millions((CALLS * 1_000) / alone / BUSIEST)} calls of this shape`,
    );
  }
}

/** `npm run bench -- day`: which thread waits on a day of ten million calls, and how long. */
export async function day(): Promise<void> {
  const turns = sessionTurns();
  const measured = await measureTurns();
  console.log(
    `A day of ${millions(CALLS)} calls, ${BUSIEST} starts a second at the busiest, ${PROJECTS} projects by Zipf's law (seed ${SEED})
Turns: what a call of a minute and its ${VIEWS} page views ask of one thread. Median and p99: waits in the busiest hour; until: when the last
one waited for a second. In D1, followed: from a call's end until D1 has it, and until all is done that follows.`,
  );
  const slower = Object.fromEntries(
    Object.entries(measured).map(([kind, ms]) => [kind, Math.max(ms, CLOUDFLARE)]),
  ) as Times;
  for (const [title, ms] of [
    ["As fast as measured here", measured],
    ["At most a thousand turns a second, as Cloudflare says", slower],
  ] as const) {
    console.log(`\n${title}`);
    objects(turns, ms, randomFrom(SEED));
  }
  databases(turns, measured, randomFrom(SEED));
}
