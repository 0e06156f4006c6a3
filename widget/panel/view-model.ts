import type { Branding, Copy, Features } from "../../shared/settings.ts";
import type { PageAgent } from "../config/read-config.ts";
import type { Service } from "../config/service.ts";
import type { SessionErrorCode } from "../errors.ts";
import type { PanelMessages } from "../i18n/messages.ts";
import type { Preferences } from "../persistence/preferences.ts";
import type { InputMode, SessionState } from "../session/state.ts";
import type { MessageList } from "./message-list.ts";
import type { Dispatch } from "./panel-command.ts";

/** Everything that the panel's views are drawn from. */
export interface ViewModel {
  state: SessionState;
  /** The panel's title: whom the visitor talks to. */
  title: string;
  branding: Branding;
  features: Features;
  texts: PanelMessages;
  /** What the visitor reads best, as the service is told it. */
  locale: string | undefined;
  agent: PageAgent | null;
  /** Agents to choose from; empty where there is no choice. */
  choice: readonly PageAgent[];
  /** What a person in the conversation shows and offers. */
  person?: unknown;
  /** The person's picture, in place of the orb. */
  face?: unknown;
  /** Why the settings could not be loaded. */
  configError: SessionErrorCode | null;
  askConsent: boolean;
  /** The rating that the visitor has given this conversation. */
  rating: number | null;
  /** Whether the visitor has sent a comment with the rating. */
  commented: boolean;
  /** The input of the conversation, of the last one, or of the one that would begin. */
  input: InputMode;
  preferences: Preferences;
  /** Whom views of few conversations ask by themselves. */
  service: Service;
  /** Holds the elements of the messages. */
  messageList: MessageList;
  /** A sentence under the status. */
  statusHelp: string | null;
  /** Whether the devices, or the menu that leads to them, are shown. */
  settingsOpen: boolean;
  /** Whether the composer is shown in a call. */
  keyboardOpen: boolean;
  /** Outside of opening hours there is nothing to start. */
  closed: boolean;
  inline: boolean;
  /** Whether the page brings its own. */
  slotted: (name: "header" | "footer") => boolean;
  /** The owner's text for failures that a visitor cannot fix. */
  errorText: string | null;
  dispatch: Dispatch;
  /** Draws the panel again, for example when a chunk has been loaded. */
  redraw: () => void;
  /** Adds the styles of a chunk. */
  addStyles: (css: string) => void;
  /** Shows or hides the devices. */
  toggleDeviceSettings: (click: UIEvent) => void;
  /** Shows or hides the composer in a call. */
  toggleKeyboard: () => void;
}

/** The texts, with the owner's own in place of ours where there are any. */
export function textsOf(messages: PanelMessages, copy: Copy): PanelMessages {
  const own = Object.entries(copy).filter(([, text]) => text !== null);
  return { ...messages, ...Object.fromEntries(own) };
}
