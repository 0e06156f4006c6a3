import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

interface Delivered {
  type: "session.ended" | "contact.created";
  data: { session_id: string };
}

/** Failed tries of one delivery after which it has no bad luck any more: after twelve the service gives it up. */
const BAD_LUCK = 4;

/** Somebody's server that fails at random, is slow at random, answers too much, and is down for a while. */
export class Receiver {
  /** Every body that came under an id. */
  readonly bodies = new Map<string, Set<string>>();
  /** Ids that were taken, by what they tell: `session.ended:ses_…`. */
  readonly taken = new Map<string, string>();
  /** What came before the one before it was taken. */
  readonly early: string[] = [];
  readonly #failures = new Map<string, number>();
  readonly #contactFirst: ReadonlySet<string>;
  readonly #random: () => number;
  readonly #server: Server;
  down = false;
  tries = 0;

  /** @param contactFirst sessions whose contact must be taken before their end may come */
  constructor(contactFirst: ReadonlySet<string>, random: () => number) {
    this.#contactFirst = contactFirst;
    this.#random = random;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = String(await buffer(request).catch(() => ""));
    const id = String(request.headers["webhook-id"]);
    if (!body) return;
    this.tries++;
    this.bodies.set(id, (this.bodies.get(id) ?? new Set()).add(body));
    const { type, data } = JSON.parse(body) as Delivered;
    const session = data.session_id;
    if (type === "session.ended" && this.#contactFirst.has(session) && !this.taken.has(`contact.created:${session}`))
      this.early.push(session);
    const failures = this.#failures.get(id) ?? 0;
    const luck = this.#random();
    if (this.down || (failures < BAD_LUCK && luck >= 0.1 && luck < 0.25)) {
      this.#failures.set(id, failures + 1);
      return void (this.down || luck >= 0.2 ? request.socket.destroy() : response.writeHead(503).end());
    }
    if (luck < 0.1) await sleep(300);
    this.taken.set(`${type}:${session}`, id);
    if (luck < 0.3) return void endless(response);
    response.writeHead(204).end();
  }
}

/** An answer that goes on until nobody reads it. */
function endless(response: ServerResponse): void {
  response.writeHead(200);
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  };
  response.on("drain", more);
  response.on("error", () => {});
  more();
}
