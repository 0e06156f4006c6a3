import { html, nothing, type TemplateResult } from "lit";
import { isBusy } from "./call-state.ts";
import type { InboxController } from "./inbox-controller.ts";

/** Sound with the visitor: asked for, answered, muted and ended. */
export function soundBar(inbox: InboxController, session_id: string): TemplateResult {
  const { call, refusal } = inbox.state;
  const mine = call?.session_id === session_id ? call : null;
  return html`<div class="inbox-sound" role="group" aria-label="Sound">
    ${mine ? running(inbox, mine) : nothing}
    ${
      isBusy(mine)
        ? nothing
        : html`<button type="button" class="small" ?disabled=${inbox.state.connection !== "open" || isBusy(call)} @click=${() => inbox.sound.ask(session_id)}>
            Ask for sound
          </button>`
    }
    ${refusal?.of === "signal" ? html`<p class="bad" role="alert">${refusal.detail}</p>` : nothing}
  </div>`;
}

function running(inbox: InboxController, call: NonNullable<InboxController["state"]["call"]>) {
  const end = html`<button type="button" class="small bad" @click=${() => inbox.sound.end()}>End sound</button>`;
  switch (call.phase) {
    case "asked":
      return html`<p role="status">You asked for sound. The visitor has to agree.</p>
        ${end}`;
    case "asking":
      return html`<p role="alert">The visitor asks to talk by voice.</p>
        <button type="button" class="small primary" @click=${() => inbox.sound.accept()}>Accept</button>
        <button type="button" class="small" @click=${() => inbox.sound.decline()}>Decline</button>`;
    case "connecting":
      return html`<p role="status">Connecting the sound…</p>
        ${end}`;
    case "on":
      return html`<p role="status">
          You and the visitor hear each other. Nothing is recorded.${call.other_muted ? " The visitor is muted." : ""}
        </p>
        <button
          type="button"
          class="small"
          aria-pressed=${call.muted ? "true" : "false"}
          @click=${() => inbox.sound.mute(!call.muted)}
        >
          Mute
        </button>
        ${end}`;
    case "over":
      return html`<p role="status">${call.why}</p>`;
  }
}
