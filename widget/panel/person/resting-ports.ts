import type { SessionStarted } from "../../../shared/session.ts";
import type { SavedPerson } from "../../session/earlier-conversation.ts";
import type { Ports } from "../../session/ports.ts";
import type { Transport } from "../../transport/transport.ts";

/** Remaining time that a continued session assumes until the service names it; more than the last minute. Seconds. */
const SOME_SECONDS = 600;

/** Connected once the service has said who holds the conversation; nobody is at the other end. */
const restingTransport = (known: () => Promise<void>): Transport => ({
  connect: async () => {
    await known();
    return {};
  },
  attach: () => {},
  hear: async () => {},
  greet: () => {},
  sendText: () => {},
  sendNote: () => {},
  answerTool: () => {},
  interrupt: () => {},
  level: 0,
  maxMessageBytes: 0,
  close: () => {},
});

/**
 * What a conversation uses that another page has left to a person: its session goes on as it is, so the service is asked
 * for no connection, no vendor is connected, and no sound is opened, since nobody has clicked. Everything later, as the
 * agent's return, goes the usual way.
 * @param known settles with the service's first word on the live socket
 */
export function restingPorts(
  ports: Ports,
  saved: SavedPerson & { session_id: string; session_secret: string },
  known: () => Promise<void>,
): Ports {
  // Only the first: with the second the agent is wanted. The client of the service keeps this function.
  let resumed = false;
  const resting: Ports = {
    ...ports,
    fetch: async (input, init) => {
      if (resumed || !String(input).endsWith("/reconnect")) return ports.fetch(input, init);
      resumed = true;
      return Response.json(grantOf(saved));
    },
    loadTransport: async () => {
      Object.assign(resting, { ...ports, fetch: resting.fetch });
      return () => restingTransport(known);
    },
    unlockAudio: () => null,
    loadVoice: () => null as never,
    preparePeer: () => null,
    preloadTransport: async () => undefined,
  };
  return resting;
}

function grantOf({
  session_id,
  session_secret,
  agent_id,
  agent_name,
  ice_servers,
}: Parameters<typeof restingPorts>[1]) {
  return {
    session_id,
    session_secret,
    agent_id,
    agent_name,
    ice_servers,
    server_time: Date.now(),
    connection: { protocol: "openai-realtime", transport: "websocket", url: "" },
    client_secret: { ephemeral_token: "", expires_at: null },
    initial_message: null,
    tools: [],
    remaining_seconds: SOME_SECONDS,
  } satisfies Partial<SessionStarted>;
}
