import { hintOwner } from "./owner-hint.ts";

/**
 * The page's own trigger: `<button data-voice-widget-open>` opens the first widget of the page (React writes `"true"`) or, with
 * another value, the one of that id. The listener is on the document, so it also works for buttons that are added later.
 */
export function triggerFor(widget: Element, event: Event): HTMLElement | false | undefined {
  const path = event.composedPath() as HTMLElement[];
  const trigger = path.find(({ dataset }) => dataset?.voiceWidgetOpen != null);
  const id = trigger?.dataset.voiceWidgetOpen;
  const wanted = id && id !== "true" ? document.getElementById(id) : document.querySelector("voice-widget");
  if (trigger && !wanted) hintOwner("no_widget", id as string);
  return wanted === widget && trigger;
}
