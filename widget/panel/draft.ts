import { MAX_TYPED } from "../../shared/limits.ts";
import { textOf } from "../config/attribute.ts";
import type { Service } from "../config/service.ts";
import { conversationOwner } from "../persistence/conversation-owner.ts";
import { saveDraft } from "../persistence/draft.ts";
import { loadVisitorId } from "../persistence/visitor-id.ts";
import type { PanelElement } from "./panel-element.ts";
import type { HostElement } from "./widget-host.ts";

type Panel = PanelElement & { readonly service: Service };

/** Whose each field's text is: who has signed out meanwhile has left it to nobody. */
const typedBy = new WeakMap<HTMLTextAreaElement, string>();

const panelOf = (input: HTMLTextAreaElement) => (input.getRootNode() as ShadowRoot).host as Panel | undefined;

function visitorOf(panel: Panel): string {
  const { userId } = (panel.getRootNode() as ShadowRoot).host as HostElement;
  return conversationOwner(textOf(userId) && `${userId}`, loadVisitorId());
}

/** What is typed and not sent is saved as the page goes, also where it is only hidden: it may be discarded then. */
function keep(input: HTMLTextAreaElement): void {
  // The window holds the listener, which must not hold a panel that its page has taken away.
  const weak = new WeakRef(input);
  const save = () => {
    const typed = weak.deref();
    const owner = typed?.isConnected && typedBy.get(typed);
    if (typed?.value.trim() && owner) saveDraft(panelOf(typed)?.service.apiKey ?? "", typed.value, owner);
  };
  addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", () => document.hidden && save());
}

/** For what a visitor types: keeps it over a reload, and says how long it is where that is too long. */
export function careFor(input: HTMLTextAreaElement, locale?: string): void {
  const panel = panelOf(input);
  if (!panel) return;
  if (!typedBy.has(input)) keep(input);
  typedBy.set(input, visitorOf(panel));
  const { length } = input.value.trim();
  const number = (value: number) => value.toLocaleString(locale);
  input.setCustomValidity(length > MAX_TYPED ? `${number(length)} / ${number(MAX_TYPED)}` : "");
  input.reportValidity();
}

/** Puts back what was typed on the page before, as soon as there is a field that is empty. */
export function restoreDraft(panel: Panel, draft: string): void {
  const watch = {
    hostUpdated() {
      const input = panel.renderRoot.querySelector<HTMLTextAreaElement>(".composer textarea");
      if (!input) return;
      panel.removeController(watch);
      if (input.value) return;
      input.value = draft;
      input.style.height = `${input.scrollHeight}px`;
      careFor(input);
    },
  };
  panel.addController(watch);
  panel.requestUpdate();
}
