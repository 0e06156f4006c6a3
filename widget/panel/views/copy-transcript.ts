import { html, nothing } from "lit/html.js";
import type enEnding from "../../i18n/en-ending.ts";
import type { PanelMessages } from "../../i18n/messages.ts";
import type { Message } from "../../session/state.ts";
import type { ViewModel } from "../view-model.ts";

/** The transcript as plain text, for a mail or a note. */
export function transcriptText(transcript: readonly Message[], { you, agent }: PanelMessages, name?: string): string {
  return transcript
    .filter(({ role, text }) => (role === "user" || role === "agent" || role === "person") && text)
    .map(({ role, text, person = name }) => `${role === "user" ? you : person ? `${person}:` : agent} ${text}`)
    .join("\n\n");
}

export function copyButton({ state, features, agent }: ViewModel, texts: PanelMessages & typeof enEnding) {
  const text = transcriptText(state.transcript, texts, agent?.name);
  if (!text || !features.transcript) return nothing;
  const click = async (event: Event) => {
    const button = event.currentTarget as HTMLElement;
    const done = await copy(text, button);
    const said = button.nextElementSibling;
    // Cleared first: a screen reader reads the same text again only if it changes.
    if (said) said.textContent = "";
    requestAnimationFrame(() => {
      if (said) said.textContent = done ? texts.copied : texts.copyFailed;
    });
  };
  return html`<button class="link end-chat copy" part="copy" type="button" @click=${click}>${texts.copyTranscript}</button
    ><span class="copied" role="status"></span>`;
}

/** Pages without https have no clipboard API: there the old command copies from a field beside the button. */
async function copy(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.className = "unseen";
    field.value = text;
    button.after(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    button.focus();
    return done;
  }
}
