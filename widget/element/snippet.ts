import { kebab } from "../config/attribute.ts";
import { embeddedKey } from "./embedded.ts";
import { find, widgetOf } from "./surroundings.ts";

/**
 * The one-tag forms: `<script async src="…/embed/svc_pk_….js">`, and `<script async src="…" data-api-key="svc_pk_…">` for
 * sites that can name one script only. Every `data-*` becomes the attribute of that name.
 *
 * Appends the widget for `script` once the page has a body; nothing without a key, or if the page has that widget already.
 * @param script absent where a plugin runs its text without a tag
 */
export function placeWidget(script?: HTMLScriptElement): void {
  // A morph by Turbo takes away what the new markup does not have, unless it is told not to.
  const data = { apiKey: embeddedKey, "data-turbo-permanent": "", ...script?.dataset };
  if (!data.apiKey) return;
  const widget = document.createElement("voice-widget");
  for (const [name, value] of Object.entries(data)) widget.setAttribute(kebab(name), value as string);
  const place = () => {
    if (!widgetOf(data)) find("body")?.append(widget);
  };
  if (find("body")) place();
  else addEventListener("DOMContentLoaded", place);
}
