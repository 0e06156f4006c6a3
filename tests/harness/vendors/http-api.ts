import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type MintScenario, SLOW_MS, type Visit } from "./stand-in.ts";

/** A vendor's HTTP door: CORS as vendors give it, a log of who came, and the scenarios of token requests. */

export interface Reply {
  status: number;
  /** A text goes as it is, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** For the log. */
  reason?: string;
}

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  header(name: string): string;
  body: string;
}

export interface DoorWords {
  /** The vendor's shape of an error. */
  error(status: number, code: string, message: string, param: string | null): unknown;
  /** A good answer without its token. */
  tokenless: unknown;
}

/** A sentence in every error body, that no visitor may read. */
export const UNSPEAKABLE = "the-vendors-own-words";

const FAILURES: Partial<Record<MintScenario, [status: number, code: string]>> = {
  unauthorized: [401, "invalid_api_key"],
  forbidden: [403, "unsupported_country_region_territory"],
  refused: [400, "invalid_value"],
  quota: [429, "insufficient_quota"],
  unavailable: [503, "server_error"],
};

export class Door {
  mint: MintScenario = "normal";
  /** Nobody is at home: whoever comes is hung up on. */
  away = false;
  readonly visits: Visit[] = [];
  readonly server: Server;
  readonly #words: DoorWords;
  readonly #answer: (asked: Asked) => Promise<Reply>;
  readonly #isMint: (path: string) => boolean;

  private constructor(words: DoorWords, isMint: (path: string) => boolean, answer: (asked: Asked) => Promise<Reply>) {
    this.#words = words;
    this.#isMint = isMint;
    this.#answer = answer;
    this.server = createServer((request, response) => {
      this.#serve(request, response).catch((error) => {
        console.error("the stand-in broke", error);
        response.destroy();
      });
    });
  }

  static async open(
    words: DoorWords,
    isMint: (path: string) => boolean,
    answer: (asked: Asked) => Promise<Reply>,
  ): Promise<Door> {
    const door = new Door(words, isMint, answer);
    await new Promise<void>((done) => door.server.listen(0, "localhost", done));
    return door;
  }

  get origin(): string {
    const address = this.server.address();
    return `http://localhost:${address && typeof address === "object" ? address.port : 0}`;
  }

  /** For vendors that are spoken with over a WebSocket. */
  onUpgrade(serve: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void {
    this.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (this.away) socket.destroy();
      else serve(request, socket, head);
    });
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }

  refusal = (status: number, code: string, message: string, param: string | null = null): Reply => ({
    status,
    body: this.#words.error(status, code, `${message} (${UNSPEAKABLE})`, param),
    reason: `${code}: ${message}`,
  });

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.away) {
      response.destroy();
      return;
    }
    const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://localhost");
    const cors = {
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "authorization, content-type",
      "access-control-expose-headers": "location",
    };
    if (request.method === "OPTIONS") {
      response.writeHead(204, cors).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked: Asked = {
      method: request.method ?? "",
      path,
      query,
      header: (name) => String(request.headers[name] ?? ""),
      body: Buffer.concat(chunks).toString(),
    };
    const visit: Visit = { what: `${asked.method} ${path}`, status: 0, reason: null };
    this.visits.push(visit);
    const reply = await (this.#isMint(path) ? this.#minted(asked) : this.#answer(asked)).catch((error) => {
      if (error instanceof SyntaxError) return this.refusal(400, "invalid_json", "The body is not JSON");
      throw error;
    });
    if (!reply) return;
    Object.assign(visit, { status: reply.status, reason: reply.reason ?? null });
    const isText = typeof reply.body === "string";
    response
      .writeHead(reply.status, {
        "content-type": isText ? "text/plain" : "application/json",
        ...cors,
        ...reply.headers,
      })
      .end(isText ? reply.body : reply.body === undefined ? "" : JSON.stringify(reply.body));
  }

  /** `null`: no answer ever. */
  async #minted(asked: Asked): Promise<Reply | null> {
    const scenario = this.mint;
    const failure = FAILURES[scenario];
    if (failure) return this.refusal(...failure, `A failure was asked for: ${scenario}`);
    if (scenario === "hang") return null;
    if (scenario === "html") {
      const body = `<html><title>502 Bad Gateway</title>${UNSPEAKABLE}</html>`;
      return { status: 502, headers: { "content-type": "text/html" }, body };
    }
    if (scenario === "no token") return { status: 200, body: this.#words.tokenless };
    if (scenario === "slow") await sleep(SLOW_MS);
    const reply = await this.#answer(asked);
    if (scenario !== "half json") return reply;
    const text = JSON.stringify(reply.body);
    return { ...reply, headers: { "content-type": "application/json" }, body: text.slice(0, text.length / 2) };
  }
}
