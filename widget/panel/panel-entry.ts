import { LOCALES } from "../../shared/languages.ts";
import { loadMessages } from "../i18n/load-messages.ts";
import { pickLocale } from "../i18n/locales.ts";
import { VoiceWidgetPanel } from "./panel.ts";
import { PanelController } from "./panel-controller.ts";
import type { WidgetHost } from "./widget-host.ts";

/** Where Lit looks for the nonce of the styles that it cannot construct. */
declare global {
  var litNonce: string | undefined;
}

/** What the loader asks this chunk for: the part of `<voice-widget>` that comes with the click. */
export async function createPanelController(host: WidgetHost): Promise<PanelController> {
  if (host.nonce) globalThis.litNonce ??= host.nonce;
  if (!customElements.get("voice-widget-panel")) customElements.define("voice-widget-panel", VoiceWidgetPanel);
  const locale = pickLocale(host.preferredLocales, LOCALES);
  return new PanelController(host, locale, await loadMessages(locale.locale));
}
