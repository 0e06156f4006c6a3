import type { Connection } from "../../shared/session.ts";
import { SessionError } from "../errors.ts";
import type { CreateProtocol, CreateTransport } from "./transport.ts";

/** One chunk per wire protocol: a visitor loads only the one that is spoken. */
const PROTOCOLS: { [protocol in Connection["protocol"]]?: () => Promise<CreateProtocol> } = {
  "openai-realtime": () => import("./vendors/openai-realtime.ts").then((module) => module.openaiRealtime),
  "xai-realtime": () => import("./vendors/xai-realtime.ts").then((module) => module.xaiRealtime),
  "gemini-live": () => import("./vendors/gemini-live.ts").then((module) => module.geminiLive),
  "elevenlabs-convai": () => import("./vendors/elevenlabs-convai.ts").then((module) => module.elevenlabsConvai),
};

/** One chunk per way to move messages and sound. */
const CORES = {
  websocket: () => import("./websocket.ts").then((module) => module.WebSocketTransport),
};

/** Most sessions speak this; it is fetched while the service still answers. */
let guess: Connection["protocol"] = "openai-realtime";

/** Fetches what will most likely be needed. Failures show when it is. */
export function warmTransport(protocol = guess): void {
  CORES.websocket().catch(() => {});
  PROTOCOLS[protocol]?.().catch(() => {});
}

/** Throws a `SessionError` where this version does not speak the protocol, or a chunk cannot be fetched. */
export async function loadTransport(connection: Connection): Promise<CreateTransport> {
  const protocol = PROTOCOLS[connection.protocol];
  const core = CORES[connection.transport as keyof typeof CORES];
  if (!protocol || !core)
    throw new SessionError(
      "vendor_failed",
      `This version of the widget does not speak ${connection.protocol} over ${connection.transport}`,
    );
  guess = connection.protocol;
  try {
    const [Core, createProtocol] = await Promise.all([core(), protocol()]);
    return (call) => new Core(createProtocol, call);
  } catch (error) {
    throw new SessionError("unreachable", `A part of the widget could not be loaded: ${error}`);
  }
}
