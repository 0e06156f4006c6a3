/**
 * The one-tag form, for sites that strip unknown elements: `<script async src="…" data-api-key="svc_pk_…">`.
 * Every `data-*` becomes the attribute of that name.
 */
export function attributesOf(dataset: Readonly<Record<string, string | undefined>>): [name: string, value: string][] {
  return Object.entries(dataset).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    value ?? "",
  ]);
}

let scriptNonce = "";

/** The nonce of the page's content security policy: the element's own, else that of the script's tag. */
export const nonceOf = (widget: HTMLElement): string => widget.nonce || scriptNonce;

export function setScriptNonce(script: HTMLScriptElement): void {
  scriptNonce = script.nonce;
}

/** Appends the widget that `script` asks for, once the page has a body; nothing without `data-api-key`. */
export function placeWidget(script: HTMLScriptElement): void {
  if (!script.dataset.apiKey) return;
  const widget = document.createElement("voice-widget");
  for (const [name, value] of attributesOf(script.dataset)) widget.setAttribute(name, value);
  const append = () => document.body.append(widget);
  if (document.body) append();
  else document.addEventListener("DOMContentLoaded", append, { once: true });
}
