import type { Service } from "../../harness/service/workerd/service.ts";

export const itemOf = (line: number): string => `item-${line}`;

/** What a page does with its session: it reports in turn, and what was not answered once more, also after a kill. */
export class Page {
  readonly session: string;
  readonly #service: Service;
  readonly #key: string;
  #said = 0;
  /** How often each line was sent. */
  readonly tries: number[] = [];
  ended = false;

  private constructor(service: Service, key: string, session: string) {
    this.#service = service;
    this.#key = key;
    this.session = session;
  }

  static async open(service: Service, key: string, agent: number): Promise<Page> {
    const response = await post(service, key, "/session", { agent_id: agent });
    const { session_id } = (await response.json()) as { session_id: string };
    if (response.status !== 200) throw new Error(`start: ${response.status}`);
    return new Page(service, key, session_id);
  }

  lines = (count: number): string[] => Array.from({ length: count }, (_, n) => `Line ${n} of ${this.session}`);

  /** Says all that it has not said yet, as far as the service lives. */
  async talk(count: number): Promise<void> {
    const lines = this.lines(count);
    for (; this.#said < count; this.#said++) {
      const item = itemOf(this.#said);
      this.tries[this.#said] = (this.tries[this.#said] ?? 0) + 1;
      const said = { type: "user_transcript", item, text: lines[this.#said] };
      const used = { type: "usage", id: item, total_tokens: 1 };
      if (!(await this.#report(...(this.#said === 0 ? [{ type: "connected" }] : []), said, used))) return;
    }
  }

  async end(): Promise<void> {
    this.ended = await this.#report({ type: "ended" });
  }

  /** @returns whether it was acknowledged */
  async #report(...events: object[]): Promise<boolean> {
    try {
      const response = await post(this.#service, this.#key, `/session/${this.session}/events`, { events });
      const text = await response.text();
      // 503 only while the service dies.
      if (response.status !== 200 && response.status !== 503) throw new Error(`report: ${response.status} ${text}`);
      return response.status === 200;
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  }
}

const post = (service: Service, key: string, path: string, body: object) =>
  fetch(`${service.url}/widget/v1${path}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
