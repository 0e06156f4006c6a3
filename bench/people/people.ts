import { once } from "node:events";
import type { FrameToPage } from "../../shared/live.ts";
import type { OperatorInbox } from "../../tests/harness/browser/operator-inbox.ts";
import { startBundledServer } from "../../tests/harness/service/bundled-server.ts";
import { Admin } from "../../tests/harness/service/operator.ts";
import type { PlainVisitor } from "../../tests/harness/service/plain-visitor.ts";
import { Service } from "../../tests/harness/service/workerd/service.ts";
import { typeInInbox } from "../page/inbox-keys.ts";
import { makeTeam, readers, type Team, talking, visit } from "./team.ts";

const CONVERSATIONS = 200;
const PEOPLE = 20;
/** Between two lines of a visitor, milliseconds. */
const PAUSE = 5_000;
/** Between two joins, milliseconds: the desk takes 20 in 10 s of one person. */
const PACE = 600;
const SAMPLES = Number(process.env.PEOPLE_SAMPLES || 40);

const KINDS = {
  heard: ["a page's line, in the inbox", 1_000],
  joined: ["a join, on the page", 1_000],
  written: ["a person's line, on the page", 300],
} as const;
type Kind = keyof typeof KINDS;
type Times = Record<Kind, number[]>;

/** A page's live socket, by when its frames came. */
class LivePage {
  readonly #socket: WebSocket;
  constructor({ credentials: { url, protocols } }: PlainVisitor) {
    this.#socket = new WebSocket(url, protocols);
  }

  opened = () => once(this.#socket, "open");

  /** Resolves with the moment at which a frame came that fits. */
  when = (fits: (frame: FrameToPage) => boolean): Promise<number> =>
    new Promise((resolve) => {
      const listen = ({ data }: MessageEvent) => {
        if (!fits(JSON.parse(String(data)))) return;
        this.#socket.removeEventListener("message", listen);
        resolve(performance.now());
      };
      this.#socket.addEventListener("message", listen);
    });

  close = () => this.#socket.close();
}

async function measure(team: Team, inbox: OperatorInbox, turn: number, times: Times): Promise<void> {
  const visitor = await visit(team);
  const { session_id } = visitor;
  inbox.send({ type: "follow", session_id });
  // What is no frame is answered in its turn: the follow was handled.
  inbox.send({} as never);
  await inbox.next(({ type }) => type === "error");
  let from = performance.now();
  const text = `Where is order ${turn}?`;
  await Promise.all([
    inbox.line(text).then(() => times.heard.push(performance.now() - from)),
    visitor.report({ type: "user_transcript", text }),
  ]);
  await visitor.report({ type: "person_requested", reason: "An order" });
  const page = new LivePage(visitor);
  await page.opened();
  const joined = page.when((frame) => frame.type === "person" && frame.status === "joined");
  from = performance.now();
  inbox.send({ type: "join", session_id, name: "Ada" });
  times.joined.push((await joined) - from);
  const written = page.when((frame) => frame.type === "message" && frame.text === "It left this morning.");
  from = performance.now();
  inbox.send({ type: "message", session_id, text: "It left this morning." });
  times.written.push((await written) - from);
  page.close();
  await visitor.report({ type: "ended" });
}

async function sample(team: Team, inbox: OperatorInbox): Promise<Times> {
  const times: Times = { heard: [], joined: [], written: [] };
  for (let turn = 0; turn < SAMPLES; turn++) {
    await measure(team, inbox, turn, times);
    await new Promise((done) => setTimeout(done, PACE));
  }
  return times;
}

const at = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;

const spread = (times: number[]) => [0.5, 0.99, 1].map((part) => at(times, part).toFixed(1));

const teamAt = (origin: string): Promise<Team> => makeTeam(origin, new Admin(origin), CONVERSATIONS + 10);

/** @param during what is measured while all conversations run and all people read */
async function amongAll<T>(team: Team, during: () => Promise<T>): Promise<T> {
  const talks = await talking(team, CONVERSATIONS, PAUSE);
  const inboxes = await readers(team, PEOPLE, talks.visitors);
  const measured = await during();
  await talks.stop();
  for (const inbox of inboxes) inbox.close();
  return measured;
}

/** Each key in the console's inbox, milliseconds until it can be seen: while one conversation runs, and while all do. */
async function keys(): Promise<[quiet: number[], busy: number[]]> {
  const service = await startBundledServer({ VISITOR_MINUTE_LIMIT: "0", LOG_SAMPLE: "0" });
  try {
    const { origin } = service;
    const team = await teamAt(origin);
    await visit(team);
    const quiet = await typeInInbox(origin, team.project);
    const busy = await amongAll(team, () => typeInInbox(origin, team.project));
    return [quiet, busy];
  } finally {
    await service.stop();
  }
}

/** Bytes of JavaScript in use, in MiB: without anybody, and with all of them. */
async function memory(): Promise<[empty: number, full: number]> {
  const service = new Service({ vars: { VISITOR_MINUTE_LIMIT: "0", LOG_SAMPLE: "0" }, inspected: true });
  try {
    await service.start();
    const team = await teamAt(service.url);
    const [first] = await readers(team, 1, []);
    const empty = await service.running.heap();
    const full = await amongAll(team, async () => {
      await new Promise((done) => setTimeout(done, 4 * PAUSE));
      return service.running.heap();
    });
    first?.close();
    return [empty / 2 ** 20, full / 2 ** 20];
  } finally {
    await service.stop();
  }
}

function print(times: Times, alone: Times): void {
  console.log(
    `${"".padEnd(32)}${["alone", "median", "p99", "longest", "of alone", "at most"].map((name) => name.padStart(10)).join("")}`,
  );
  for (const [kind, [name, most]] of Object.entries(KINDS) as [Kind, (typeof KINDS)[Kind]][]) {
    const [before, median, late, longest] = [
      at(alone[kind], 0.5),
      at(times[kind], 0.5),
      at(times[kind], 0.99),
      at(times[kind], 1),
    ];
    const cells = [
      before.toFixed(1),
      median.toFixed(1),
      late.toFixed(1),
      longest.toFixed(1),
      (median / before).toFixed(2),
      String(most),
    ];
    console.log(`${name.padEnd(32)}${cells.map((cell) => cell.padStart(10)).join("")}`);
  }
}

/** `npm run bench -- people`: what people wait for, while so many conversations run in their project. */
export async function people(): Promise<void> {
  const service = new Service({ vars: { VISITOR_MINUTE_LIMIT: "0", LOG_SAMPLE: "0" } });
  try {
    await service.start();
    const team = await teamAt(service.url);
    const [first] = await readers(team, 1, []);
    if (!first) return;
    // A fresh server measures its own warming up.
    await sample(team, first);
    const alone = await sample(team, first);
    const times = await amongAll(team, () => sample(team, first));
    console.log(
      `\n${CONVERSATIONS} conversations with a line each every ${PAUSE / 1000} s, ${PEOPLE} people who read them; milliseconds\n`,
    );
    print(times, alone);
    first.close();
  } finally {
    await service.stop();
  }
  const [quiet, busy] = await keys();
  console.log(
    `\nA key in the inbox, until it can be seen (median, p99, longest; at most 50): ${spread(busy).join(", ")}; beside one conversation ${spread(quiet).join(", ")}`,
  );
  const [empty, full] = await memory();
  console.log(
    `\nJavaScript in use, desk and all: ${full.toFixed(1)} MiB with them, ${empty.toFixed(1)} MiB without; the desk is a part of the difference (at most 64)`,
  );
}
