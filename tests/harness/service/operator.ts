import { ADMIN_TOKEN } from "./secrets.ts";

/** What the seed answers: see POST /admin/v1/demo-site. */
export interface DemoSite {
  organization_id: number;
  project_id: number;
  agent_ids: number[];
  api_key: string;
  snippet: string;
}

export interface Organization {
  id: number;
  credit: { balance: number; reserved: number; available: number };
  lines: { total: number; in_use: number };
}

export interface LedgerEntry {
  id: string | number;
  amount: number;
  kind: "grant" | "charge" | "correction";
  session_id: string | null;
}

export interface SessionRecord {
  status: string;
  end_reason: string | null;
  transcript: { role: "user" | "agent"; text: string; interrupted: boolean }[];
  usage: { totals: { total_tokens: number } };
  events: { type: string }[];
}

/** The operator's calls on a service of the tests. */
export class Admin {
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** @throws Error with status and body when the answer is not 2xx */
  async call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    const response = await fetch(`${this.#origin}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** The seeded demo site; seeding again only finds it. */
  demoSite = () => this.call<DemoSite>("POST", "/demo-site", {});
  organization = (id: number) => this.call<Organization>("GET", `/organizations/${id}`);
  ledger = async (id: number) =>
    (await this.call<{ items: LedgerEntry[] }>("GET", `/organizations/${id}/ledger`)).items;
  session = (id: string) => this.call<SessionRecord>("GET", `/sessions/${id}`);
}

/** Asks until the answer is the wanted one. @throws Error with the last answer after `seconds` */
export async function eventually<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean, seconds = 60): Promise<T> {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (Date.now() > until)
      throw new Error(`still not so after ${seconds} s: ${JSON.stringify(answer)?.slice(0, 2_000)}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}
