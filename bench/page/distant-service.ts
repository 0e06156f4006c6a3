import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { NETWORK } from "./visit.ts";

const ONE_WAY_MS = NETWORK.latency / 2;
/** Bytes in a packet of TCP. */
const SEGMENT = 1_460;

export interface DistantService {
  origin: string;
  close(): void;
}

/** All connections share one direction's bandwidth. Answers with the milliseconds until these bytes have been sent. */
function bandwidth(bytesPerSecond: number): (bytes: number) => number {
  let free = 0;
  return (bytes) => {
    const now = performance.now();
    free = Math.max(now, free) + (bytes * 1_000) / bytesPerSecond;
    return free - now;
  };
}

/**
 * A TCP proxy in front of a service, as far away as a phone's network puts it. Unlike DevTools' emulation, it delays
 * WebSockets, too, and each new connection by the round trip of its handshake.
 * @param origin of a service on this machine, http
 */
export async function startDistantService(origin: string): Promise<DistantService> {
  const port = Number(new URL(origin).port);
  const [down, up] = [bandwidth(NETWORK.downloadThroughput), bandwidth(NETWORK.uploadThroughput)];
  const server = createServer({ noDelay: true }, (page) => {
    const service = connect({ port, host: "localhost", noDelay: true });
    const established = performance.now() + NETWORK.latency;
    forward(page, service, (bytes) => up(bytes) + Math.max(0, established - performance.now()));
    forward(service, page, down);
    for (const end of [page, service])
      end.on("error", () => {
        page.destroy();
        service.destroy();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return { origin: `http://localhost:${address.port}`, close: () => server.close() };
}

/** Keeps the order. @param queued milliseconds until so many bytes have been sent */
function forward(from: Socket, to: Socket, queued: (bytes: number) => number): void {
  let before: Promise<unknown> = Promise.resolve();
  const inOrder = (delay: number, then: () => void) => {
    const due = sleep(delay);
    before = before.then(() => due).then(then);
  };
  from.on("data", (data) => {
    for (let at = 0; at < data.length; at += SEGMENT) {
      const segment = data.subarray(at, at + SEGMENT);
      inOrder(ONE_WAY_MS + queued(segment.length), () => to.write(segment));
    }
  });
  from.on("end", () => inOrder(ONE_WAY_MS, () => to.end()));
}
