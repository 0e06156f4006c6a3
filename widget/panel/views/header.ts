import { html, nothing } from "lit/html.js";
import type { ViewModel } from "../view-model.ts";
import { closeIcon } from "./icons.ts";
import { orb } from "./orb.ts";

export function header({ state, title, branding, texts, inline, face, dispatch }: ViewModel) {
  const picture = branding.avatarUrl ?? branding.logoUrl;
  return html`
    <div class="header" part="header">
      <slot name="header">
        ${
          picture
            ? html`<img class="avatar" src=${picture} alt="" referrerpolicy="no-referrer" />`
            : html`<span class="avatar">${face ?? orb(state.status, "small")}</span>`
        }
        <div class="names">
          <h2 class="title" dir="auto">${title}</h2>
          ${branding.subtitle ? html`<p class="subtitle" dir="auto">${branding.subtitle}</p>` : nothing}
        </div>
      </slot>
      <p class="ai" dir="auto">${texts.aiNotice}</p>
      ${
        inline
          ? nothing
          : html`<button
              class="round quiet close"
              part="close"
              type="button"
              aria-label=${texts.close}
              @click=${() => dispatch({ type: "close" })}
            >
              ${closeIcon}
            </button>`
      }
    </div>
  `;
}
