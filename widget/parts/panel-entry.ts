import { VoiceWidgetPanel } from "./panel.ts";
import { PANEL_REQUEST, type PanelRequest } from "./request.ts";

export { loadMessages } from "../i18n/load.ts";

/** A panel that tells `answer` what its visitor asks for. */
export function createPanel(answer: (request: PanelRequest) => void): VoiceWidgetPanel {
  if (!customElements.get("voice-widget-panel")) customElements.define("voice-widget-panel", VoiceWidgetPanel);
  const panel = document.createElement("voice-widget-panel") as VoiceWidgetPanel;
  panel.addEventListener(PANEL_REQUEST, (event) => answer((event as CustomEvent<PanelRequest>).detail));
  for (const name of ["header", "footer"]) {
    const slot = document.createElement("slot");
    slot.slot = slot.name = name;
    panel.append(slot);
  }
  return panel;
}
