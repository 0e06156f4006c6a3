import { loadMessages } from "../i18n/load.ts";
import { Attendant } from "./attendant.ts";
import { VoiceWidgetPanel } from "./panel.ts";
import type { Shell } from "./shell.ts";

/** What the loader asks this chunk for: the part of `<voice-widget>` that comes with the click. */
export async function attend(shell: Shell): Promise<Attendant> {
  if (!customElements.get("voice-widget-panel")) customElements.define("voice-widget-panel", VoiceWidgetPanel);
  const { language } = shell;
  return new Attendant(shell, language, await loadMessages(language));
}
