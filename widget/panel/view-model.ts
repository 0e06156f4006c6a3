import type { Branding, Copy, Features } from "../../shared/config.ts";
import type { PageAgent } from "../config/read-config.ts";
import type { SessionErrorCode } from "../errors.ts";
import type { PanelMessages } from "../i18n/messages.ts";
import type { Preferences } from "../persistence/preferences.ts";
import type { InputMode, SessionState } from "../session/state.ts";
import type { MessageList } from "./message-list.ts";
import type { Dispatch } from "./panel-command.ts";

/** What every view of the panel is drawn from. */
export interface ViewModel {
  state: SessionState;
  /** Who the visitor talks to, as the panel's name. */
  title: string;
  branding: Branding;
  features: Features;
  texts: PanelMessages;
  /** What the visitor reads best, as the service is told it. */
  locale: string | undefined;
  agent: PageAgent | null;
  /** More than one to choose from, or none. */
  choice: readonly PageAgent[];
  /** Why there are no settings. */
  configError: SessionErrorCode | null;
  askConsent: boolean;
  /** The rating that the visitor has given this conversation. */
  rating: number | null;
  /** Whether the words to it have been sent. */
  commented: boolean;
  /** How the conversation goes, went last, or would begin. */
  input: InputMode;
  preferences: Preferences;
  /** Of the messages that are shown. */
  messageList: MessageList;
  /** A sentence to the status. */
  statusHelp: string | null;
  /** Whether the devices are shown. */
  settingsOpen: boolean;
  inline: boolean;
  /** Whether the page brings a footer of its own. */
  slotted: boolean;
  /** Owner's text for failures that no visitor can mend. */
  errorText: string | null;
  dispatch: Dispatch;
  /** Draws the panel anew, as when code for it has come. */
  redraw: () => void;
  /** Takes the styles of a chunk that has come. */
  addStyles: (css: string) => void;
  /** Shows or hides the devices. */
  toggleDeviceSettings: () => void;
}

/** The owner's words in place of ours, where there are some. */
export function textsOf(messages: PanelMessages, copy: Copy): PanelMessages {
  const own = Object.entries(copy).filter(([, text]) => text !== null);
  return { ...messages, ...Object.fromEntries(own) };
}
