import type { CreateProtocol, ProtocolOptions, TransportEvent, Wire } from "../../widget/transport/transport.ts";

/** A vendor's protocol at one end of a wire whose other end the test holds. */
export function protocolWire(
  create: CreateProtocol,
  options: Pick<ProtocolOptions, "url" | "token"> & Partial<ProtocolOptions>,
) {
  const sent: Record<string, unknown>[] = [];
  const events: TransportEvent[] = [];
  const played: [string, string][] = [];
  const unknown: string[] = [];
  const counts = { opened: 0, finished: 0 };
  let unheard: { item: string; played_ms: number }[] = [];
  const core: Wire = {
    send: (message) => {
      const { event_id, ...rest } = message as Record<string, unknown>;
      // The name of what is no request for an answer says nothing.
      sent.push(event_id === "other" ? rest : { event_id, ...rest });
    },
    opened: () => counts.opened++,
    play: (item, pcm) => played.push([item, pcm]),
    finish: () => counts.finished++,
    flush: () => unheard.splice(0),
    expired: () => events.push({ type: "closed", expired: true, orderly: false, message: "" }),
    unknown: (kind) => unknown.push(kind),
    emit: (event) => events.push(event as TransportEvent),
  };
  const protocol = create(core, { ice_servers: null, device: null, ...options });
  return {
    protocol,
    server: (...messages: Record<string, unknown>[]) => {
      for (const message of messages) protocol.receive(message);
    },
    sent,
    events,
    played,
    unknown,
    counts,
    /** What of the agent's audio nobody has heard yet. */
    hold: (items: typeof unheard) => {
      unheard = items;
    },
    types: () => sent.map((message) => message.type),
    of: <Type extends TransportEvent["type"]>(type: Type) =>
      events.filter((event): event is Extract<TransportEvent, { type: Type }> => event.type === type),
  };
}
