/** What a visitor may see of these. */
const seen = (nodes: NodeList) => [...nodes].filter(({ nodeName }) => !/^(#|script|style|link)/i.test(nodeName));

/**
 * Where a page replaces all that stands around the widget (its html, its body, all of the body's children), as Turbo, htmx,
 * Unpoly and React's hydration do, the same element is put back, with its conversation. Taken away alone, it stays away.
 * @param yields whether another widget of the same key, which the new page brings, may stand in for it
 */
export function watchSurroundings(
  element: HTMLElement & { apiKey?: string | null | undefined },
  yields: () => boolean,
) {
  let gone: unknown = false;
  const observer = new MutationObserver((records) => {
    const all = (which: "addedNodes" | "removedNodes") => records.flatMap((record) => seen(record[which]));
    const root = element.getRootNode();
    const from = records.find(({ removedNodes }) => [...removedNodes].includes(root as ChildNode))?.target;
    if (from) {
      const added = all("addedNodes");
      const alone = all("removedNodes").length < 2 || seen(from.childNodes).some((node) => !added.includes(node));
      gone = from.nodeName !== "BODY" || !alone;
    }
    watch();
    if (!gone || element.isConnected || !document.body) return;
    gone = false;
    const other = [...document.querySelectorAll("voice-widget")].find(({ apiKey }) => apiKey === element.apiKey);
    if (!other) document.body.append(element);
    else if (!yields()) other.replaceWith(element);
  });
  const watch = () => {
    for (const node of [document, document.documentElement, document.body])
      if (node) observer.observe(node, { childList: true });
  };
  return { watch, stop: () => observer.disconnect() };
}
