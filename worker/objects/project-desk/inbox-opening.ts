import type { BoundedMap } from "../../bounded-map.ts";
import type { Lease } from "../org-ledger/lease.ts";
import type { Desk } from "./desk.ts";
import { liveSession } from "./live-session.ts";
import type { DeskSockets } from "./sockets.ts";

/**
 * What an inbox is told as it opens: all that runs.
 * @param running as the ledger answered
 * @param recent what the ledger has told since of each session
 */
export function greetInbox(
  desk: Desk,
  sockets: DeskSockets,
  socket: WebSocket,
  running: Lease[],
  recent: BoundedMap<string, Lease>,
): void {
  const items = running
    .map((lease) => {
      const newest = recent.get(lease.session_id);
      return newest && newest.revision > lease.revision ? newest : lease;
    })
    .filter(({ ended_at }) => ended_at === null)
    .map((lease) => liveSession(lease, desk.conversations.get(lease.session_id)));
  sockets.send(socket, { type: "sessions", items });
}
