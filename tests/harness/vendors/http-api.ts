import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import { type LoggedRequest, type MintScenario, type ReceivedSetup, SLOW_MS } from "./stand-in.ts";

/** A vendor's HTTP API: CORS as vendors give it, a log of requests, and the scenarios of token requests. */

export interface ApiReply {
  status: number;
  /** A text goes as it is, anything else as JSON. */
  body?: unknown;
  /** In place of a body: pieces as they come; stopped where the client hangs up. */
  stream?: (stopped: () => boolean) => AsyncIterable<string | Uint8Array>;
  headers?: Record<string, string>;
  /** For the log. */
  reason?: string;
}

export interface ApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  header(name: string): string;
  body: string;
}

export interface ApiFormat {
  /** The vendor's shape of an error. */
  error(status: number, code: string, message: string, param: string | null): unknown;
  /** A good answer without its token. */
  tokenless: unknown;
  /** How it refuses a location that it does not serve, where that differs from OpenAI. */
  forbidden?: [status: number, code: string, message: string];
}

/** A sentence in every error body, that no visitor may read. */
const UNSPEAKABLE = "the-vendors-own-words";

const FAILURES: Partial<Record<MintScenario, [status: number, code: string]>> = {
  unauthorized: [401, "invalid_api_key"],
  forbidden: [403, "unsupported_country_region_territory"],
  refused: [400, "invalid_value"],
  quota: [429, "insufficient_quota"],
  unavailable: [503, "server_error"],
};

/** How an upgrade is answered: `opened` gets the socket of status 101. */
export type DecideUpgrade = (
  url: URL,
  request: IncomingMessage,
) => { status: number; reason?: string | null; opened?: (socket: WebSocket) => void };

export class HttpApi {
  mint: MintScenario = "normal";
  /** Connections are reset. */
  unreachable = false;
  readonly requests: LoggedRequest[] = [];
  readonly server: Server;
  readonly #words: ApiFormat;
  readonly #answer: (asked: ApiRequest) => Promise<ApiReply>;
  readonly #isMint: (path: string) => boolean;
  #sockets: WebSocketServer | undefined;
  /** Upgrades that nobody answers. */
  #hanging: Duplex[] = [];

  private constructor(
    words: ApiFormat,
    isMint: (path: string) => boolean,
    answer: (asked: ApiRequest) => Promise<ApiReply>,
  ) {
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
    words: ApiFormat,
    isMint: (path: string) => boolean,
    answer: (asked: ApiRequest) => Promise<ApiReply>,
  ): Promise<HttpApi> {
    const api = new HttpApi(words, isMint, answer);
    await new Promise<void>((done) => api.server.listen(0, "localhost", done));
    return api;
  }

  get origin(): string {
    const address = this.server.address();
    return `http://localhost:${address && typeof address === "object" ? address.port : 0}`;
  }

