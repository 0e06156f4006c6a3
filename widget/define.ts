import type { VoiceWidgetEvents } from "./parts/events.ts";
import { VoiceWidgetElement } from "./voice-widget.ts";

declare global {
  interface HTMLElementTagNameMap {
    "voice-widget": VoiceWidgetElement;
  }
  interface HTMLElementEventMap extends VoiceWidgetEventMap {}
}

/** The widget's events, typed for `addEventListener`. */
type VoiceWidgetEventMap = { [Name in keyof VoiceWidgetEvents]: CustomEvent<VoiceWidgetEvents[Name]> };

/** Registers the element unless a script before this one has. */
export function defineVoiceWidget(): void {
  if (!customElements.get("voice-widget")) customElements.define("voice-widget", VoiceWidgetElement);
}
