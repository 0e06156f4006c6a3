import { LOCALES } from "../../shared/languages.ts";
import { loadMessages } from "../i18n/load.ts";
import { pickLocale } from "../i18n/locales.ts";
import { Attendant } from "./attendant.ts";
import { VoiceWidgetPanel } from "./panel.ts";
import type { Shell } from "./shell.ts";

/** Where Lit looks for the nonce of the styles that it cannot construct. */
declare global {
  var litNonce: string | undefined;
}

/** What the loader asks this chunk for: the part of `<voice-widget>` that comes with the click. */
export async function attend(shell: Shell): Promise<Attendant> {
  if (shell.nonce) globalThis.litNonce ??= shell.nonce;
  if (!customElements.get("voice-widget-panel")) customElements.define("voice-widget-panel", VoiceWidgetPanel);
  const reading = pickLocale(shell.wishes, LOCALES);
  return new Attendant(shell, reading, await loadMessages(reading.locale));
}
