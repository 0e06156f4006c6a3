/** The page's widget with this key. Not escaped by `CSS`: pages have one of their own. */
export const widgetOf = (key: string | null | undefined) => document.querySelector(`voice-widget[api-key="${key}"]`);

/**
 * Where a page replaces all that stands around the widget (its html, its body, all of the body's children), as Turbo, htmx,
 * Unpoly and React's hydration do, the same element is put back, with its conversation. Taken away alone, it stays away.
 * @param isNeeded whether another widget of the same key, which the new page brings, cannot stand in for it
 */
export function watchSurroundings(
  element: HTMLElement & { apiKey?: string | null | undefined },
  isNeeded: () => boolean | undefined,
) {
  /** What a visitor may see beside it. */
  let others: Element[] = [];
  let gone: unknown = false;
  const observer = new MutationObserver(() => {
    const { body } = document;
    gone =
      !element.isConnected &&
      (gone || element.closest("body") || (others[0] && !others.some((other) => other.isConnected)));
    watch();
    if (!gone || !body) return;
    gone = false;
    const other = widgetOf(element.apiKey);
    if (!other) body.append(element);
    else if (isNeeded()) other.replaceWith(element);
  });
  function watch(): void {
    const { documentElement, body } = document;
    for (const node of [document, documentElement, body]) if (node) observer.observe(node, { childList: true });
    if (element.isConnected && body)
      // Scripts, styles and links are nothing to see.
      others = [...body.children].filter(
        (node) => !node.contains(element) && !/^(script|style|link)/.test(node.localName),
      );
  }
  return [watch, observer] as const;
}
