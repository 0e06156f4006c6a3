import { html, nothing } from "lit";
import type { Messages } from "../i18n/messages.ts";
import type { Message } from "../session/state.ts";
import type { ViewModel } from "./view-model.ts";

/** How long the button says that it is done, milliseconds. */
const SAID_MS = 2_500;

/** What was said as plain text, for a mail or a note. */
export function transcriptText(transcript: readonly Message[], { you, agent }: Messages): string {
  return transcript
    .filter(({ role, text }) => (role === "user" || role === "agent") && text)
    .map(({ role, text }) => `${role === "user" ? you : agent} ${text}`)
    .join("\n\n");
}

export function copyButton({ state, texts, features }: ViewModel) {
  const text = transcriptText(state.transcript, texts);
  if (!text || !features.transcript) return nothing;
  const click = async (event: Event) => {
    const button = event.currentTarget as HTMLElement;
    if (!(await copy(text, button))) return;
    const said = button.querySelector("[role=status]");
    button.toggleAttribute("data-done", true);
    if (said) said.textContent = texts.copied;
    setTimeout(() => {
      button.toggleAttribute("data-done", false);
      if (said) said.textContent = "";
    }, SAID_MS);
  };
  return html`<button class="end-chat copy" part="copy" type="button" @click=${click}>
    <span class="label">${texts.copyTranscript}</span><span role="status"></span>
  </button>`;
}

/** Pages without https have no clipboard of their own: there the old command does it, from a field beside the button. */
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
