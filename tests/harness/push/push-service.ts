import { createServer } from "node:http";
import { readVapid, subscribedBrowser } from "./push-browser.ts";

/** A push service on this machine, and one browser that is subscribed there. */
export interface PushService {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What the browser read of what came, with the key that signed it. */
  got: { message: unknown; key: string }[];
  /** What it answers from now on. */
  status: number;
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = new Uint8Array(Buffer.concat(parts)).buffer;
    const { key } = await readVapid(request.headers.authorization ?? "");
    service.got.push({ message: await browser.read(body), key });
    response.writeHead(service.status).end();
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const address = server.address();
  if (!address || typeof address !== "object") throw new Error("the push service has no port");
  const browser = await subscribedBrowser(`http://localhost:${address.port}/send/1`);
  const service: PushService = {
    subscription: browser.subscription,
    got: [],
    status: 201,
    close: () => new Promise((done) => server.close(() => done())),
  };
  return service;
}
