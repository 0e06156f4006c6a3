type WithKey = { apiKey?: string | null | undefined };

/** What `document.body` would be, were it not for `<iframe name="body">` and other elements of the page with such names. */
export const find = (selector: string) => document.querySelector<HTMLElement>(selector);

/** The page's widget with the same key, which may have been copied with a quote or a line break: these would break the selector. */
export const widgetOf = ({ apiKey }: WithKey) => find(`voice-widget[api-key*="${/\w+/.exec(apiKey as string)}"]`);

/**
 * Where a page replaces all that stands around the widget (its html, its body, all of the body's children), as Turbo, htmx,
 * Unpoly and React's hydration do, the same element is put back, with its conversation. Taken away alone, it stays away.
 * @param isNeeded whether another widget of the same key, which the new page brings, cannot stand in for it
 */
export function watchSurroundings(element: HTMLElement & WithKey, isNeeded: () => boolean | undefined) {
  /** What a visitor may see beside it. */
  let others: Element[] = [];
  let gone: unknown;
  const observer = new MutationObserver(([record]) => {
    const body = find("body");
    gone =
      !element.isConnected &&
      (gone ||
        // All at once, also where there was nothing to see beside it: a framework takes the body for its own.
        record?.removedNodes[1] ||
        element.closest("body") ||
        (others[0] && !others.some((other) => other.isConnected)));
    watch();
    if (!gone || !body) return;
    gone = false;
    const other = widgetOf(element);
    if (!other) body.append(element);
    else if (isNeeded()) other.replaceWith(element);
  });
  function watch(): void {
    const body = find("body");
    for (const node of [document, find("html"), body]) if (node) observer.observe(node, { childList: true });
    if (element.isConnected && body)
      // Scripts, styles and links are nothing to see.
      others = [...body.children].filter(
        (node) => !node.contains(element) && !/^(script|style|link)/.test(node.localName),
      );
  }
  return [watch, observer] as const;
}
