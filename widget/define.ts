import { hintOwner } from "./element/owner-hint.ts";
import { VoiceWidgetElement } from "./element/voice-widget.ts";
import type { VoiceWidgetEvents } from "./panel/widget-events.ts";

declare global {
  interface HTMLElementTagNameMap {
    "voice-widget": VoiceWidgetElement;
  }
  interface Document {
    /** Nobody has come to the page yet; only Chromium has it. */
    readonly prerendering?: boolean;
  }
  /** They bubble: elements, document and window hear them. */
  interface GlobalEventHandlersEventMap extends VoiceWidgetEventMap {}
}

/** The widget's events, typed for `addEventListener`. */
export type VoiceWidgetEventMap = { [Name in keyof VoiceWidgetEvents]: CustomEvent<VoiceWidgetEvents[Name]> };

/**
 * Registers the element, unless another script has registered it or the browser cannot style it. On a page that is prerendered
 * it waits until the visitor comes to it: before that, nothing may be asked of the service.
 */
export function defineVoiceWidget(): void {
  if (document.prerendering) {
    document.addEventListener("prerenderingchange", defineVoiceWidget);
    return;
  }
  if (customElements.get("voice-widget")) return;
  if (CSSStyleSheet.prototype.replaceSync as unknown) customElements.define("voice-widget", VoiceWidgetElement);
  else hintOwner("old_browser");
}
