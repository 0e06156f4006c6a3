import { css } from "../../css.ts";

export const meterStyles = css`
  .meter {
    --in: 0;
    display: block;
    block-size: 8px;
    overflow: hidden;
    border-radius: 4px;
    background: color-mix(in srgb, var(--_text) 14%, var(--_bg));
  }
  .meter i {
    display: block;
    block-size: 100%;
    border-radius: 4px;
    background: var(--_ink);
    transform: scaleX(min(1, var(--in) * 1.4));
    transform-origin: 0 50%;
  }
  :dir(rtl) > .meter i {
    transform-origin: 100% 50%;
  }
`;
