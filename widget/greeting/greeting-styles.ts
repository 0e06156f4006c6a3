import { css } from "../css.ts";

/** The greeting: a card above the launcher, or below it in a top corner. Its corner towards the launcher is pointed. */
export const greetingStyles = css`
  :host {
    --_page-muted: var(--voice-widget-muted-text);
  }
  .greeting-bubble {
    position: absolute;
    inset-block-end: calc(100% + 14px);
    right: 0;
    display: flex;
    align-items: start;
    inline-size: max-content;
    max-inline-size: min(296px, 100vw - 2 * var(--_offset));
    border: 1px solid var(--_border);
    border-radius: min(var(--_radius), 20px);
    border-bottom-right-radius: 6px;
    background: var(--_bg);
    color: var(--_text);
    line-height: 1.45;
    box-shadow:
      0 2px 6px rgb(10 14 30 / 8%),
      0 14px 36px -10px rgb(10 14 30 / 26%);
    animation: greet 0.36s cubic-bezier(0.2, 0.9, 0.25, 1);
  }
  :host([data-placement$="left"]) .greeting-bubble {
    right: auto;
    left: 0;
    border-bottom-left-radius: 6px;
    border-bottom-right-radius: min(var(--_radius), 20px);
  }
  :host([data-placement^="top"]) .greeting-bubble {
    inset-block: calc(100% + 14px) auto;
    border-radius: min(var(--_radius), 20px);
  }
  .greeting-text {
    flex: 1;
    padding: 14px 4px 14px 18px;
    padding-inline: 18px 4px;
    border-radius: inherit;
    overflow-wrap: anywhere;
    text-align: start;
    text-wrap: pretty;
  }
  .greeting-close {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: 36px;
    block-size: 36px;
    margin: 6px;
    border-radius: 50%;
    color: var(--_muted);
  }
  .greeting-close:hover {
    background: var(--_surface);
    color: var(--_text);
  }
  .cross {
    inline-size: 18px;
    stroke: currentcolor;
    stroke-width: 2;
    stroke-linecap: round;
  }
  .greeting-bubble button:focus-visible {
    outline: 2px solid var(--_ink);
    outline-offset: -3px;
  }
  @keyframes greet {
    from {
      opacity: 0;
      transform: translateY(8px) scale(0.97);
    }
  }
  @media (pointer: coarse) {
    .greeting-close {
      inline-size: 44px;
      block-size: 44px;
      margin: 2px;
    }
  }
  @media (forced-colors: active) {
    .greeting-close {
      border: 1px solid ButtonText;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .greeting-bubble {
      animation: none;
    }
  }
`;
