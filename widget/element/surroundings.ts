type WithKey = { apiKey?: string | null | undefined };

/** The page's widget with the same key, which may have been copied with a quote or a line break: these would break the selector. */
export const widgetOf = ({ apiKey }: WithKey) =>
  document.querySelector(`voice-widget[api-key*="${/\w+/.exec(apiKey as string)}"]`);

/**
 * Where a page replaces all that stands around the widget (its html, its body, all of the body's children), as Turbo, htmx,
 * Unpoly and React's hydration do, the same element is put back, with its conversation. Taken away alone, it stays away.
 * @param isNeeded whether another widget of the same key, which the new page brings, cannot stand in for it
 */
export function watchSurroundings(element: HTMLElement & WithKey, isNeeded: () => boolean | undefined) {
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
    const other = widgetOf(element);
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
