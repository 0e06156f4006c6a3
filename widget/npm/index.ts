/**
 * The npm package's entry: registers `<voice-widget>` in a browser. On a server, where a bundler may evaluate it, it only
 * brings the names.
 */
import { defineVoiceWidget } from "../define.ts";

export type { VoiceWidgetEventMap } from "../define.ts";
export type { Placement, Preload, Theme } from "../element/element-options.ts";
export { VoiceWidgetElement } from "../element/voice-widget.ts";
export type { MicrophoneFault, SessionErrorCode } from "../errors.ts";
export type { VoiceWidgetEvents } from "../panel/widget-events.ts";
export type { InputMode, Message, Role, SessionInfo, Status } from "../session/state.ts";
export type { ToolContext, ToolHandler } from "../session/tools.ts";
export type { VoiceWidgetAttributes, VoiceWidgetListeners, VoiceWidgetProperties } from "./markup.ts";

if (typeof customElements !== "undefined") defineVoiceWidget();
