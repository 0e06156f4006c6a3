/** For a sheet's key presses: Tab goes round inside. */
export function keepFocus(event: KeyboardEvent): void {
  if (event.key !== "Tab") return;
  const sheet = event.currentTarget as HTMLElement;
  const controls = sheet.querySelectorAll<HTMLElement>("button, select, input");
  const [first, last] = [controls[0], controls[controls.length - 1]];
  const { activeElement } = sheet.getRootNode() as ShadowRoot;
  const leaves = event.shiftKey ? activeElement === first || activeElement === sheet : activeElement === last;
  if (!leaves) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
