import { html, nothing } from "lit/html.js";
import { conversationOf } from "../../session/selectors.ts";
import type { ViewModel } from "../view-model.ts";
import { closeIcon, moreIcon } from "./icons.ts";
import { orb } from "./orb.ts";

export function header(model: ViewModel) {
  const { state, title, branding, texts, inline, face, input, slotted, settingsOpen, dispatch, toggleDeviceSettings } =
    model;
  const picture = branding.avatarUrl ?? branding.logoUrl;
  // Said also where the page has put something else in place of name and picture.
  const about = html`<p class="subtitle">
    <bdi>${texts.aiNotice}</bdi>${branding.subtitle ? html` · <bdi>${branding.subtitle}</bdi>` : nothing}
  </p>`;
  return html`
    <div class="header" part="header">
      <slot name="header">
        <span class="avatar">${
          face ??
          html`${
            picture
              ? html`<img
                  class=${branding.avatarUrl ? "" : "logo"}
                  src=${picture}
                  alt=""
                  referrerpolicy="no-referrer"
                  hidden
                  @load=${show}
                />`
              : nothing
          }${orb(state.status, "small")}`
        }</span>
        <div class="names"><h2 class="title" dir="auto">${title}</h2>${about}</div>
      </slot>
      ${slotted("header") ? about : nothing}
      ${
        input === "voice" && !conversationOf(state)
          ? html`<button
              class="round quiet"
              part="settings-toggle"
              type="button"
              aria-label=${texts.soundSettings}
              aria-expanded=${settingsOpen}
              @click=${toggleDeviceSettings}
            >
              ${moreIcon}
            </button>`
          : nothing
      }
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

/** A picture that does not load leaves the orb in its place. */
function show({ target }: Event): void {
  (target as HTMLElement).hidden = false;
}
