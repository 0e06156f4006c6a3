import type { Connection } from "../../shared/session.ts";
import type { SnapshotAgent } from "../storage/snapshots.ts";

/** What a connection says of an agent that not any speech interrupts; empty for all others. */
export const interruptionsOf = ({
  interruptions = "normal",
}: Pick<SnapshotAgent, "interruptions">): Pick<Connection, "interruptions"> =>
  interruptions === "normal" ? {} : { interruptions };
