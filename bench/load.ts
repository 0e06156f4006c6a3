import { connect, type Socket } from "node:net";

/** One request, as the bytes that travel. */
export type Wire = Buffer;

export const wire = (method: string, path: string, headers: Record<string, string> = {}, body?: string): Wire =>
  Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: bench\r\n${Object.entries({
      ...headers,
      ...(body !== undefined && {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
      }),
    })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}\r\n${body ?? ""}`,
  );

const END_OF_HEAD = Buffer.from("\r\n\r\n");

/** Bytes of the first whole answer in `bytes`, 0 while it is incomplete. */
function answerLength(bytes: Buffer): number {
  const head = bytes.indexOf(END_OF_HEAD);
  if (head < 0) return 0;
  const text = bytes.toString("latin1", 0, head).toLowerCase();
  const start = head + END_OF_HEAD.length;
  const length = /\r\ncontent-length: (\d+)/.exec(text)?.[1];
  if (length !== undefined) return bytes.length >= start + Number(length) ? start + Number(length) : 0;
  if (!text.includes("\r\ntransfer-encoding: chunked")) return start;
  const last = bytes.indexOf("0\r\n\r\n", start);
  return last < 0 ? 0 : last + 5;
}

/** A persistent connection that carries one request at a time. */
class Lane {
  readonly #socket: Socket;
  #bytes: Buffer = Buffer.alloc(0);
  #settle: ((status: number) => void) | null = null;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on("data", (chunk: Buffer) => {
      this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
      const length = answerLength(this.#bytes);
      if (length === 0) return;
      const status = Number(this.#bytes.toString("latin1", 9, 12));
      this.#bytes = this.#bytes.subarray(length);
      this.#settle?.(status);
    });
    this.#socket.on("error", () => this.#settle?.(0));
    this.#socket.on("close", () => this.#settle?.(0));
  }

  /** @returns the status, 0 where the connection broke */
  send(request: Wire): Promise<number> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}

export interface Measured {
  /** Milliseconds of the median request. */
  median: number;
  /** Requests a second. */
  rate: number;
  count: number;
  statuses: Map<number, number>;
}

/** Sends `request` over `connections` for `seconds`, each waiting for its answer before the next. */
export async function load(url: string, request: Wire, connections: number, seconds: number): Promise<Measured> {
  const lanes = Array.from({ length: connections }, () => new Lane(url));
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    lanes.map(async (lane) => {
      for (let now = performance.now(); now < until; ) {
        const status = await lane.send(request);
        const after = performance.now();
        times.push(after - now);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        now = after;
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  for (const lane of lanes) lane.close();
  times.sort((a, b) => a - b);
  return { median: times[times.length >> 1] ?? 0, rate: times.length / elapsed, count: times.length, statuses };
}
