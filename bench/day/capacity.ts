import type { KeyPolicy } from "../../shared/keys.ts";
import { dayOf } from "../../shared/time.ts";
import { makeSite, Service, type Site } from "../../tests/harness/service/workerd/service.ts";
import type { Terms } from "../../worker/objects/org-ledger/account.ts";
import type { LeaseRequest } from "../../worker/objects/org-ledger/lease.ts";
import type { SessionCopy } from "../../worker/objects/project-store/session-rpc.ts";
import { sessionSignals } from "../../worker/sessions/session-signals.ts";
import { readEndedProjects } from "../../worker/storage/ended-projects.ts";
import { insertEntries } from "../../worker/storage/ledger-entries.ts";
import { median } from "../median.ts";

/**
 * What a turn of each kind of thread takes: processor time of the whole process, while the least Worker asks one object of the
 * service, or D1, for what a session of a minute asks of it, and nothing else. The asking is in it, and in a ledger's turns what
 * it hands to D1 by itself; so each can do at least as much as is said here.
 */

const ROUNDS = 5;
/** Sessions of a round, and how many of them are asked for side by side. */
const SESSIONS = 100;
const AT_ONCE = 20;
/** Sessions of a large publication. */
const MANY = 50;

/** What is measured: a view is what a page counts in the store, `more` a further session in a publication. */
export type Kind = "gate" | "ledger" | "store" | "view" | "publication" | "more" | "read";

type Call = [method: string, ...args: unknown[]];
type Event = Parameters<typeof sessionSignals>[0][number];

/** What a page reports in a minute, as the test that counts turns has it. */
const REPORTS: Event[][] = [
  [{ type: "connected" }],
  ...Array<Event[]>(3).fill([{ type: "heartbeat" }]),
  ...Array<Event[]>(6).fill([
    { type: "user_transcript", text: "Hello" },
    { type: "agent_transcript", text: "Hi" },
  ]),
  [{ type: "ended" }],
];
const KEPT = REPORTS.filter(([event]) => event?.type !== "heartbeat");

const policy = ({ project, org, agent }: Site): KeyPolicy => ({
  key_id: 1,
  project_id: project,
  org_id: org,
  agent_id: agent,
  permissions: ["widget:read", "widget:session"],
  allowed_domains: [],
  minute_limit: 1_000_000_000,
  day_limit: 1_000_000_000,
  visitor_limited: false,
  revoked_at: null,
});

const opening = ({ project, agent }: Site, session_id: string): LeaseRequest => ({
  session_id,
  project_id: project,
  agent_id: agent,
  agent_name: "Ava",
  key_id: 1,
  provider: "provider_a",
  // Nobody has to be called for its end.
  vendor: "none",
  llm_model: null,
  subject: null,
  memory: false,
  takes_line: true,
  max_duration_seconds: 600,
});

/** What the ledger tells of a session that has ended. */
const copyOf = (site: Site, session_id: string): SessionCopy => {
  const { project_id, agent_id, agent_name, key_id, provider } = opening(site, session_id);
  return {
    ...{ id: session_id, org_id: site.org, project_id, agent_id, agent_name, key_id, provider },
    ...{ vendor: "none", llm_model: null, subject: null, call_id: null, test: 0, state: "ended", end_reason: null },
    ...{ started_at: 1, connected_at: 1, ended_at: 60_001, charged: 60, revision: 3 },
  };
};

/** The statements that a function of the storage would run. */
function statementsOf(run: (db: never) => unknown): { sql: string; values: unknown[] }[] {
  const told: { sql: string; values: unknown[] }[] = [];
  const bind = (sql: string, values: unknown[]) => {
    told.push({ sql, values });
    return {};
  };
  const prepare = (sql: string) => ({ bind: (...values: unknown[]) => bind(sql, values) });
  run({ prepare, batch: async () => [] } as never);
  return told;
}

class Probe {
  readonly #service: Service;
  readonly #site: Site;
  #made = 0;
  /** Far behind those of the ledger. */
  #entry = 1_000_000;
  constructor(service: Service, site: Site) {
    this.#service = service;
    this.#site = site;
  }

