/// <reference lib="es2024.promise" />
import { isObject } from "../../../../shared/is-object.ts";
import { ConnectionRefused } from "../connection-refused.ts";
import type { CompatibleCall } from "../rpc.ts";

/** The time limit for connecting and accepting the settings. Milliseconds. */
const SET_UP_MS = 6_000;
/** Characters of a server's answer that the log keeps. */
const MAX_CAUSE = 300;

interface ServerMessage {
  type?: unknown;
  session?: Record<string, unknown>;
  /** Some servers give the error's fields at the top instead. */
  error?: { code?: unknown; message?: unknown };
}

export type Session = Record<string, unknown>;

/** @throws if there is no answer, or not a WebSocket */
async function dial({ url, key }: CompatibleCall): Promise<WebSocket> {
  const headers = { Upgrade: "websocket", ...(key !== null && { Authorization: `Bearer ${key}` }) };
  // Not `AbortSignal.timeout`: aborting after the connection is made would close the WebSocket.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error("no answer in time")), SET_UP_MS);
  const response = await fetch(url, { headers, redirect: "manual", signal: late.signal }).finally(() =>
    clearTimeout(timer),
  );
  if (response.webSocket) return response.webSocket;
  throw await ConnectionRefused.from(response, new URL(url).host);
}

/**
 * A connection on which the server has accepted the session's settings.
 * @throws with the server's answer if it refuses
 */
export async function connectToServer(call: CompatibleCall): Promise<{ socket: WebSocket; session: Session }> {
  const socket = await dial(call);
  const ready = Promise.withResolvers<Session>();
  const timer = setTimeout(() => ready.reject(new Error("the session was not set up in time")), SET_UP_MS);
  const listen = new AbortController();
  const { signal } = listen;
  socket.addEventListener(
    "message",
    ({ data }) => {
      const message = parse(data);
      if (message?.type === "session.created")
        socket.send(JSON.stringify({ type: "session.update", session: call.session }));
      if (message?.type === "session.updated") ready.resolve(message.session ?? {});
      if (message?.type === "error")
        ready.reject(new Error(JSON.stringify(message.error ?? message).slice(0, MAX_CAUSE)));
    },
    { signal },
  );
  socket.addEventListener("close", ({ code }) => ready.reject(new Error(`closed with ${code}`)), { signal });
  socket.addEventListener("error", () => ready.reject(new Error("the connection failed")), { signal });
  socket.accept();
  try {
    return { socket, session: await ready.promise };
  } catch (error) {
    socket.close(1000);
    throw error;
  } finally {
    clearTimeout(timer);
    listen.abort();
  }
}

/** A JSON object of the wire, in a frame of text or of bytes; `null` for anything else. */
export function parse(data: unknown): ServerMessage | null {
  try {
    const value = JSON.parse(typeof data === "string" ? data : new TextDecoder().decode(data as ArrayBuffer));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
