import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** A receiver of webhooks: stores what it got, and answers 200 or what `status` says. */
export interface Hook {
  url: string;
  status: number;
  got: { signed: boolean; body: unknown }[];
  close(): Promise<void>;
}

export async function startHook(answer: unknown): Promise<Hook> {
  const got: Hook["got"] = [];
  const hook: Hook = { url: "", status: 200, got, close: () => new Promise((done) => server.close(() => done())) };
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => "");
    // Broken off: the service ended meanwhile.
    if (!request.complete) return;
    const signed = typeof request.headers["webhook-signature"] === "string";
    got.push({ signed, body: JSON.parse(body) });
    response.writeHead(hook.status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const address = server.address();
  if (!address || typeof address !== "object") throw new Error("the hook has no port");
  hook.url = `http://localhost:${address.port}/hook`;
  return hook;
}
