/**
 * The page's own way in: `<button data-voice-widget-open>`, anywhere and at any time, for the first widget of the page
 * or, with a value, for the one of that id. Heard at the document, so that it outlives a page that is drawn anew.
 */
export function triggerFor(widget: Element, event: Event): HTMLElement | null {
  const path = event.composedPath() as HTMLElement[];
  const trigger = path.find(({ dataset }) => dataset?.voiceWidgetOpen !== undefined);
  const id = trigger?.dataset.voiceWidgetOpen;
  const wanted = id ? document.getElementById(id) : document.querySelector("voice-widget");
  return trigger && wanted === widget ? trigger : null;
}
