import { kebab } from "../config/attribute.ts";
import { embeddedKey } from "./embedded.ts";
import { widgetOf } from "./surroundings.ts";

/**
 * The one-tag forms: `<script async src="…/embed/svc_pk_….js">`, and `<script async src="…" data-api-key="svc_pk_…">` for
 * sites that can name one script only. Every `data-*` becomes the attribute of that name.
 */
export const attributesOf = (dataset: Readonly<Record<string, string | undefined>>) =>
  Object.entries(dataset).map(([name, value]) => [kebab(name), value ?? ""] as const);

/**
 * Appends the widget for `script` once the page has a body; nothing without a key, or if the page has that widget already.
 */
export function placeWidget(script: HTMLScriptElement): void {
  const { apiKey = embeddedKey, ...others } = script.dataset;
  if (!apiKey) return;
  const widget = document.createElement("voice-widget");
  for (const attribute of attributesOf({ apiKey, ...others })) widget.setAttribute(...attribute);
  const place = () => {
    if (!widgetOf(apiKey)) document.body.append(widget);
  };
  if (document.body) place();
  else document.addEventListener("DOMContentLoaded", place);
}
