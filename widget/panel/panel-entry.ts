// First, and in this order, so that like stands next to like in the file: styles, texts, views. It compresses better, by 0.55 KB.
import "./styles.ts";
import "../i18n/en.ts";
import "./panel.ts";

import { hasSavedConversation } from "../persistence/saved-conversation-key.ts";
import { hintAtUnknownAttributes } from "./attribute-hint.ts";
import { savedConversationChunk } from "./conversation-across-pages.ts";
import { VoiceWidgetPanel } from "./panel.ts";
import { PanelController } from "./panel-controller.ts";
import { PanelLanguage } from "./panel-language.ts";
import type { WidgetHost } from "./widget-host.ts";

/** For how long the panel waits for all that its first view shows, milliseconds. */
const FIRST_VIEW_MS = 500;

/** The loader's entry into this chunk: makes the part of `<voice-widget>` that is needed after the click. */
export async function createPanel(host: WidgetHost): Promise<PanelController> {
  hintAtUnknownAttributes(host.element, host.hint);
  // Younger in every browser than color-mix(), which is needed, too.
  if (!AbortSignal.any) host.hint("old_browser");
  const language = await PanelLanguage.load(host.locales(), () => controller.draw());
  // Before the first start: it must continue what was said.
  if (hasSavedConversation(host.service().apiKey)) await savedConversationChunk.load();
  let controller: PanelController;
  try {
    if (!customElements.get("voice-widget-panel")) customElements.define("voice-widget-panel", VoiceWidgetPanel);
    controller = new PanelController(host, language);
  } catch (error) {
    // The page has something of its own in place of the browser's, at the next click too: better no button than a dead one.
    host.element.hidden = true;
    throw error;
  }
  // What came once the panel is seen would move what the visitor is about to press.
  await Promise.race([controller.loadFirstView(), new Promise((late) => setTimeout(late, FIRST_VIEW_MS))]);
  return controller;
}
