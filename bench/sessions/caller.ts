import type { Service } from "../../tests/harness/service/workerd/service.ts";
import { postAsPage } from "../post-as-page.ts";

/** A channel's key with its agent, and the organization that pays. */
export interface Line {
  org: number;
  key: string;
  agent: number;
}

export interface Live extends Line {
  session: string;
}

/** Calls of visitors and of an operator, which must all succeed. */
export class Caller {
  readonly #service: Service;
  constructor(service: Service) {
    this.#service = service;
  }

  #post(key: string, path: string, body: object): Promise<Record<string, unknown>> {
    return postAsPage(this.#service, key, path, body);
  }

  async start(line: Line): Promise<Live> {
    const { session_id } = await this.#post(line.key, "/session", { agent_id: line.agent });
    return { ...line, session: String(session_id) };
  }

  report = ({ key, session }: Live, type: string) =>
    this.#post(key, `/session/${session}/events`, { events: [{ type }] });

  /** A heartbeat of a session that has ended. @throws Error when it is not refused */
  async refused({ key, session }: Live): Promise<void> {
    const response = await fetch(`${this.#service.url}/widget/v1/session/${session}/events`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ events: [{ type: "heartbeat" }] }),
    });
    const text = await response.text();
    if (response.status !== 409) throw new Error(`an ended session: ${response.status} ${text}`);
  }

  tool = ({ key, session }: Live, call_id: string) =>
    this.#post(key, "/tools/execute", { session_id: session, name: "look", call_id, arguments: {} });

  summary = ({ org }: Line) => this.#service.admin<{ lines: { in_use: number } }>("GET", `/organizations/${org}`);
}

/** Does the work for each of them, `at_once` at a time, in their order. */
export async function each<T, Result>(
  items: readonly T[],
  at_once: number,
  work: (item: T, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: at_once }, lane));
  return results;
}

/** An organization with one channel, whose agent has one tool. */
export async function makeLine(service: Service, lines: number, tool: string): Promise<Line> {
  const { id: org } = await service.admin<{ id: number }>("POST", "/organizations", {
    name: "Load",
    voice_lines: lines,
    features: { tools: true },
  });
  await service.admin("POST", `/organizations/${org}/credits`, { amount: 1_000_000_000 });
  const { id: project } = await service.admin<{ id: number }>("POST", "/projects", { org_id: org, name: "Load" });
  const { id: agent } = await service.admin<{ id: number }>("POST", "/agents", {
    project_id: project,
    name: "Ava",
    provider: "provider_a",
    tools: [{ name: "look", description: "Looks", kind: "webhook", url: tool }],
  });
  const { key } = await service.admin<{ key: string }>("POST", `/projects/${project}/channels`, {
    name: "Site",
    agent_id: agent,
    minute_limit: 1_000_000_000,
    day_limit: 1_000_000_000,
  });
  return { org, key, agent };
}
