import { html, nothing } from "lit/html.js";
import { SEARCH_TOOL } from "../../../shared/tool-names.ts";
import { conversationOf, inCall } from "../../session/selectors.ts";
import type { Message } from "../../session/state.ts";
import { endingChunk, richMessageChunk, viewsOf } from "../lazy-views.ts";
import type { ViewModel } from "../view-model.ts";
import { toolIcon } from "./icons.ts";
import { richText } from "./rich-text.ts";

/**
 * The transcript. In a call a screen reader would speak over the agent, and the microphone would hear it, so nothing is
 * announced, unless the visitor wants it. In a typed conversation each message is announced once, when it is complete.
 */
export function transcript(model: ViewModel) {
  const { state, texts, features } = model;
  const messages = features.transcript ? state.transcript : [];
  return html`
    <div
      class="transcript"
      part="transcript"
      role="log"
      aria-label=${texts.conversation}
      aria-live=${inCall(state) && !model.preferences.announce ? "off" : "polite"}
      tabindex=${messages.length ? 0 : -1}
      ?hidden=${messages.length === 0}
    >
      ${model.messageList.show(messages, (message) => messageView(message, model))}
      ${
        state.status === "thinking" && !state.reconnecting && !inCall(state)
          ? html`<div class="message agent dots" aria-hidden="true"><i></i><i></i><i></i></div>`
          : nothing
      }
    </div>
  `;
}

function messageView(message: Message, model: ViewModel) {
  const { texts, state } = model;
  const { role, text, final, interrupted, unsent, person } = message;
  if (role === "tool") {
    // Search results are shown under the answer; here only the wait for them is.
    if (text === SEARCH_TOOL) return final ? nothing : viewsOf(richMessageChunk, model)?.searching(model);
    const name = text.replaceAll("_", " ");
    return html`<div class="note">${toolIcon}<span>${final ? texts.usedTool(name) : texts.usingTool(name)}</span></div>`;
  }
  if (role === "system") return html`<div class="note"><span dir="auto">${text}</span></div>`;
  // Who it is stands above the first of their messages; a screen reader hears it before each.
  const first =
    role !== "user" && message === state.transcript.find((one) => one.role === role && one.person === person);
  return html`
    <div
      class="message ${role} ${final ? "" : "partial"}"
      part="message-${role}"
      lang=${model.agent?.language ?? nothing}
      aria-hidden=${final ? nothing : "true"}
      @pointerenter=${({ target }: Event) => {
        (target as HTMLElement).title = new Date(message.at).toLocaleTimeString(texts.tag, {
          timeStyle: "short",
        });
      }}
    >
      <span class=${first ? "name" : "unseen"} lang=${texts.tag} dir="auto">${role === "user" ? texts.you : (person ?? model.agent?.name ?? texts.agent)}</span>
      ${
        text
          ? role === "agent"
            ? richText(message, model)
            : html`<span class="text" dir="auto">${text}</span>`
          : html`<span class="dots"><i></i><i></i><i></i></span>`
      }
      ${role === "agent" && state.transcript.some(({ sources }) => sources?.length) ? viewsOf(richMessageChunk, model)?.sourceLinks(message, model) : nothing}
      ${unsent && !conversationOf(state) ? viewsOf(endingChunk, model)?.notSent(model) : nothing}
      ${interrupted ? html`<span class="cut" lang=${texts.tag}>${texts.interrupted}</span>` : nothing}
    </div>
  `;
}
