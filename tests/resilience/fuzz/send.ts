import { Agent, request as httpRequest } from "node:http";
import type { FuzzRequest } from "./requests.ts";

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
  milliseconds: number;
}

/** No request may take longer; one that does is a hang. */
const PATIENCE_MS = 60_000;

/** A connection that nobody uses is ended here, and before workerd ends it after five seconds, maybe under a request. */
const agent = new Agent({ keepAlive: true, maxSockets: 32, timeout: 3_000 });
/**
 * Bytes of a body above which it gets a connection of its own: workerd answers without reading what no route wants, and
 * then closes, which can cut the answer off. At Cloudflare the edge stands in front and reads it.
 */
const LONG_BODY = 4_096;

/** The server closed the connection on a long body that it did not want. */
export class Cut extends Error {}

/** Sends a request as it is: nothing is normalised on the way. @throws Error when the connection breaks or it hangs */
export function send(origin: string, { method, target, headers, body }: FuzzRequest): Promise<Answer> {
  const started = performance.now();
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const long = body !== null && body.length > LONG_BODY;
    const outgoing = httpRequest({
      agent: long ? false : agent,
      host: hostname,
      port,
      method,
      path: target,
      headers: { ...headers, ...(body && { "content-length": String(body.length) }) },
    });
    const patience = setTimeout(() => outgoing.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)), PATIENCE_MS);
    const settle = (status: number, raw: NodeJS.Dict<string | string[]>, text: string) => {
      clearTimeout(patience);
      const entries = Object.entries(raw).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      );
      resolve({
        status,
        headers: new Headers(entries as [string, string][]),
        body: text,
        milliseconds: performance.now() - started,
      });
    };
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(patience);
      reject(long && (error.code === "ECONNRESET" || error.code === "EPIPE") ? new Cut() : error);
    });
    outgoing.on("upgrade", (response, socket) => {
      socket.destroy();
      settle(response.statusCode ?? 0, response.headers, "");
    });
    outgoing.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => settle(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString()));
    });
    outgoing.end(body ?? undefined);
  });
}