  async #post(path: string, body: object): Promise<void> {
    const response = await fetch(this.#service.running.noop + path, { method: "POST", body: JSON.stringify(body) });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }

  /** @returns milliseconds of processor time for each of the turns of `SESSIONS` sessions */
  async #measure(path: string, turns: number, bodyOf: (sessions: string[]) => object): Promise<number> {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const before = this.#service.running.cpu();
      for (let sent = 0; sent < SESSIONS; sent += AT_ONCE) {
        const sessions = Array.from({ length: AT_ONCE }, () => `ses_day_${this.#made++}`);
        await this.#post(path, bodyOf(sessions));
      }
      const after = this.#service.running.cpu();
      if (before === null || after === null) throw new Error("This system does not tell a process's processor time");
      // The first round also starts and compiles.
      if (round > 0) times.push((after - before) / (SESSIONS * turns));
    }
    return median(times);
  }

  #objects(binding: string, name: string, listOf: (session: string) => Call[]): Promise<number> {
    return this.#measure("/objects", listOf("").length, (sessions) => ({
      binding,
      name,
      lists: sessions.map(listOf),
    }));
  }

  async gate(): Promise<number> {
    const name = "day";
    await this.#post("/objects", { binding: "KEY_GATE", name, lists: [[["load", policy(this.#site), 1]]] });
    const permission = "widget:session";
    const request = { permission, origin: null, visitor: null, visitor_limit: 0, bucket: "session", known_revision: 0 };
    return this.#objects("KEY_GATE", name, () => Array<Call>(12).fill(["admit", request]));
  }

  ledger(): Promise<number> {
    const { org, project } = this.#site;
    const terms: Terms = {
      org_id: org,
      version: 1,
      subscription: "active",
      voice_lines: 10_000,
      credits_per_minute: { provider_a: 60, provider_b: 60, provider_x: 60 },
    };
    const scope = { project_id: project, agent_id: null };
    return this.#objects("ORG_LEDGER", String(org), (session) => [
      ["open", opening(this.#site, session), terms, true],
      ...REPORTS.map((events): Call => ["report", session, scope, sessionSignals(events)]),
      ["publishPending", session],
      ["lease", session],
    ]);
  }

  store(): Promise<number> {
    const { org, project } = this.#site;
    return this.#objects("PROJECT_STORE", String(project), (session_id) => [
      ...KEPT.map((events, batch): Call => {
        const kept = { session_id, org_id: org, batch, at: Date.now(), events };
        return ["keepEvents", project, kept, false];
      }),
      ["keepSessions", project, [copyOf(this.#site, session_id)]],
      ["index", project, 1],
    ]);
  }

  view(): Promise<number> {
    const day = dayOf(Date.now());
    return this.#objects("PROJECT_STORE", String(this.#site.project), () =>
      Array<Call>(9).fill(["count", this.#site.project, 1, day, [["view", 1]]]),
    );
  }

  #batches(batchesOf: (session: string) => unknown[][]): Promise<number> {
    return this.#measure("/batches", batchesOf("").length, (sessions) => ({ batches: sessions.flatMap(batchesOf) }));
  }

  /** Of so many sessions that have ended, with their entries. */
  publication(sessions: number): Promise<number> {
    return this.#batches((session) => {
      const ids = Array.from({ length: sessions }, (_, n) => `${session}_${n}`);
      const entries = ids.map((session_id) => ({
        id: this.#entry++,
        amount: -60,
        kind: "charge" as const,
        session_id,
        note: null,
        person_seconds: null,
        at: 1,
      }));
      return [statementsOf((db) => insertEntries(db, this.#site.org, entries))];
    });
  }

  read(): Promise<number> {
    return this.#batches(() => [statementsOf((db) => readEndedProjects(db, [this.#site.project]))]);
  }
}

/** Milliseconds of a thread that one turn of each kind takes. */
export async function measureTurns(): Promise<Record<Kind, number>> {
  const service = new Service({ vars: { VISITOR_MINUTE_LIMIT: "0", LOG_SAMPLE: "0" } });
  try {
    await service.start();
    const probe = new Probe(service, await makeSite(service));
    const publication = await probe.publication(1);
    return {
      gate: await probe.gate(),
      ledger: await probe.ledger(),
      store: await probe.store(),
      view: await probe.view(),
      publication,
      more: Math.max(0, ((await probe.publication(MANY)) - publication) / (MANY - 1)),
      read: await probe.read(),
    };
  } finally {
    await service.stop();
  }
}
