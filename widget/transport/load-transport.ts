import type { Protocol } from "../../shared/providers.ts";
import type { Connection } from "../../shared/session.ts";
import { SessionError } from "../errors.ts";
import type { ConnectionKind } from "./connection-kind.ts";
import type { CreateProtocol, CreateTransport } from "./transport.ts";

/** One chunk per wire protocol: a visitor loads only the one in use. */
const PROTOCOLS: Record<Protocol, () => Promise<CreateProtocol>> = {
  "openai-realtime": () => import("./vendors/openai-realtime.ts").then((module) => module.openaiRealtime),
  "xai-realtime": () => import("./vendors/xai-realtime.ts").then((module) => module.xaiRealtime),
  "gemini-live": () => import("./vendors/gemini-live.ts").then((module) => module.geminiLive),
  "inworld-realtime": () => import("./vendors/inworld-realtime.ts").then((module) => module.inworldRealtime),
  "elevenlabs-convai": () => import("./vendors/elevenlabs-convai.ts").then((module) => module.elevenlabsConvai),
};

/** One chunk per way to move messages and sound. */
const CORES = {
  websocket: () => import("./websocket.ts").then((module) => module.WebSocketTransport),
  webrtc: () => import("./webrtc.ts").then((module) => module.WebRtcTransport),
};

/** The protocol and transport of the last session on this page: most likely the next one's too. */
let guess: ConnectionKind | null = null;

/**
 * Loads the code that will most likely be needed while the session is being opened; nothing if that is unknown. Failures
 * are handled when it is needed.
 * @returns whether sound will most likely go through the worklet
 */
export function preloadTransport(likely: ConnectionKind | null = guess): boolean {
  if (!likely) return false;
  const { protocol, transport } = likely;
  for (const [name, loads] of [
    [transport, CORES],
    [protocol, PROTOCOLS],
  ] as const) {
    const load = Object.hasOwn(loads, name) && (loads as Record<string, () => Promise<unknown>>)[name];
    if (load) load().catch(() => {});
  }
  return transport === "websocket";
}

/** Throws a `SessionError` if this version does not have the protocol, or a chunk cannot be loaded. */
export async function loadTransport(connection: Connection): Promise<CreateTransport> {
  // Another version of the service may name others.
  const protocol = (PROTOCOLS as Partial<typeof PROTOCOLS>)[connection.protocol];
  const core = (CORES as Partial<typeof CORES>)[connection.transport];
  if (!protocol || !core)
    throw new SessionError(
      "vendor_failed",
      `This version of the widget does not speak ${connection.protocol} over ${connection.transport}`,
    );
  guess = { protocol: connection.protocol, transport: connection.transport };
  try {
    const [Core, createProtocol] = await Promise.all([core(), protocol()]);
    return (options) => new Core(createProtocol, options);
  } catch (error) {
    throw new SessionError("unreachable", `A part of the widget could not be loaded: ${error}`);
  }
}
