const PRESSED = "a[href], button:not(:disabled), summary";

/**
 * Notes, before a view is drawn, which of its controls has the focus.
 * @returns to be called once it is drawn: if that control was removed, as a deleted row's button is, it dispatches `focus-lost`
 * with the nearest control that is left, or `null`
 */
export function focusPlace(view: HTMLElement): () => void {
  const held = document.activeElement as HTMLElement | null;
  if (held === null || held === view || !view.contains(held)) return () => {};
  const around: HTMLElement[] = [];
  for (let one = held.parentElement; one && one !== view.parentElement; one = one.parentElement) around.push(one);
  const form = held.closest("form");
  // A form that nobody has filled in is not to be sent.
  const all = [...view.querySelectorAll<HTMLElement>(PRESSED)].filter((one) => one.closest("form") === form);
  const at = all.indexOf(held);
  // What is still typed for a field that is gone must press nothing.
  const others = at === -1 ? [] : [...all.slice(at + 1), ...all.slice(0, at).reverse()];
  return () => {
    if (held.isConnected) return;
    const beside = others.filter((one) => one.isConnected && one.checkVisibility());
    const list = around.find((one) => one.isConnected && beside.some((other) => one.contains(other)));
    const detail = beside.find((one) => list?.contains(one)) ?? null;
    view.dispatchEvent(new CustomEvent<HTMLElement | null>("focus-lost", { detail, bubbles: true }));
  };
}
