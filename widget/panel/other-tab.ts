import { html, nothing } from "lit/html.js";
import enOtherTab from "../i18n/en-other-tab.ts";
import { conversationOf } from "../session/selectors.ts";
import type { CALL_LOCK } from "./exclusive-speaker.ts";
import type { VoiceWidgetPanel } from "./panel.ts";
import { microphoneIcon } from "./views/icons.ts";

/** What a tab that talks holds. */
const LOCK: typeof CALL_LOCK = "voice-widget:call";

/**
 * Asks the visitor before a call of another tab of this site is taken over; the question goes when that call has ended.
 * @param talkHere begins the call here; called at once where nobody talks: a crash leaves a mark, but no lock
 */
export async function askOtherTab(panel: VoiceWidgetPanel, talkHere: () => void): Promise<void> {
  // There are none on a page without TLS, and a browser may forbid them: then nobody is asked.
  const locks = await navigator.locks?.query().catch(() => null);
  if (!locks?.held?.some(({ name }) => name === LOCK)) return talkHere();
  const answered = new AbortController();
  const gone = () => {
    answered.abort();
    panel.ask(null);
  };
  navigator.locks.request(LOCK, { signal: answered.signal }, gone).catch(() => {});
  let chat: boolean | undefined;
  panel.ask(({ state, texts }) => {
    const conversation = conversationOf(state);
    // A visitor who was asked before a conversation and types instead is not asked again.
    chat ??= conversation !== null;
    if (conversation && !(chat && conversation.input === "text")) return nothing;
    const { otherTab } = { ...enOtherTab, ...texts };
    const take = () => {
      gone();
      talkHere();
    };
    return html`
      <div class="notice" part="notice" role="alert" data-code="other_tab">
        ${microphoneIcon}
        <div>
          <p class="what">${otherTab.title}</p>
          <button class="secondary" part="talk-here" type="button" @click=${take}>${otherTab.talkHere}</button>
        </div>
      </div>
    `;
  });
  await panel.updateComplete;
  // It may be below what fits.
  panel.renderRoot.querySelector<HTMLElement>("[part=talk-here]")?.focus();
}
