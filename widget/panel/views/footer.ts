import { html, nothing } from "lit/html.js";
import type { ViewModel } from "../view-model.ts";

export function footer({ branding, texts, slotted }: ViewModel) {
  const { privacyUrl, termsUrl, footer: text } = branding;
  const link = (url: string | null, text: string) =>
    url ? html`<a part="link" href=${url} target="_blank" rel="noopener noreferrer">${text}</a>` : nothing;
  if (!text && !privacyUrl && !termsUrl && !slotted("footer")) return nothing;
  return html`
    <div class="footer" part="footer">
      <slot name="footer">
        ${text ? html`<span dir="auto">${text}</span>` : nothing} ${link(privacyUrl, texts.privacy)}
        ${link(termsUrl, texts.terms)}
      </slot>
    </div>
  `;
}
