import type { Connection } from "../../shared/session.ts";
import type { Protocol } from "../../shared/vendors.ts";
import type { KeepSound } from "../audio/microphone.ts";
import { notLoaded, SessionError } from "../errors.ts";
import type { ConnectionKind } from "./connection-kind.ts";
import type { CreateCore, CreateProtocol, CreateTransport } from "./transport.ts";

type Loads<Name extends string, Module> = Record<Name, () => Promise<Module>>;
interface Core {
  create: CreateCore;
  keep: KeepSound;
}

/** One chunk per wire protocol, and one per way to move messages and sound: a visitor loads only those in use. */
const PROTOCOLS: Loads<Protocol, { create: CreateProtocol }> = {
  "openai-realtime": () => import("./vendors/openai-realtime.ts"),
  "xai-realtime": () => import("./vendors/xai-realtime.ts"),
  "gemini-live": () => import("./vendors/gemini-live.ts"),
  "inworld-realtime": () => import("./vendors/inworld-realtime.ts"),
  "elevenlabs-convai": () => import("./vendors/elevenlabs-convai.ts"),
};
const CORES: Loads<Connection["transport"], Core> = {
  websocket: () => import("./websocket.ts"),
  webrtc: () => import("./webrtc.ts"),
};

/** The protocol and transport of the last session on this page: most likely the next one's too. */
let guess: ConnectionKind | null = null;

/** What loads a protocol and a core; undefined where this version does not have them: another service may name others. */
const loadsOf = ({ protocol, transport }: ConnectionKind) =>
  [load(CORES, transport), load(PROTOCOLS, protocol)] as const;
const load = <Module>(loads: Loads<string, Module>, name: string) =>
  Object.hasOwn(loads, name) ? loads[name] : undefined;

/**
 * Loads the code that will most likely be needed while the session is being opened; nothing if that is unknown.
 * @returns the core, where it could be loaded; a failure is handled when it is needed
 */
export async function preloadTransport(likely: ConnectionKind | null = guess): Promise<Core | undefined> {
  if (!likely) return undefined;
  const [loadCore, loadProtocol] = loadsOf(likely);
  return Promise.all([loadCore?.(), loadProtocol?.()]).then(
    ([core]) => core,
    () => undefined,
  );
}

/** Throws a `SessionError` if this version does not have the protocol, or a chunk cannot be loaded. */
export async function loadTransport({ protocol, transport, url }: Connection): Promise<CreateTransport> {
  guess = { protocol, transport };
  const [loadCore, loadProtocol] = loadsOf(guess);
  if (!loadCore || !loadProtocol)
    throw new SessionError("vendor_failed", `The widget does not speak ${protocol} over ${transport}`);
  // OpenAI's protocol and its dialects. Answers of the demo agent do not fail.
  const again =
    protocol.endsWith("realtime") && !url.includes("/demo/")
      ? import("./vendors/openai-again.ts").catch(() => null)
      : null;
  const [core, { create }] = await Promise.all([loadCore(), loadProtocol()]).catch(notLoaded);
  const asking = (await again)?.askingAgain(create) ?? create;
  return (options) => core.create(asking, options);
}
