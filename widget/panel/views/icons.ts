import { svg, type TemplateResult } from "lit";

export const icon = (content: TemplateResult) =>
  svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${content}</svg>`;

export const closeIcon = icon(svg`<path d="M6.5 6.500l11 11m0-11l-11 11" />`);
export const sendIcon = icon(svg`<path d="M12 19V5.500m-6 6l6-6 6 6" />`);
export const stopIcon = icon(svg`<rect class="solid" x="7" y="7" width="10" height="10" rx="2.5" />`);
export const microphoneIcon = icon(
  svg`<rect x="9" y="3" width="6" height="11" rx="3" /><path d="M5.5 11.500a6.5 6.5 0 0 0 13 0M12 18v3" />`,
);
export const microphoneOffIcon = icon(
  svg`<path d="M15 9.500V6a3 3 0 0 0-5.8-1M9 9v2a3 3 0 0 0 4.8 2.400M5.5 11.500a6.5 6.5 0 0 0 10.3 5.300M18.5 11.500c0 .9-.2 1.7-.5 2.500M12 18v3M4 4l16 16" />`,
);
export const hangUpIcon = icon(
  svg`<path class="solid" d="M3.6 14.400c-.8-.8-.9-2 0-2.900C6 9.2 9 8.2 12 8.200s6 1 8.4 3.300c.9.9.8 2.1 0 2.900l-1 1c-.6.6-1.5.7-2.2.2l-1.9-1.300c-.5-.4-.8-1-.7-1.600l.1-1.100a9.5 9.5 0 0 0-5.4 0l.1 1.100c.1.6-.2 1.2-.7 1.600l-1.9 1.300c-.7.5-1.6.4-2.2-.2z" />`,
);
export const pauseIcon = icon(svg`<path d="M9 7v10m6-10v10" />`);
export const playIcon = icon(svg`<path class="solid" d="M8.5 6.500v11l9-5.500z" />`);
export const moreIcon = icon(svg`<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" stroke-width="3" />`);
export const alertIcon = icon(svg`<circle cx="12" cy="12" r="9" /><path d="M12 7.500v5.500m0 3.200v.1" />`);
export const toolIcon = icon(
  svg`<path d="M12 3.500l1.7 4.8 4.8 1.7-4.8 1.700L12 16.500l-1.7-4.800L5.5 10l4.8-1.700zM18.5 15.500l.8 2.2 2.2.8-2.2.8-.8 2.2-.8-2.2-2.2-.8 2.2-.8z" />`,
);
export const soundIcon = icon(
  svg`<path d="M4.5 9.500v5h3.500l4.5 4V5.500L8 9.500zM16 9a4.2 4.2 0 0 1 0 6M18.5 6.500a7.8 7.8 0 0 1 0 11" />`,
);
