import { MAX_TYPED } from "../../shared/limits.ts";
import { userIdOf } from "../config/page-options.ts";
import type { Service } from "../config/service.ts";
import enTooLong from "../i18n/en-too-long.ts";
import type { Messages } from "../i18n/messages.ts";
import { conversationOwner } from "../persistence/conversation-owner.ts";
import { saveDraft } from "../persistence/draft.ts";
import { loadVisitorId } from "../persistence/visitor-id.ts";
import { isPageHidden } from "./page-hidden.ts";
import type { PanelElement } from "./panel-element.ts";
import type { ViewModel } from "./view-model.ts";
import type { HostElement } from "./widget-host.ts";

/** What is said of typed text of this length. */
export function tooLong(length: number, { texts, locale }: Pick<ViewModel, "texts" | "locale">): string {
  const sentence = (texts as Partial<Messages>).contactAndQueue?.tooLong ?? enTooLong;
  const number = (value: number) => value.toLocaleString(locale);
  return `${sentence(number(MAX_TYPED))} (${number(length)})`;
}

type Panel = PanelElement & { readonly service: Service };

/** The owner of each field's text, as of the last key: after a sign-out it is nobody else's. */
const typedBy = new WeakMap<HTMLTextAreaElement, string>();
/** What was typed in. The window holds it, which must not hold a panel that its page has taken away. */
const fields = new Set<WeakRef<HTMLTextAreaElement>>();

const panelOf = (input: HTMLTextAreaElement) => (input.getRootNode() as ShadowRoot).host as Panel | undefined;

function visitorOf(panel: Panel): string {
  return conversationOwner(userIdOf((panel.getRootNode() as ShadowRoot).host as HostElement), loadVisitorId());
}

function saveDrafts(): void {
  for (const field of fields) {
    const typed = field.deref();
    if (!typed) fields.delete(field);
    const panel = typed?.isConnected && panelOf(typed);
    const owner = typed && typedBy.get(typed);
    if (panel && owner && typed.value.trim()) saveDraft(panel.service.apiKey, typed.value, owner);
  }
}
addEventListener("pagehide", saveDrafts);
// A page that is only hidden may be discarded. At the window: after the conversation was saved, which writes all anew.
addEventListener("visibilitychange", () => isPageHidden() && saveDrafts());

/** Keeps what a visitor types over a reload. */
export function keepDraft(input: HTMLTextAreaElement): void {
  const panel = panelOf(input);
  if (!panel) return;
  if (!typedBy.has(input)) fields.add(new WeakRef(input));
  typedBy.set(input, visitorOf(panel));
}

/** Puts back what was typed on the page before, as soon as there is a field that is empty. */
export function restoreDraft(panel: Panel, draft: string): void {
  let given = false;
  const watch = {
    hostUpdated() {
      const input = panel.renderRoot.querySelector<HTMLTextAreaElement>(".composer textarea");
      if (!input) return;
      if (!given && !input.value) {
        input.value = draft;
        keepDraft(input);
      }
      given = true;
      // Before the panel is open it has no height.
      if (!input.scrollHeight) return;
      panel.removeController(watch);
      input.style.height = `${input.scrollHeight}px`;
    },
  };
  panel.addController(watch);
  panel.requestUpdate();
}
