import { html, nothing } from "lit/html.js";
import { composes } from "../../../shared/composes.ts";
import { MAX_TYPED } from "../../../shared/limits.ts";
import { conversationOf, inCall } from "../../session/selectors.ts";
import type { SessionState } from "../../session/state.ts";
import { draftChunk } from "../lazy-views.ts";
import type { ViewModel } from "../view-model.ts";
import { microphoneIcon, sendIcon } from "./icons.ts";

/** Enter sends, Shift+Enter breaks the line; an Enter that confirms a word of an input method does neither. */
export function composer(model: ViewModel) {
  const { state, texts, features, keyboardOpen, dispatch } = model;
  if (!features.textInput || isOutOfCredit(state)) return nothing;
  return html`
    <form class="composer" part="composer" ?hidden=${inCall(state) && !keyboardOpen}>
      <textarea
        part="input"
        rows="1"
        enterkeyhint="send"
        dir="auto"
        aria-label=${texts.inputPlaceholder}
        placeholder=${texts.inputPlaceholder}
        @input=${(event: Event) => {
          const input = event.target as HTMLTextAreaElement;
          resize(input);
          fits(input);
          dispatch({ type: "typing" });
          void draftChunk.load().then((chunk) => chunk?.keepDraft(input));
        }}
        @keydown=${keydown}
      ></textarea>
      ${
        conversationOf(state)?.input === "text" && features.voice
          ? html`<button
              class="round quiet"
              part="voice"
              type="button"
              aria-label=${texts.switchToVoice}
              title=${texts.switchToVoice}
              @click=${() => dispatch({ type: "start", input: "voice" })}
            >
              ${microphoneIcon}
            </button>`
          : nothing
      }
      <button class="round filled send" part="send" type="button" @click=${send} aria-label=${texts.send} title=${texts.send}>
        ${sendIcon}
      </button>
    </form>
    ${
      conversationOf(state) && !inCall(state)
        ? html`<button class="link end-chat" part="end" type="button" @click=${() => dispatch({ type: "end", reason: "completed" })}>
            ${texts.endChat}
          </button>`
        : nothing
    }
  `;

  function keydown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || composes(event)) return;
    event.preventDefault();
    send(event);
  }

  /** Says how long the text is where it is too long to be sent. */
  function fits(input: HTMLTextAreaElement): boolean {
    const { length } = input.value.trim();
    input.setCustomValidity(
      length > MAX_TYPED ? (draftChunk.get(() => fits(input))?.tooLong(length, model) ?? `${length}`) : "",
    );
    return input.reportValidity();
  }

  /** Does not submit the form, which a sandboxed frame may forbid. */
  function send(event: Event) {
    const input = (event.currentTarget as Element).parentElement?.querySelector("textarea");
    const text = input?.value.trim();
    if (!input || !text || !fits(input)) return;
    dispatch({ type: "send_text", text });
    input.value = "";
    resize(input);
    input.focus();
  }
}

/** Without credit no conversation can begin, so nothing can be typed. */
const isOutOfCredit = (state: SessionState) =>
  state.status === "ended"
    ? state.reason === "credit_exhausted"
    : state.status === "error" && state.error.code === "no_credit";

/** Fits the height to the text; the style sheet limits it. */
function resize(input: HTMLTextAreaElement): void {
  input.style.height = "auto";
  input.style.height = `${input.scrollHeight}px`;
}
