import { type KeptLeft, putBack } from "../persistence/kept-left.ts";
import type { ElementSession } from "../session/element-session.ts";
import type { VoiceWidgetPanel } from "./panel.ts";
import type { PanelSettings } from "./panel-settings.ts";

/** The window holds the listener, which must hold nothing but this. */
function putBackAtEnd(apiKey: string, kept: KeptLeft, over: AbortController): void {
  const left = () => {
    over.abort();
    putBack(apiKey, kept);
  };
  addEventListener("pagehide", left, { signal: over.signal });
}

/**
 * Keeps what was left to somebody whom the page has not named. Many pages know their user only once their server has said so.
 * It goes to the next page if this one names nobody, and is forgotten as soon as a conversation begins here.
 * @param resume is called once the page has named a user
 */
export function keepForUser(
  apiKey: string,
  kept: KeptLeft,
  panel: VoiceWidgetPanel,
  session: ElementSession,
  settings: PanelSettings,
  resume: () => void,
): void {
  const over = new AbortController();
  const watch = {
    // Whatever the page changes draws the panel.
    hostUpdated() {
      if (!over.signal.aborted && (session.state.status !== "idle" || session.resumable)) over.abort();
      if (!over.signal.aborted && !settings.pageOptions.userId) return;
      panel.removeController(watch);
      if (over.signal.aborted) return;
      over.abort();
      putBack(apiKey, kept);
      resume();
    },
  };
  panel.addController(watch);
  putBackAtEnd(apiKey, kept, over);
}
