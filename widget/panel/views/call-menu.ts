import { html, nothing, svg, type TemplateResult } from "lit/html.js";
import enDevices from "../../i18n/en-devices.ts";
import { conversationOf, liveOf } from "../../session/selectors.ts";
import type { ViewModel } from "../view-model.ts";
import { icon } from "./icons.ts";

const pauseIcon = icon(svg`<path d="M9 7v10m6-10v10" />`);
const stopIcon = icon(svg`<rect class="solid" x="7" y="7" width="10" height="10" rx="2.5" />`);
const slidersIcon = icon(
  svg`<path d="M4 8h9m5 0h2M4 16h2m5 0h9" /><circle cx="15.5" cy="8" r="2.5" /><circle cx="8.5" cy="16" r="2.5" />`,
);

/**
 * What "More" shows in a call.
 *
 * @param choose opens the sound settings
 * @param leave closes the menu
 */
export function callMenu(
  { state, features, texts: first, dispatch }: ViewModel,
  choose: () => void,
  leave: () => void,
): TemplateResult {
  const texts = { ...enDevices, ...first };
  const button = (part: string, name: string, picture: TemplateResult, off: boolean, click: () => void) =>
    html`<button part=${part} type="button" aria-disabled=${off || nothing} @click=${() => off || click()}>
      ${picture}<span>${name}</span>
    </button>`;
  return html`<div class="menu" part="menu" role="group" aria-label=${texts.more}>
    ${
      // A paused call is continued with the button below.
      features.pause && !conversationOf(state)?.paused
        ? button("pause", texts.pause, pauseIcon, !liveOf(state), () => {
            dispatch({ type: "pause", paused: true });
            leave();
          })
        : nothing
    }
    ${button("interrupt", texts.stopSpeaking, stopIcon, state.status !== "speaking", () => {
      dispatch({ type: "interrupt" });
      leave();
    })}
    ${button("settings-toggle", texts.soundSettings, slidersIcon, false, choose)}
  </div>`;
}
