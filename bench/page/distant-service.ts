import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds. */
export const ROUND_TRIP = 150;
/** Bytes per millisecond, 1.6 Mbit/s and 750 kbit/s. */
const DOWN = 204.8;
const UP = 93.75;
/** What a packet of TCP holds, bytes. */
const SEGMENT = 1_460;

export interface DistantService {
  origin: string;
  close(): void;
}

/** Bytes that share a line queue for it. Answers with the milliseconds until these have left it. */
function line(bytesPerMs: number): (bytes: number) => number {
  let free = 0;
  return (bytes) => {
    const now = performance.now();
    free = Math.max(now, free) + bytes / bytesPerMs;
    return free - now;
  };
}

/**
 * A relay that a page finds at the end of a slow mobile line, with the service behind it. Unlike DevTools' own, it delays
 * WebSockets as well, and each new connection by the round trip of its handshake.
 * @param origin of a service on this machine, http
 */
export async function startDistantService(origin: string): Promise<DistantService> {
  const port = Number(new URL(origin).port);
  const [down, up] = [line(DOWN), line(UP)];
  const server = createServer({ noDelay: true }, (page) => {
    const service = connect({ port, host: "localhost", noDelay: true });
    const established = performance.now() + ROUND_TRIP;
    relay(page, service, (bytes) => up(bytes) + Math.max(0, established - performance.now()));
    relay(service, page, down);
    for (const end of [page, service])
      end.on("error", () => {
        page.destroy();
        service.destroy();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port.");
  return { origin: `http://localhost:${address.port}`, close: () => server.close() };
}

/** In order, half a round trip later, and no faster than the line. */
function relay(from: Socket, to: Socket, wait: (bytes: number) => number): void {
  let before: Promise<unknown> = Promise.resolve();
  const inOrder = (delay: number, then: () => void) => {
    const due = sleep(delay);
    before = before.then(() => due).then(then);
  };
  from.on("data", (data) => {
    for (let at = 0; at < data.length; at += SEGMENT) {
      const segment = data.subarray(at, at + SEGMENT);
      inOrder(ROUND_TRIP / 2 + wait(segment.length), () => to.write(segment));
    }
  });
  from.on("end", () => inOrder(ROUND_TRIP / 2, () => to.end()));
}
