import { hintOwner } from "./owner-hint.ts";
import { find } from "./surroundings.ts";

/**
 * The page's own button that a click was on. `data-voice-widget-open` opens the first widget of the page; with a value, as in
 * `data-voice-widget-open="support"`, it opens the one of that id. React writes `"true"` where there is no value. The listener
 * is on the document, so buttons that are added later work as well.
 * @returns the button, if it opens this widget
 */
export function triggerFor(widget: Element, event: Event): HTMLElement | false | undefined {
  const path = event.composedPath() as HTMLElement[];
  const trigger = path.find(({ dataset }) => dataset?.voiceWidgetOpen != null);
  const id = trigger?.dataset.voiceWidgetOpen;
  const wanted = id && id !== "true" ? document.getElementById(id) : find("voice-widget");
  if (trigger && !wanted) hintOwner("no_widget", id as string);
  return wanted === widget && trigger;
}
