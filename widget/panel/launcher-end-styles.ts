import { css } from "../css.ts";

/** The launcher during a call, and the button that ends it. Builds on element/host-styles.ts, which resets all buttons. */
export const launcherEndStyles = css`
  /* Not animated while the agent listens, which is most of a call: that costs the page nothing. */
  .dock:is([data-status="connecting"], [data-status="thinking"], [data-status="speaking"]) .mark {
    animation: breathe 1.1s ease-in-out infinite alternate;
  }
  .dock[data-status="speaking"] .mark {
    animation-duration: 0.45s;
  }
  @keyframes breathe {
    to {
      scale: 0.8;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .dock .mark {
      animation: none !important;
    }
  }
  .dock {
    display: flex;
    gap: 8px;
  }
  /* In a left corner the button that ends a call is to the right of the launcher. */
  :host([data-placement$="right"]) .dock {
    justify-content: flex-end;
  }
  .end {
    display: grid;
    place-items: center;
    inline-size: 56px;
    block-size: 56px;
    border-radius: var(--_launcher-radius);
    background: var(--_danger);
    color: var(--_on-danger);
    box-shadow: 0 8px 24px -8px rgb(10 14 30 / 40%);
  }
  .end[hidden],
  .dock:has(.launcher[aria-expanded="true"]) .end {
    display: none;
  }
  .end .icon {
    inline-size: 24px;
    fill: none;
    stroke: currentcolor;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  @media (forced-colors: active) {
    .end {
      border: 1px solid ButtonText;
    }
  }
`;
