import { reduce, type SessionAction } from "../../../widget/session/reduce.ts";
import { IDLE, type SessionState } from "../../../widget/session/state.ts";
import { handleEvent } from "../../../widget/session/transport-actions.ts";
import type { TransportEvent } from "../../../widget/transport/transport.ts";

/** A conversation as the page shows it; what else a vendor's events cause is left undone. */
export class Shown {
  state: SessionState = IDLE;
  readonly provisional = new Set<string>();

  /** It is connected at that moment, unix milliseconds. */
  begin(at: number): void {
    this.dispatch({ type: "started", input: "voice" });
    this.dispatch({ type: "opened", session: { session_id: "s", agent_id: 1, agent_name: "A" } });
    this.dispatch({ type: "connected", remaining_seconds: 60, at });
  }

  show(event: TransportEvent, at: number): void {
    const work = { heard() {}, expectTools() {}, runTool() {}, used() {}, leaving() {}, closed() {} };
    handleEvent(event, at, this, { isAudible: () => true, ...work });
  }

  dispatch(action: SessionAction): void {
    this.state = reduce(this.state, action);
  }

  report(): void {}
}
