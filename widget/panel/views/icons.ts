import { svg, type TemplateResult } from "lit/html.js";

export const icon = (content: TemplateResult) =>
  svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${content}</svg>`;

export const closeIcon = icon(svg`<path d="M6.5 6.5l11 11m0-11l-11 11" />`);
export const sendIcon = icon(svg`<path d="M12 19V5.5m-6 6l6-6 6 6" />`);
const microphone = svg`<rect x="9" y="3" width="6" height="11" rx="3" /><path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3" />`;
export const microphoneIcon = icon(microphone);
export const microphoneOffIcon = icon(svg`${microphone}<path d="M4 4l16 16" />`);
export const hangUpIcon = icon(svg`<path d="M5 14.5v-2c4.5-3 9.5-3 14 0v2" stroke-width="4" />`);
export const playIcon = icon(svg`<path class="solid" d="M8.5 6.5v11l9-5.5z" />`);
export const moreIcon = icon(svg`<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" stroke-width="3" />`);
export const keyboardIcon = icon(svg`<path d="M3.5 6.5h17v11h-17zM7 10.5h.01m3.3 0h.01m3.3 0h.01m3.3 0h.01M9 14h6" />`);
export const toolIcon = icon(svg`<path d="M12 3.5l2.2 6.3 6.3 2.2-6.3 2.2L12 20.5l-2.2-6.3L3.5 12l6.3-2.2z" />`);
