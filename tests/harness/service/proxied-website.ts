import { createServer, type IncomingMessage } from "node:http";

/** Somebody's website of several pages, which serves the widget itself too: so a test can have any part of it fail. */
export interface ProxiedWebsite {
  origin: string;
  /** Paths of the service that were asked for here, oldest first. */
  asked: string[];
  /** From now on the connection breaks for these paths of the service; null for none. */
  block(paths: RegExp | null): void;
  /** Puts a page, or anything else, there. */
  put(path: string, body: string, headers?: Record<string, string>): void;
  /** Answers for the service from now on, e.g. with another config; null lets it answer itself. */
  answer(reply: ((path: string) => Response | null) | null): void;
  close(): Promise<void>;
}

const PART_OF_SERVICE = /^\/(?:voice-widget|demo\/|assets\/|again\/|widget\/v1\/)/;

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length ? Buffer.concat(chunks) : undefined;
}

/** @param service the origin behind it */
export async function startProxiedWebsite(service: string): Promise<ProxiedWebsite> {
  const pages = new Map<string, { body: string; headers: Record<string, string> }>();
  const asked: string[] = [];
  let blocked: RegExp | null = null;
  let reply: ((path: string) => Response | null) | null = null;

  const server = createServer(async (request, response) => {
    const path = request.url?.split("?")[0] ?? "/";
    const page = pages.get(path);
    if (page) return void response.writeHead(200, page.headers).end(page.body);
    if (!PART_OF_SERVICE.test(path)) return void response.writeHead(204).end();
    asked.push(path);
    if (blocked?.test(path)) return void request.socket.destroy();
    const { host: _host, connection: _connection, ...headers } = request.headers as Record<string, string>;
    try {
      // Leaving the page aborts its requests.
      const init = { method: request.method ?? "GET", headers, body: await bodyOf(request) } as RequestInit;
      const answered = reply?.(path) ?? (await fetch(service + request.url, init));
      const {
        "content-encoding": _encoding,
        "content-length": _length,
        ...kept
      } = Object.fromEntries(answered.headers);
      response.writeHead(answered.status, { ...kept, "cache-control": "no-store" });
      response.end(Buffer.from(await answered.arrayBuffer()));
    } catch {
      request.socket.destroy();
    }
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const address = server.address();
  if (!address || typeof address !== "object") throw new Error("the site has no port");
  return {
    origin: `http://localhost:${address.port}`,
    asked,
    block: (paths) => {
      blocked = paths;
    },
    put: (path, body, headers = {}) => {
      pages.set(path, { body, headers: { "content-type": "text/html; charset=utf-8", ...headers } });
    },
    answer: (next) => {
      reply = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