  /**
   * For vendors that are spoken with over a WebSocket.
   * @param options.protocol the subprotocol that is answered with
   * @param options.mint whether opening one is what `mint` decides on
   */
  acceptSockets(
    options: { protocol?: (offered: Set<string>) => string | false; mint?: boolean },
    decide: DecideUpgrade,
  ): void {
    this.#sockets = new WebSocketServer({
      noServer: true,
      ...(options.protocol && { handleProtocols: options.protocol }),
    });
    this.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (this.unreachable) {
        socket.destroy();
        return;
      }
      const url = new URL(request.url ?? "/", this.origin);
      const { status, reason = null, opened } = decide(url, request);
      this.requests.push({ what: `GET ${url.pathname}`, status, reason });
      const scenario = options.mint && status === 101 ? this.mint : "normal";
      const open = () => this.#sockets?.handleUpgrade(request, socket, head, opened ?? (() => {}));
      if (scenario === "hang") {
        this.#hanging.push(socket);
        return;
      }
      if (scenario === "slow") setTimeout(open, SLOW_MS);
      else if (scenario !== "normal") refuseUpgrade(socket, this.#failure(scenario));
      else if (status === 101) open();
      else refuseUpgrade(socket, { status });
    });
  }

  close(): Promise<void> {
    for (const socket of this.#sockets?.clients ?? []) socket.terminate();
    for (const socket of this.#hanging) socket.destroy();
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }

  refusal = (status: number, code: string, message: string, param: string | null = null): ApiReply => ({
    status,
    body: this.#words.error(status, code, `${message} (${UNSPEAKABLE})`, param),
    reason: `${code}: ${message}`,
  });

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.unreachable) {
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
    const asked: ApiRequest = {
      method: request.method ?? "",
      path,
      query,
      header: (name) => String(request.headers[name] ?? ""),
      body: Buffer.concat(chunks).toString(),
    };
    const visit: LoggedRequest = { what: `${asked.method} ${path}`, status: 0, reason: null };
    this.requests.push(visit);
    const reply = await (this.#isMint(path) ? this.#minted(asked) : this.#answer(asked)).catch((error) => {
      if (error instanceof SyntaxError) return this.refusal(400, "invalid_json", "The body is not JSON");
      throw error;
    });
    if (!reply) return;
    Object.assign(visit, { status: reply.status, reason: reply.reason ?? null });
    if (reply.stream) {
      response.writeHead(reply.status, { ...cors, ...reply.headers });
      for await (const piece of reply.stream(() => response.destroyed)) {
        if (response.destroyed) return;
        response.write(piece);
      }
      response.end();
      return;
    }
    const isText = typeof reply.body === "string";
    response
      .writeHead(reply.status, {
        "content-type": isText ? "text/plain" : "application/json",
        ...cors,
        ...reply.headers,
      })
      .end(isText ? reply.body : reply.body === undefined ? "" : JSON.stringify(reply.body));
  }

  #failure(scenario: MintScenario): ApiReply {
    if (scenario === "forbidden" && this.#words.forbidden) return this.refusal(...this.#words.forbidden);
    const failure = FAILURES[scenario];
    if (failure) return this.refusal(...failure, `A failure was asked for: ${scenario}`);
    if (scenario !== "html") return { status: 200, body: this.#words.tokenless };
    const body = `<html><title>502 Bad Gateway</title>${UNSPEAKABLE}</html>`;
    return { status: 502, headers: { "content-type": "text/html" }, body };
  }

  /** `null`: no answer ever. */
  async #minted(asked: ApiRequest): Promise<ApiReply | null> {
    const scenario = this.mint;
    if (scenario === "hang") return null;
    if (FAILURES[scenario] || scenario === "html" || scenario === "no token") return this.#failure(scenario);
    if (scenario === "slow") await sleep(SLOW_MS);
    const reply = await this.#answer(asked);
    if (scenario !== "half json") return reply;
    const text = JSON.stringify(reply.body);
    return { ...reply, headers: { "content-type": "application/json" }, body: text.slice(0, text.length / 2) };
  }
}

/** An HTTP answer in the place of a WebSocket. */
function refuseUpgrade(socket: Duplex, { status, headers = {}, body }: ApiReply): void {
  const text = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
  const type = typeof body === "object" ? { "content-type": "application/json" } : {};
  const lines = Object.entries({ ...type, "content-length": String(Buffer.byteLength(text)), ...headers });
  const head = [`HTTP/1.1 ${status} Refused`, "connection: close", ...lines.map((line) => line.join(": "))];
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`);
}

/** A stand-in: what the API has, and what is this vendor's own. */
export function standInOf<Own extends object>(api: HttpApi, own: Own) {
  const shared = {
    origin: api.origin,
    requests: api.requests,
    unspeakable: UNSPEAKABLE,
    safety_identifier: null as string | null,
    setup: null as ReceivedSetup | null,
    get mint() {
      return api.mint;
    },
    set mint(scenario: MintScenario) {
      api.mint = scenario;
    },
    get unreachable() {
      return api.unreachable;
    },
    set unreachable(unreachable: boolean) {
      api.unreachable = unreachable;
    },
    close: () => api.close(),
  };
  // Copied with their getters, not their values of now.
  const all: unknown = Object.defineProperties(shared, Object.getOwnPropertyDescriptors(own));
  return all as Omit<typeof shared, keyof Own> & Own;
}
