import { svg } from "lit";

export const brandMark = svg`<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="9" fill="#2f5bea"></rect>
  <path d="M8 14v4M13 9v14M18 12v8M23 14.5v3" stroke="#fff" stroke-width="2.6" stroke-linecap="round"></path>
</svg>`;
