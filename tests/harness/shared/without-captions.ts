import type { TransportOptions } from "../../../widget/transport/transport.ts";

/** For tests of connections and protocols: the agent's words are emitted as they come. */
export const withoutCaptions: TransportOptions["loadCaptions"] = async () => ({
  caption: (emit) => (event) => {
    if (event.type !== "agent_timing") emit(event);
  },
});
