import { asRecord, hasInvalidSettings } from "../config/overlay.ts";
import type { PanelMessages } from "../i18n/messages.ts";
import type { ElementSession } from "../session/element-session.ts";
import { conversationOf, liveOf, microphoneFaultOf } from "../session/selectors.ts";
import { ExclusiveSpeaker } from "./exclusive-speaker.ts";
import { LauncherEndButton } from "./launcher-end-button.ts";
import { microphoneHelpChunk } from "./lazy-views.ts";
import type { Dispatch } from "./panel-command.ts";
import { warnOwner } from "./warn-owner.ts";
import type { WidgetHost } from "./widget-host.ts";

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
  /** The button disappears with the call: the focus moves to the launcher, and the visitor is asked for a rating. */
  const endBehindPanel = () => {
    const rated = liveOf(session.state) !== null && asksRating();
    end();
    if (rated) host.element.open();
    if (!host.isOpen()) host.dock.querySelector<HTMLElement>(".launcher")?.focus();
  };
  const button = new LauncherEndButton(host, endBehindPanel);
  return [
    new ExclusiveSpeaker(host.element, session, end),
    {
      update: () => {
        const conversation = conversationOf(session.state);
        const { endCall, endChat } = texts();
        button.render(conversation && (conversation.input === "voice" ? endCall : endChat));
      },
    },
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
