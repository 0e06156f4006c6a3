/**
 * The page's own way in: `<button data-voice-widget-open>`, anywhere and at any time, for the first widget of the page
 * or, with a value, for the one of that id. Heard at the document, so that it outlives a page that is drawn anew.
 */
export function triggerFor(widget: Element, event: Event): HTMLElement | null {
  for (const node of event.composedPath()) {
    const id = node instanceof HTMLElement ? node.dataset.voiceWidgetOpen : undefined;
    if (id === undefined) continue;
    const wanted = id ? document.getElementById(id) : document.querySelector("voice-widget");
    return wanted === widget ? (node as HTMLElement) : null;
  }
  return null;
}
