import type { Store } from "../../../widget/session/store.ts";
import { handleEvent } from "../../../widget/session/transport-actions.ts";
import type { TransportEvent } from "../../../widget/transport/transport.ts";

/** Shows a vendor's events in the store, as the page would; what else they cause is left undone. */
export function shownIn(store: Store): (event: TransportEvent, at: number) => void {
  const nothing = () => {};
  const conversation = {
    dispatch: store.dispatch.bind(store),
    report: nothing,
    provisional: new Set<string>(),
  };
  const work = {
    heard: nothing,
    expectTools: nothing,
    runTool: nothing,
    used: nothing,
    leaving: nothing,
    closed: nothing,
  };
  return (event, at) => handleEvent(event, at, conversation, { isAudible: () => true, ...work });
}
