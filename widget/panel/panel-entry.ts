// First, so that all styles stand beside each other in the file, which packs better: 0.35 KB of what a page loads.
import "./styles.ts";

import { hintAtUnknownAttributes } from "./attribute-hint.ts";
import { VoiceWidgetPanel } from "./panel.ts";
import { PanelController } from "./panel-controller.ts";
import { PanelLanguage } from "./panel-language.ts";
import type { WidgetHost } from "./widget-host.ts";

/** What the loader asks this chunk for: the part of `<voice-widget>` that comes with the click. */
export async function createPanel(host: WidgetHost): Promise<PanelController> {
  hintAtUnknownAttributes(host.element, host.hint);
  if (!customElements.get("voice-widget-panel")) customElements.define("voice-widget-panel", VoiceWidgetPanel);
  const language = await PanelLanguage.load(host.locales(), () => controller.draw());
  const controller = new PanelController(host, language);
  return controller;
}
