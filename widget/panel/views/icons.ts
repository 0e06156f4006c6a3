import { svg, type TemplateResult } from "lit/html.js";

export const icon = (content: TemplateResult) =>
  svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${content}</svg>`;

export const closeIcon = icon(svg`<path d="M6.5 6.5l11 11m0-11l-11 11" />`);
export const sendIcon = icon(svg`<path d="M12 19V5.5m-6 6l6-6 6 6" />`);
export const microphoneIcon = icon(
  svg`<rect x="9" y="3" width="6" height="11" rx="3" /><path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3" />`,
);
export const microphoneOffIcon = icon(
  svg`<path d="M15 9.5V6a3 3 0 0 0-5.8-1M9 9v2a3 3 0 0 0 4.8 2.4M5.5 11.5a6.5 6.5 0 0 0 10.3 5.3M18.5 11.5c0 .9-.2 1.7-.5 2.5M12 18v3M4 4l16 16" />`,
);
export const hangUpIcon = icon(
  svg`<path class="solid" d="M3.6 14.4c-.8-.8-.9-2 0-2.9C6 9.2 9 8.2 12 8.2s6 1 8.4 3.3c.9.9.8 2.1 0 2.9l-1 1c-.6.6-1.5.7-2.2.2l-1.9-1.3c-.5-.4-.8-1-.7-1.6l.1-1.1a9.5 9.5 0 0 0-5.4 0l.1 1.1c.1.6-.2 1.2-.7 1.6l-1.9 1.3c-.7.5-1.6.4-2.2-.2z" />`,
);
export const playIcon = icon(svg`<path class="solid" d="M8.5 6.5v11l9-5.5z" />`);
export const moreIcon = icon(svg`<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" stroke-width="3" />`);
export const alertIcon = icon(svg`<circle cx="12" cy="12" r="9" /><path d="M12 7.5v5.5m0 3.2v.1" />`);
export const toolIcon = icon(
  svg`<path d="M12 3.5l1.7 4.8 4.8 1.7-4.8 1.7L12 16.5l-1.7-4.8L5.5 10l4.8-1.7zM18.5 15.5l.8 2.2 2.2.8-2.2.8-.8 2.2-.8-2.2-2.2-.8 2.2-.8z" />`,
);
export const soundIcon = icon(
  svg`<path d="M4.5 9.5v5h3.5l4.5 4V5.5L8 9.5zM16 9a4.2 4.2 0 0 1 0 6M18.5 6.5a7.8 7.8 0 0 1 0 11" />`,
);
