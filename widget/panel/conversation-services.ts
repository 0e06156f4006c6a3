import { asRecord, hasInvalidSettings } from "../config/overlay.ts";
import type { PanelMessages } from "../i18n/messages.ts";
import type { ElementSession } from "../session/element-session.ts";
import { conversationOf, microphoneFaultOf } from "../session/selectors.ts";
import { ExclusiveSpeaker } from "./exclusive-speaker.ts";
import type { LauncherEnd } from "./launcher-end.ts";
import { LazyChunk } from "./lazy-chunk.ts";
import { microphoneHelpChunk } from "./lazy-views.ts";
import type { Dispatch } from "./panel-command.ts";
import { warnOwner } from "./warn-owner.ts";
import type { WidgetHost } from "./widget-host.ts";

const launcherEndChunk = new LazyChunk(() => import("./launcher-end.ts"));

/** Updated when session or settings change. */
export interface ConversationService {
  update(): void;
  /** Listens to the page until the signal aborts. */
  listen?(signal: AbortSignal): void;
}

/** What a conversation changes on the page around it. */
export function conversationServices(
  host: WidgetHost,
  { session, dispatch }: { session: ElementSession; dispatch: Dispatch },
  texts: () => PanelMessages,
  asksRating: () => boolean,
): ConversationService[] {
  /** The settings that were checked last. */
  let known: unknown;
  const end = () => dispatch({ type: "end", reason: "completed" });
  let launcherEnd: LauncherEnd | null = null;
  /** Its code is loaded once the panel is closed during a call. */
  const updateLauncherEnd = () => {
    if (!launcherEnd && conversationOf(session.state) && !host.isOpen()) {
      const chunk = launcherEndChunk.get(updateLauncherEnd);
      launcherEnd = chunk && new chunk.LauncherEnd(host, session, end, asksRating);
    }
    launcherEnd?.render(texts());
  };
  return [
    new ExclusiveSpeaker(session, end),
    { update: updateLauncherEnd },
    {
      update: () => {
        const fault = microphoneFaultOf(session.state);
        if (fault) void microphoneHelpChunk.load().then((chunk) => warnOwner(chunk?.microphoneAdvice(fault) ?? ""));
      },
    },
    {
      update: () => {
        const { answer, fresh } = host.config;
        if (!hasInvalidSettings || !fresh || answer === known) return;
        known = answer;
        import("../config/invalid-settings.ts").then(
          ({ ignoredSettings }) => ignoredSettings(asRecord(answer).widget_config).forEach(warnOwner),
          () => {},
        );
      },
    },
  ];
}
