import { hintOwner } from "./element/owner-hint.ts";
import { VoiceWidgetElement } from "./element/voice-widget.ts";
import type { VoiceWidgetEvents } from "./panel/widget-events.ts";

declare global {
  interface HTMLElementTagNameMap {
    "voice-widget": VoiceWidgetElement;
  }
  /** They bubble: elements, document and window hear them. */
  interface GlobalEventHandlersEventMap extends VoiceWidgetEventMap {}
}

/** The widget's events, typed for `addEventListener`. */
export type VoiceWidgetEventMap = { [Name in keyof VoiceWidgetEvents]: CustomEvent<VoiceWidgetEvents[Name]> };

/** Registers the element, unless another script has registered it or the browser cannot style it. */
export function defineVoiceWidget(): void {
  if (customElements.get("voice-widget")) return;
  if (!CSS.supports("color", "color-mix(in srgb, red, red)") || !AbortSignal.any) hintOwner("old_browser");
  if ("replaceSync" in CSSStyleSheet.prototype) customElements.define("voice-widget", VoiceWidgetElement);
}
